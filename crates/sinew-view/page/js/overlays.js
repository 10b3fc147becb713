// What is drawn on top of the bodies: contacts and their forces, joints, centres of mass, inertia, frames, the hand.

import * as THREE from '../vendor/three.min.js';
import { equalities, rangefinders, skeleton } from './links.js';
import { Arrows, Pool, rod } from './pool.js';
import { store } from './store.js';

const FREE = 0;
const BALL = 1;
const color = ([r, g, b]) => new THREE.Color(r, g, b);
const ONE = new THREE.Quaternion();

/** Kinds of frames in the order in which a key goes through them. */
export const FRAMES = ['none', 'body', 'geom', 'site', 'world'];

/** Decorations, each made anew for every frame. */
export class Overlays {
  /** @param {object} scene a scene file */
  constructor(scene) {
    this.scene = scene;
    this.size = scene.stat.meansize || 0.1;
    this.onTop = { depthTest: false, transparent: true, opacity: 0.92 };
    this.discs = new Pool(new THREE.CylinderGeometry(1, 1, 1, 20).rotateX(Math.PI / 2));
    this.arrows = new Arrows();
    this.forces = new Arrows(this.onTop);
    this.spheres = new Pool(new THREE.SphereGeometry(1, 18, 12), this.onTop);
    this.boxes = new Pool(new THREE.BoxGeometry(2, 2, 2), { transparent: true, opacity: 0.55 });
    this.rods = new Pool(rod(), this.onTop);
    this.pools = [this.discs, this.arrows, this.forces, this.spheres, this.boxes, this.rods];
    this.root = new THREE.Group();
    for (const pool of this.pools) {
      this.root.add(pool.root);
      pool.root.traverse((it) => { if (it.isGroup) it.renderOrder = 2; });
    }
  }

  /** @param {import('./frame.js').Frame} frame @param {THREE.Group[]} bodies @param {number} selected */
  update(frame, bodies, selected) {
    for (const pool of this.pools) pool.begin();
    if (frame.contact && (store.get('contacts') || store.get('forces'))) this.contacts(frame);
    if (store.get('joints') && frame.joint) this.joints(frame);
    if (store.get('com') && frame.subtreeCom) this.centres(frame);
    if (store.get('inertia')) this.inertia(bodies);
    if (store.get('equality')) equalities(this, frame, bodies);
    if (store.get('skeleton') && frame.joint) skeleton(this, frame, bodies);
    if (store.get('rangefinders')) rangefinders(this, frame, bodies);
    this.frames(store.get('frame'), bodies);
    if (store.get('cameras') && frame.camera) this.cameras(frame);
    if (store.get('lights') && frame.light) this.lights(frame);
    if (store.get('actuators') && frame.joint && frame.actuatorForce) this.actuators(frame);
    if (selected > 0) this.axes(bodies[selected], this.size * 1.2);
    if (frame.perturb?.length && store.get('perturb')) this.hand(frame.perturb);
    for (const pool of this.pools) pool.end();
  }

  contacts({ contact, contactGeom }) {
    const { scale, rgba, map } = this.scene.vis;
    const radius = scale.contactwidth * this.size;
    const height = scale.contactheight * this.size;
    for (let i = 0; 19 * i < contact.length; i += 1) {
      const c = contact.subarray(19 * i, 19 * i + 19);
      const at = new THREE.Vector3(c[0], c[1], c[2]);
      const [normal, side, other] = [3, 6, 9].map((k) => new THREE.Vector3(c[k], c[k + 1], c[k + 2]));
      if (store.get('contacts')) {
        const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
        const tint = color(contactGeom[3 * i + 2] === 0 ? rgba.contactpoint : rgba.contactgap);
        this.discs.add(at, turn, new THREE.Vector3(radius, radius, height), tint);
      }
      if (store.get('forces')) {
        const length = map.force / (this.scene.stat.meanmass || 1);
        const width = scale.forcewidth * this.size * 0.5;
        const draw = (force, tint) => this.forces.between(at, at.clone().addScaledVector(force, length), width, color(tint));
        const along = normal.clone().multiplyScalar(c[13]);
        const across = side.clone().multiplyScalar(c[14]).addScaledVector(other, c[15]);
        if (store.get('split')) {
          draw(along, rgba.contactforce);
          draw(across, rgba.contactfriction);
        } else draw(along.add(across), rgba.contactforce);
      }
    }
  }

  joints({ joint }) {
    const { scale, rgba } = this.scene.vis;
    const width = scale.jointwidth * this.size * 0.6;
    this.scene.joints.forEach((source, j) => {
      const at = new THREE.Vector3().fromArray(joint, 6 * j);
      const axis = new THREE.Vector3().fromArray(joint, 6 * j + 3);
      if (source.type === FREE) this.boxes.add(at, ONE, new THREE.Vector3().setScalar(2 * width), color(rgba.joint));
      else if (source.type === BALL) this.spheres.add(at, ONE, new THREE.Vector3().setScalar(2 * width), color(rgba.joint));
      else this.arrows.between(at, at.clone().addScaledVector(axis, scale.jointlength * this.size), width, color(rgba.joint));
    });
  }

  /** Joints coloured by the activation of their actuators, or by the force of those that have none. */
  actuators({ joint, actuatorForce, act }) {
    const { rgba, scale } = this.scene.vis;
    this.scene.actuators.forEach((actuator) => {
      if (actuator.transmission > 1) return;
      const j = actuator.target[0];
      const active = actuator.act[1] > 0 && act && store.get('activation');
      const value = active ? act[actuator.act[0] + actuator.act[1] - 1] : actuatorForce[actuator.out];
      const [low, high] = active
        ? (actuator.actlimited ? actuator.actrange : [-1, 1])
        : (actuator.forcelimited ? actuator.forcerange : [-100, 100]);
      const share = Math.max(-1, Math.min(1, value / ((value < 0 ? -low : high) || 1)));
      const tint = color(rgba.actuator).lerp(color(share < 0 ? rgba.actuatornegative : rgba.actuatorpositive), Math.abs(share));
      const at = new THREE.Vector3().fromArray(joint, 6 * j);
      const axis = new THREE.Vector3().fromArray(joint, 6 * j + 3).multiplyScalar(scale.actuatorlength * this.size * 0.5);
      this.rods.between(at.clone().sub(axis), at.clone().add(axis), scale.actuatorwidth * this.size * 0.8, tint);
    });
  }

  centres({ subtreeCom }) {
    const radius = this.scene.vis.scale.com * this.size * 0.5;
    this.scene.bodies.forEach((body, b) => {
      if (b > 0 && body.root === b && body.weld !== 0) {
        this.spheres.add(new THREE.Vector3().fromArray(subtreeCom, 3 * b), ONE, new THREE.Vector3().setScalar(radius), color(this.scene.vis.rgba.com));
      }
    });
  }

  /** Boxes of the same mass and inertia as the bodies. */
  inertia(bodies) {
    this.scene.bodies.forEach((body, b) => {
      if (b === 0 || !(body.mass > 0)) return;
      const [x, y, z] = body.inertia;
      const half = (sum) => Math.sqrt(Math.max(1e-12, (6 * sum) / body.mass)) / 2;
      // as large as the body would be of water
      const dense = store.get('scaleInertia') ? Math.cbrt(body.mass / 1000 / (8 * half(y + z - x) * half(x + z - y) * half(x + y - z))) : 1;
      const at = new THREE.Vector3(...body.ipos).applyQuaternion(bodies[b].quaternion).add(bodies[b].position);
      const [qw, qx, qy, qz] = body.iquat;
      const turn = bodies[b].quaternion.clone().multiply(new THREE.Quaternion(qx, qy, qz, qw));
      const size = new THREE.Vector3(half(y + z - x), half(x + z - y), half(x + y - z)).multiplyScalar(dense);
      this.boxes.add(at, turn, size, color(this.scene.vis.rgba.inertia));
    });
  }

  /** Axes of one kind of object. @param {string} kind one of `FRAMES` */
  frames(kind, bodies) {
    const length = this.scene.vis.scale.framelength * this.size;
    const world = { position: new THREE.Vector3(), quaternion: ONE };
    if (kind === 'body') bodies.slice(1).forEach((body) => this.axes(body, length));
    if (kind === 'geom' || kind === 'site') {
      for (const { body, pos, quat: [w, x, y, z] } of this.scene[`${kind}s`]) {
        const { position: p, quaternion: q } = bodies[body];
        this.axes({
          position: new THREE.Vector3(...pos).applyQuaternion(q).add(p),
          quaternion: q.clone().multiply(new THREE.Quaternion(x, y, z, w)),
        }, length);
      }
    }
    if (kind === 'world') this.axes(world, 4 * length);
  }

  axes(body, length) {
    [[1, 0.25, 0.25], [0.3, 0.85, 0.35], [0.3, 0.5, 1]].forEach((tint, k) => {
      const tip = new THREE.Vector3().setComponent(k, length).applyQuaternion(body.quaternion).add(body.position);
      this.rods.between(body.position.clone(), tip, 0.03 * length, color(tint));
    });
  }

  cameras({ camera }) {
    const s = this.scene.vis.scale.camera * this.size;
    this.scene.cameras.forEach((_, c) => {
      const at = new THREE.Vector3().fromArray(camera, 12 * c);
      const back = new THREE.Vector3(camera[12 * c + 5], camera[12 * c + 8], camera[12 * c + 11]);
      const tint = color(this.scene.vis.rgba.camera);
      this.boxes.add(at, new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), back), new THREE.Vector3(s, s * 0.7, s), tint);
      this.rods.between(at, at.clone().addScaledVector(back, -2 * s), 0.5 * s, tint);
    });
  }

  lights({ light }) {
    const s = this.scene.vis.scale.light * this.size;
    this.scene.lights.forEach((_, l) => {
      const at = new THREE.Vector3().fromArray(light, 6 * l);
      const tip = at.clone().addScaledVector(new THREE.Vector3().fromArray(light, 6 * l + 3), 3 * s);
      this.spheres.add(at, ONE, new THREE.Vector3().setScalar(s), color(this.scene.vis.rgba.light));
      this.rods.between(at, tip, 0.3 * s, color(this.scene.vis.rgba.light));
    });
  }

  /** The spring between the body and the hand. */
  hand(p) {
    const [from, to] = [new THREE.Vector3(p[2], p[3], p[4]), new THREE.Vector3(p[5], p[6], p[7])];
    const r = 0.12 * this.size;
    const tint = color(this.scene.vis.rgba.selectpoint);
    this.spheres.add(from, ONE, new THREE.Vector3().setScalar(r), tint);
    if (p[1] === 1) {
      this.spheres.add(to, ONE, new THREE.Vector3().setScalar(r), color([1, 0.5, 0.35]));
      this.rods.between(from, to, 0.35 * r, color([1, 0.5, 0.35]));
    }
  }

  dispose() {
    for (const pool of this.pools) pool.dispose();
  }
}
