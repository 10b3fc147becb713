// Options of the physics, changed while it runs.

import { h, section, toggle } from './dom.js';

const CHOICES = { integrator: 'mjtIntegrator', solver: 'mjtSolver', cone: 'mjtCone' };
const NUMBERS = ['timestep', 'iterations', 'tolerance', 'impratio', 'noslip_iterations', 'density', 'viscosity'];
const VECTORS = ['gravity', 'wind', 'magnetic'];

/** @param {import('../socket.js').Socket} socket */
export function physicsTab(socket) {
  const root = h('div');
  let fields = [];
  let enums = {};
  let switches = [];
  const option = (name, index, value) => socket.send('option', { name, index, value });

  const choice = (name) => {
    const input = h('select', { id: `option-${name}`, onchange: () => { option(name, 0, Number(input.value)); input.blur(); } },
      ...enums[CHOICES[name]].map(([text, value]) => h('option', { value: String(value) }, text)));
    fields.push((options) => { input.value = String(options[name]); });
    return h('label.row', {}, h('span.name', {}, name), input);
  };
  const entry = (name, index, label) => {
    const input = h('input', { type: 'number', step: 'any', 'aria-label': label, onchange: () => { option(name, index, input.valueAsNumber); input.blur(); } });
    fields.push((options) => {
      const value = Array.isArray(options[name]) ? options[name][index] : options[name];
      if (document.activeElement !== input) input.value = String(value);
    });
    return input;
  };
  const flags = (name, list, invert) => list.map(([text, bit]) => {
    let bits = 0;
    const it = toggle(text, false, (on) => option(name, 0, on !== invert ? bits | bit : bits & ~bit));
    it.row.id = `flag-${text}`;
    fields.push((options) => {
      bits = options[name];
      it.set(((bits & bit) !== 0) !== invert);
    });
    return it.row;
  });

  /** Equality constraints, each on or off. */
  const equalities = (scene) => {
    const names = Object.fromEntries(scene.enums.mjtEq.map(([text, value]) => [value, text]));
    switches = scene.equalities.map((equality, index) => toggle(
      equality.name || `${names[equality.type]} ${index}`, true, (on) => socket.send('equality', { index, on })));
    const body = section('Equality constraints', ...switches.map((it) => it.row));
    body.hidden = switches.length === 0;
    return body;
  };

  return {
    root,
    show(scene) {
      fields = [];
      enums = scene.enums;
      const vector = (name) => h('div', {}, h('div.row', {}, h('span.name', {}, name)), h('div.row', {}, ...[0, 1, 2].map((i) => entry(name, i, `${name} ${'xyz'[i]}`))));
      root.replaceChildren(
        section('Algorithm', ...Object.keys(CHOICES).map(choice), ...NUMBERS.map((name) => h('label.row', {}, h('span.name', {}, name), entry(name, 0, name)))),
        section('Fields', ...VECTORS.map(vector)),
        section('Parts that act', ...flags('disableflags', scene.enums.mjtDisableBit, true)),
        section('Optional parts', ...flags('enableflags', scene.enums.mjtEnableBit, false)),
        equalities(scene));
      this.update(scene.options);
    },
    update(options) { for (const set of fields) set(options); },
    /** Equality constraints as they are in a frame. */
    follow(frame) { if (frame.equality) switches.forEach((it, i) => it.set(frame.equality[i] !== 0)); },
  };
}
