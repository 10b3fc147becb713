// Controls of the actuators, and joints while paused.

import { label } from '../scenefile.js';
import { h, section, slider } from './dom.js';

const DEGREES = 180 / Math.PI;
const HINGE = 3;
/** An angle as it is typed: shown in degrees, so that numbers are degrees unless they say `rad`. */
const angle = (text) => (text.endsWith('rad') ? Number(text.slice(0, -3)) : Number(text.replace('°', '')) / DEGREES);

/** Name of an actuator, or of the joint or tendon that it moves. */
function actuatorName(scene, actuator, a) {
  const [kinds, list] = { 0: ['joint', scene.joints], 1: ['joint', scene.joints], 3: ['tendon', scene.tendons] }[actuator.transmission] ?? [];
  const target = list?.[actuator.target[0]];
  return actuator.name || (target?.name && `${target.name} (${kinds})`) || `actuator ${a}`;
}

/** @param {import('../socket.js').Socket} socket */
export function controlTab(socket) {
  const root = h('div');
  let sliders = [];
  return {
    root,
    show(scene) {
      sliders = [];
      const rows = scene.actuators.flatMap((actuator, a) => actuator.range.map((range, k) => {
        const index = actuator.ctrl + k;
        const name = actuatorName(scene, actuator, a) + (actuator.range.length > 1 ? ` ${k}` : '');
        const it = slider(name, actuator.limited[k] ? range : [-1, 1], (value) => socket.send('ctrl', { index, value }));
        it.row.id = `ctrl-${index}`;
        sliders.push([index, it]);
        return it.row;
      }));
      const clear = h('button.button', { id: 'clear-ctrl', onclick: () => socket.send('clear_ctrl') }, 'All to neutral');
      root.replaceChildren(rows.length
        ? section('Controls', clear, ...rows)
        : h('p.hint', {}, 'This model has no actuators. Double-click a body and drag it with Ctrl and the right button, or switch on the hand at the top.'));
    },
    update(frame) { if (frame.ctrl) for (const [index, it] of sliders) it.set(frame.ctrl[index]); },
  };
}

/** @param {import('../socket.js').Socket} socket */
export function jointTab(socket) {
  const root = h('div');
  let sliders = [];
  let hint = null;
  return {
    root,
    show(scene) {
      sliders = [];
      const rows = scene.joints.flatMap((joint, j) => {
        if (!joint.scalar) return [];
        const range = joint.limited ? joint.range : joint.type === HINGE ? [-Math.PI, Math.PI] : [-1, 1];
        const format = joint.type === HINGE ? (x) => `${(x * DEGREES).toFixed(1)}°` : (x) => x.toFixed(4);
        const it = slider(label(joint, 'joint', j), range, (value) => socket.send('qpos', { index: joint.qpos, value }), format, joint.type === HINGE ? angle : Number);
        it.row.id = `joint-${j}`;
        sliders.push([joint.qpos, it]);
        return [it.row];
      });
      hint = h('p.hint', {}, 'Pause (Space) to set joints by hand.');
      root.replaceChildren(hint, rows.length ? section('Joints', ...rows) : h('p.hint', {}, 'There are no hinges or slides in this model.'));
    },
    update(frame) {
      hint.hidden = frame.paused;
      if (!frame.qpos) return;
      for (const [index, it] of sliders) {
        it.set(frame.qpos[index]);
        it.disable(!frame.paused);
      }
    },
  };
}
