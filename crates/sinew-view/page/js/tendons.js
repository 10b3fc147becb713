// Spatial tendons: straight between their points, round where they lie on a geom.

import * as THREE from '../vendor/three.min.js';
import { TYPE } from './geometry.js';
import { Pool, rod } from './pool.js';
import { store } from './store.js';

const TENDON_TRANSMISSION = 3;
const SLACK = new THREE.Color(0.36, 0.52, 1);
const TENSE = new THREE.Color(1, 0.26, 0.18);
/** Angle of one piece of a round part. */
const PIECE = 0.25;

/** What can be seen of the tendons. */
export class Tendons {
  /** @param {object} scene a scene file */
  constructor(scene) {
    this.scene = scene;
    this.rods = new Pool(rod(), { shininess: 60 });
    this.joints = new Pool(new THREE.SphereGeometry(1, 12, 8), { shininess: 60 });
    this.root = new THREE.Group();
    this.root.add(this.rods.root, this.joints.root);
    for (const pool of [this.rods, this.joints]) pool.mesh.castShadow = true;
    this.actuators = new Map();
    for (const actuator of scene.actuators) {
      if (actuator.transmission === TENDON_TRANSMISSION) this.actuators.set(actuator.target[0], actuator);
    }
  }

  /** @param {import('./frame.js').Frame} frame @param {THREE.Group[]} bodies */
  update(frame, bodies) {
    this.rods.begin();
    this.joints.begin();
    if (store.get('tendons') && frame.tendon) {
      const groups = store.get('tendonGroups');
      this.scene.tendons.forEach((tendon, t) => {
        if (groups[tendon.group] && frame.tendon[2 * t + 1] > 1) this.draw(frame, tendon, t, bodies);
      });
    }
    this.rods.end();
    this.joints.end();
  }

  draw(frame, tendon, t, bodies) {
    const [first, count] = frame.tendon.subarray(2 * t, 2 * t + 2);
    const color = this.color(frame, tendon, t);
    const actuated = this.actuators.has(t) ? this.scene.vis.map.actuatortendon / 2 : 1;
    const width = tendon.width * Math.max(1, actuated);
    for (let i = first; i + 1 < first + count; i += 1) {
      const [on, next] = [frame.wrapObj[i], frame.wrapObj[i + 1]];
      if (on === -2 || next === -2) continue;
      const from = new THREE.Vector3().fromArray(frame.wrapPos, 3 * i);
      const to = new THREE.Vector3().fromArray(frame.wrapPos, 3 * i + 3);
      const path = on >= 0 && on === next ? this.around(on, from, to, bodies) : [from, to];
      for (let k = 0; k + 1 < path.length; k += 1) {
        this.rods.between(path[k], path[k + 1], width, color);
        this.joints.add(path[k], new THREE.Quaternion(), new THREE.Vector3().setScalar(width), color);
      }
      this.joints.add(to, new THREE.Quaternion(), new THREE.Vector3().setScalar(width), color);
    }
  }

  /** Own colour, or that of a muscle's activation. */
  color(frame, tendon, t) {
    const actuator = this.actuators.get(t);
    if (actuator && actuator.act[1] > 0 && frame.act && store.get('activation')) {
      const act = frame.act[actuator.act[0] + actuator.act[1] - 1];
      const [low, high] = actuator.actlimited ? actuator.actrange : [0, 1];
      const share = Math.max(0, Math.min(1, (act - low) / (high - low || 1)));
      return SLACK.clone().lerp(TENSE, share);
    }
    const material = this.scene.materials[tendon.material];
    const [r, g, b] = material ? material.rgba : tendon.rgba;
    return new THREE.Color(r, g, b);
  }

  /** Points along a sphere or a cylinder: the shorter way round between two points on it. */
  around(id, from, to, bodies) {
    const geom = this.scene.geoms[id];
    const frame = new THREE.Matrix4().compose(
      new THREE.Vector3(...geom.pos),
      new THREE.Quaternion(geom.quat[1], geom.quat[2], geom.quat[3], geom.quat[0]),
      new THREE.Vector3(1, 1, 1),
    );
    bodies[geom.body].updateMatrix();
    frame.premultiply(bodies[geom.body].matrix);
    const inverse = frame.clone().invert();
    const [a, b] = [from.clone().applyMatrix4(inverse), to.clone().applyMatrix4(inverse)];
    const round = geom.type === TYPE.cylinder ? [a.clone().setZ(0), b.clone().setZ(0)] : [a.clone(), b.clone()];
    const angle = round[0].angleTo(round[1]);
    const n = Math.ceil(angle / PIECE);
    if (!(n > 1)) return [from, to];
    const axis = round[0].clone().cross(round[1]).normalize();
    return Array.from({ length: n + 1 }, (_, k) => {
      const s = k / n;
      const point = round[0].clone().applyAxisAngle(axis, s * angle);
      if (geom.type === TYPE.cylinder) point.z = a.z + s * (b.z - a.z);
      return point.applyMatrix4(frame);
    });
  }

  dispose() {
    this.rods.dispose();
    this.joints.dispose();
  }
}
