// Many copies of one shape, as many as a frame needs.

import * as THREE from '../vendor/three.min.js';

const Z = new THREE.Vector3(0, 0, 1);

/** Copies of a shape with a pose, a size and a colour each. */
export class Pool {
  /** @param {THREE.BufferGeometry} shape @param {object} material options */
  constructor(shape, material = {}) {
    this.shape = shape;
    this.material = new THREE.MeshPhongMaterial({ color: 0xffffff, shininess: 40, ...material });
    this.root = new THREE.Group();
    this.count = 0;
    this.grow(16);
  }

  grow(capacity) {
    const old = this.mesh;
    this.mesh = new THREE.InstancedMesh(this.shape, this.material, capacity);
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.mesh.setColorAt(0, new THREE.Color(1, 1, 1));
    this.mesh.frustumCulled = false;
    if (old) {
      for (let i = 0; i < this.count; i += 1) {
        this.mesh.instanceMatrix.array.set(old.instanceMatrix.array.subarray(16 * i, 16 * i + 16), 16 * i);
        this.mesh.instanceColor.array.set(old.instanceColor.array.subarray(3 * i, 3 * i + 3), 3 * i);
      }
      this.root.remove(old);
      old.dispose();
    }
    this.root.add(this.mesh);
  }

  begin() { this.count = 0; }

  /** Adds a copy. @param {THREE.Vector3} position @param {THREE.Quaternion} turn @param {THREE.Vector3} size @param {THREE.Color} color */
  add(position, turn, size, color) {
    if (this.count >= this.mesh.instanceMatrix.count) this.grow(2 * this.count);
    this.mesh.setMatrixAt(this.count, new THREE.Matrix4().compose(position, turn, size));
    this.mesh.setColorAt(this.count, color);
    this.count += 1;
  }

  /** Adds a copy whose z runs from one point to another, of unit length in the shape. */
  between(from, to, width, color) {
    const along = to.clone().sub(from);
    const length = along.length();
    if (!(length > 1e-9)) return;
    const turn = new THREE.Quaternion().setFromUnitVectors(Z, along.divideScalar(length));
    this.add(from, turn, new THREE.Vector3(width, width, length), color);
  }

  end() {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor.needsUpdate = true;
  }

  clear() { this.begin(); this.end(); }

  dispose() {
    this.mesh.dispose();
    this.material.dispose();
  }
}

/** A rod of unit radius from the origin to z = 1. */
export const rod = () => new THREE.CylinderGeometry(1, 1, 1, 14, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);

/** Arrows: rods with heads whose shape does not depend on their length. */
export class Arrows {
  /** @param {object} material options */
  constructor(material = {}) {
    this.rods = new Pool(rod(), material);
    this.heads = new Pool(new THREE.ConeGeometry(1, 1, 18).rotateX(Math.PI / 2).translate(0, 0, 0.5), material);
    this.root = new THREE.Group();
    this.root.add(this.rods.root, this.heads.root);
  }

  begin() { this.rods.begin(); this.heads.begin(); }

  /** Adds an arrow from one point to another. */
  between(from, to, width, color) {
    const length = from.distanceTo(to);
    if (!(length > 1e-9)) return;
    // short ones are slender too
    const slim = Math.min(width, 0.08 * length);
    const neck = from.clone().lerp(to, 1 - (5 * slim) / length);
    this.rods.between(from, neck, slim, color);
    this.heads.between(neck, to, 2.4 * slim, color);
  }

  end() { this.rods.end(); this.heads.end(); }

  dispose() { this.rods.dispose(); this.heads.dispose(); }
}
