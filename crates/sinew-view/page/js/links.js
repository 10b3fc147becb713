// Lines between bodies: equality constraints, the skeleton, rangefinders.

import * as THREE from '../vendor/three.min.js';

const EQUALITY = { connect: 0, weld: 1 };
const RANGEFINDER = 7;
const color = ([r, g, b]) => new THREE.Color(r, g, b);
const ONE = new THREE.Quaternion();

/** A point of a body's frame in the world. */
const point = (body, [x, y, z]) => new THREE.Vector3(x, y, z).applyQuaternion(body.quaternion).add(body.position);

/** Both ends of an equality constraint between bodies or sites; `null` for those between joints and the like. */
function ends({ type, objects, sites, data }, scene, bodies) {
  if (type !== EQUALITY.connect && type !== EQUALITY.weld) return null;
  if (sites) return objects.map((s) => point(bodies[scene.sites[s].body], scene.sites[s].pos));
  const [a, b] = objects.map((id) => bodies[Math.max(0, id)]);
  // a weld's anchor is a point of its second body, and its first body's is where the relative pose puts it
  if (type === EQUALITY.weld) return [a.position.clone(), b.position.clone()];
  return [point(a, data.slice(0, 3)), point(b, data.slice(3, 6))];
}

/** Anchors of equality constraints that are on, and a line where they do not meet. */
export function equalities({ scene, size, spheres, rods }, frame, bodies) {
  const { rgba, scale } = scene.vis;
  const radius = scale.constraint * size;
  scene.equalities.forEach((equality, e) => {
    const pair = frame.equality?.[e] === 0 ? null : ends(equality, scene, bodies);
    if (!pair) return;
    for (const at of pair) spheres.add(at, ONE, new THREE.Vector3().setScalar(radius), color(rgba.constraint));
    rods.between(pair[0], pair[1], 0.4 * radius, color(rgba.constraint));
  });
}

/** From each body's joints to its centre of mass, and on to the joints of its children. */
export function skeleton({ scene, size, rods }, frame, bodies) {
  const width = scene.vis.scale.connect * size * 0.4;
  const tint = color(scene.vis.rgba.connect);
  const centre = (b) => point(bodies[b], scene.bodies[b].ipos);
  scene.bodies.forEach((body, b) => {
    if (b === 0) return;
    let from = body.parent > 0 ? centre(body.parent) : null;
    const [first, count] = body.joints;
    for (let j = first; j < first + count; j += 1) {
      const anchor = new THREE.Vector3().fromArray(frame.joint, 6 * j);
      if (from) rods.between(from, anchor, width, tint);
      from = anchor;
    }
    if (from) rods.between(from, centre(b), width, tint);
  });
}

/** Rays of rangefinders as far as they see. */
export function rangefinders({ scene, size, rods }, frame, bodies) {
  scene.sensors.forEach((sensor) => {
    const distance = frame.sensor?.[sensor.adr];
    const site = scene.sites[sensor.site];
    if (sensor.type !== RANGEFINDER || !site || !(distance > 0)) return;
    const body = bodies[site.body];
    const from = point(body, site.pos);
    const [w, x, y, z] = site.quat;
    const along = new THREE.Vector3(0, 0, distance).applyQuaternion(new THREE.Quaternion(x, y, z, w)).applyQuaternion(body.quaternion);
    rods.between(from, from.clone().add(along), 0.04 * size, color(scene.vis.rgba.rangefinder));
  });
}
