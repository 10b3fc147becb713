// The state of the selected body.

import { label } from '../scenefile.js';
import { h, number, section } from './dom.js';

const JOINTS = ['free', 'ball', 'slide', 'hinge'];
const WIDTHS = [[7, 6], [4, 3], [1, 1], [1, 1]];

/** @param {import('../stage.js').Stage} stage @param {(body: number) => void} select */
export function bodyTab(stage, select) {
  const list = h('select', { id: 'body', onchange: () => { select(Number(list.value)); list.blur(); } });
  const readings = h('div', { id: 'readings' });
  const root = h('div', {}, h('div.row', {}, h('span.name', {}, 'Body'), list), readings);
  const numbers = (values) => h('div.numbers', {}, ...values.map((x) => h('span', {}, number(x))));
  return {
    root,
    show(scene) {
      const options = scene.bodies.map((body, b) => h('option', { value: String(b) }, b === 0 ? 'none' : label(body, 'body', b)));
      list.replaceChildren(...options);
    },
    update(frame) {
      const b = stage.selected;
      if (!frame.qpos) return;
      list.value = String(Math.max(0, b));
      if (b <= 0) {
        readings.replaceChildren(h('p.hint', {}, 'Double-click a body to select it, or choose one here.'));
        return;
      }
      const body = stage.scene.bodies[b];
      const part = (array, width) => Array.from(array?.subarray(width * b, width * b + width) ?? []);
      const velocity = part(frame.velocity, 6);
      const [island, awake] = part(frame.bodyState, 2);
      const joints = stage.scene.joints.map((joint, j) => [joint, j]).filter(([joint]) => joint.body === b);
      readings.replaceChildren(
        section('Pose', h('p.hint', {}, 'position, m'), numbers(part(frame.bodyPos, 3)), h('p.hint', {}, 'orientation, w x y z'), numbers(part(frame.bodyQuat, 4))),
        section('Velocity of its centre of mass', h('p.hint', {}, 'linear, m/s'), numbers(velocity.slice(3)), h('p.hint', {}, 'angular, rad/s'), numbers(velocity.slice(0, 3))),
        section('Mass', h('p.hint', {}, 'mass, kg, and moments of inertia, kg m²'), numbers([body.mass, ...body.inertia])),
        section('State', h('div.row', {}, h('span.name', {}, awake === 0 ? 'asleep' : awake < 0 ? 'static' : 'awake'), h('span.value', {}, island >= 0 ? `island ${island}` : 'no constraints'))),
        ...joints.map(([joint, j]) => section(`${JOINTS[joint.type]} ${label(joint, 'joint', j)}`,
          numbers(Array.from(frame.qpos.subarray(joint.qpos, joint.qpos + WIDTHS[joint.type][0]))),
          numbers(Array.from(frame.qvel.subarray(joint.dof, joint.dof + WIDTHS[joint.type][1]))))),
      );
    },
  };
}
