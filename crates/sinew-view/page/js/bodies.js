// Bodies with their geoms and sites: one group per body, moved by its pose.

import * as THREE from '../vendor/three.min.js';
import { Shapes, TYPE } from './geometry.js';
import { store } from './store.js';

/** Colours that tell islands apart. */
const ISLANDS = [0x4c9be8, 0xe8884c, 0x5fbf73, 0xd3617c, 0x9b7fe0, 0xd9b44a, 0x4cc5c5, 0xb98a66];
const SELECTED = new THREE.Color(0.22, 0.16, 0.02);

/** Sets a pose, quaternion w first. */
export function place(object, [x, y, z], [qw, qx, qy, qz]) {
  object.position.set(x, y, z);
  object.quaternion.set(qx, qy, qz, qw);
}

/** What can be seen of the bodies. */
export class Bodies {
  /** @param {object} scene a scene file @param {import('./materials.js').Looks} looks */
  constructor(scene, looks) {
    this.scene = scene;
    this.root = new THREE.Group();
    this.shapes = new Shapes(scene);
    this.groups = scene.bodies.map(() => new THREE.Group());
    this.root.add(...this.groups);
    this.geoms = [];
    this.sites = [];
    this.selected = -1;
    this.state = null;
    scene.geoms.forEach((geom, id) => this.add(geom, id, looks, this.geoms, 'geom'));
    scene.sites.forEach((site, id) => this.add(site, id, looks, this.sites, 'site'));
    this.restyle();
  }

  add(source, id, looks, list, kind) {
    // each plane paints its own coordinates, so that it needs its own shape
    const shape = source.type === TYPE.plane ? this.shapes.make(source.type, source.size) : this.shapes.of(source);
    if (!shape) return;
    const mesh = new THREE.Mesh(shape, looks.of(source, shape, source.size));
    place(mesh, source.pos, source.quat);
    const solid = mesh.material.userData.opacity >= 0.999;
    mesh.castShadow = kind === 'geom' && source.type !== TYPE.plane && source.shadow !== false && solid;
    mesh.receiveShadow = kind === 'geom';
    mesh.userData = { kind, id, body: source.body, group: source.group, fixed: this.scene.bodies[source.body].weld === 0 };
    // what is seen through is drawn after what is not
    mesh.renderOrder = solid ? 0 : 1;
    if (source.type === TYPE.mesh) mesh.userData.shapes = [shape, source.data];
    this.groups[source.body].add(mesh);
    list.push(mesh);
  }

  /** Moves every body. @param {import('./frame.js').Frame} frame */
  update(frame) {
    const { bodyPos: p, bodyQuat: q } = frame;
    if (!p || !q) return;
    this.groups.forEach((group, b) => {
      group.position.set(p[3 * b], p[3 * b + 1], p[3 * b + 2]);
      group.quaternion.set(q[4 * b + 1], q[4 * b + 2], q[4 * b + 3], q[4 * b]);
    });
    if (frame.bodyState) {
      const key = frame.bodyState.join();
      if (key !== this.stateKey) {
        this.stateKey = key;
        this.state = frame.bodyState;
        this.tint();
      }
    }
  }

  /** Shows what the user chose to see. */
  restyle() {
    const see = (mesh, groups) => (groups[mesh.userData.group] ?? false) && (store.get('static') || !mesh.userData.fixed);
    for (const mesh of this.geoms) {
      mesh.visible = see(mesh, store.get('geomGroups'));
      const [shape, data] = mesh.userData.shapes ?? [];
      if (shape) mesh.geometry = (store.get('hull') && this.shapes.hull(data)) || shape;
    }
    for (const mesh of this.sites) mesh.visible = store.get('sites') && see(mesh, store.get('siteGroups'));
    this.tint();
  }

  /** @param {number} body -1 for none */
  select(body) {
    this.selected = body;
    this.tint();
  }

  /** Colours: selection, islands, sleep, transparency, wireframe. */
  tint() {
    const [islands, sleeping, transparent] = [store.get('islands'), store.get('sleeping'), store.get('transparent')];
    const [wireframe, textures] = [store.get('wireframe'), store.get('textures')];
    for (const mesh of [...this.geoms, ...this.sites]) {
      const { body, fixed } = mesh.userData;
      const { material } = mesh;
      const { color, opacity, emissive, texture, cubeOn } = material.userData;
      const island = this.state?.[2 * body] ?? -1;
      const asleep = sleeping && this.state?.[2 * body + 1] === 0;
      material.color.copy(color);
      if (islands && !fixed) material.color.set(island >= 0 ? ISLANDS[island % ISLANDS.length] : 0x8a8f98);
      if (asleep) material.color.lerp(new THREE.Color(0x394454), 0.6);
      material.emissive.copy(emissive);
      if (body === this.selected && body > 0) material.emissive.add(SELECTED);
      const seen = transparent && !fixed ? Math.min(opacity, 0.3) : opacity;
      const through = seen < 0.999;
      if (material.transparent !== through) material.needsUpdate = true;
      material.opacity = seen;
      material.transparent = through;
      material.depthWrite = !through;
      material.wireframe = wireframe;
      const painted = textures && (fixed || !islands);
      const map = painted ? texture : null;
      if (material.map !== map) {
        material.map = map;
        material.needsUpdate = true;
      }
      if (cubeOn) cubeOn.value = painted ? 1 : 0;
    }
  }

  /** Everything that a pointer can hit. */
  targets() {
    return [...this.geoms, ...this.sites].filter((mesh) => mesh.visible);
  }

  dispose() {
    this.shapes.dispose();
    for (const mesh of this.geoms) mesh.geometry.dispose();
  }
}
