// Shapes of geoms and sites, along z as the engine has them.

import * as THREE from '../vendor/three.min.js';

export const TYPE = { plane: 0, hfield: 1, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, mesh: 7, sdf: 8 };

/** Half size that stands for infinity, in extents of the model: as far as the camera sees. */
const INFINITE = 50;

/** Makes each shape once. */
export class Shapes {
  /** @param {object} scene a scene file */
  constructor(scene) {
    this.scene = scene;
    this.known = new Map();
  }

  /** Shape of a geom or a site; `null` for types that are not drawn. */
  of({ type, size, data, box }) {
    const key = `${type}:${size}:${data}`;
    if (!this.known.has(key)) this.known.set(key, this.make(type, size, data, box));
    return this.known.get(key);
  }

  make(type, [x, y, z], data, box) {
    switch (type) {
      case TYPE.plane: return plane(x, y, INFINITE * (this.scene.stat.extent || 1));
      case TYPE.sphere: return new THREE.SphereGeometry(x, 32, 20).rotateX(Math.PI / 2);
      case TYPE.ellipsoid: return new THREE.SphereGeometry(1, 32, 20).rotateX(Math.PI / 2).scale(x, y, z);
      case TYPE.capsule: return new THREE.CapsuleGeometry(x, 2 * y, 12, 28).rotateX(Math.PI / 2);
      case TYPE.cylinder: return new THREE.CylinderGeometry(x, x, 2 * y, 36).rotateX(Math.PI / 2);
      case TYPE.box: return new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
      case TYPE.hfield: return hfield(this.scene, this.scene.hfields[data]);
      case TYPE.mesh: case TYPE.sdf: return mesh(this.scene, this.scene.meshes[data]) ?? around(box);
      default: return null;
    }
  }

  /** Convex hull of a mesh; `null` if the model has none. */
  hull(data) {
    const corners = this.scene.blob(this.scene.meshes[data]?.hull ?? null, 'f32');
    if (!corners) return null;
    const key = `hull:${data}`;
    if (!this.known.has(key)) {
      const shape = new THREE.BufferGeometry();
      shape.setAttribute('position', new THREE.BufferAttribute(corners, 3));
      shape.computeVertexNormals();
      this.known.set(key, shape);
    }
    return this.known.get(key);
  }

  dispose() {
    for (const shape of this.known.values()) shape?.dispose();
  }
}

/** A plane; a size of zero is infinite. */
function plane(x, y, infinite) {
  const shape = new THREE.PlaneGeometry(2 * (x || infinite), 2 * (y || infinite), 1, 1);
  shape.userData.infinite = !x || !y;
  return shape;
}

/** The box around a mesh that is too large to be sent. */
function around(box) {
  if (!box) return null;
  return new THREE.BoxGeometry(2 * box[3], 2 * box[4], 2 * box[5]).translate(box[0], box[1], box[2]);
}

function mesh(scene, source) {
  if (!source) return null;
  const shape = new THREE.BufferGeometry();
  shape.setAttribute('position', new THREE.BufferAttribute(scene.blob(source.position, 'f32'), 3));
  shape.setAttribute('normal', new THREE.BufferAttribute(scene.blob(source.normal, 'f32'), 3));
  const uv = scene.blob(source.uv, 'f32');
  if (uv) shape.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  shape.setIndex(new THREE.BufferAttribute(scene.blob(source.index, 'u32'), 1));
  shape.userData.ownUv = Boolean(uv);
  return shape;
}

/** A height field: its surface, and walls down to its base. */
function hfield(scene, { rows, columns, size, data }) {
  const heights = scene.blob(data, 'f32');
  const [sx, sy, top, base] = size;
  const points = [];
  const index = [];
  const at = (r, c) => [sx * ((2 * c) / (columns - 1) - 1), sy * ((2 * r) / (rows - 1) - 1), top * heights[r * columns + c]];
  for (let r = 0; r < rows; r += 1) for (let c = 0; c < columns; c += 1) points.push(...at(r, c));
  for (let r = 0; r + 1 < rows; r += 1) {
    for (let c = 0; c + 1 < columns; c += 1) {
      const i = r * columns + c;
      index.push(i, i + 1, i + columns + 1, i, i + columns + 1, i + columns);
    }
  }
  /** A wall below a row of places, seen from outside. */
  const wall = (places) => {
    const first = points.length / 3;
    for (const [r, c] of places) {
      const [x, y, z] = at(r, c);
      points.push(x, y, z, x, y, -base);
    }
    for (let k = 0; k + 1 < places.length; k += 1) {
      const i = first + 2 * k;
      index.push(i, i + 1, i + 3, i, i + 3, i + 2);
    }
  };
  const range = (n) => Array.from({ length: n }, (_, k) => k);
  wall(range(columns).map((c) => [0, c]));
  wall(range(columns).map((c) => [rows - 1, columns - 1 - c]));
  wall(range(rows).map((r) => [r, columns - 1]));
  wall(range(rows).map((r) => [rows - 1 - r, 0]));
  const shape = new THREE.BufferGeometry();
  shape.setAttribute('position', new THREE.BufferAttribute(new Float32Array(points), 3));
  shape.setIndex(index);
  shape.computeVertexNormals();
  return shape;
}
