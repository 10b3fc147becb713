// Keyboard shortcuts, those of `simulate` where it has them.

import { store } from './store.js';

/** Switches by key: what they show, and what they are called. */
export const SWITCHES = {
  C: ['contacts', 'Contact points'], F: ['forces', 'Contact forces'], J: ['joints', 'Joints'], M: ['com', 'Centres of mass'],
  I: ['inertia', 'Inertia boxes'], N: ['islands', 'Islands'], E: ['frames', 'Body frames'], U: ['actuators', 'Actuators'],
  O: ['activation', 'Activation'], V: ['tendons', 'Tendons'], Q: ['cameras', 'Cameras'], Z: ['lights', 'Lights'],
  L: ['sleeping', 'Sleeping bodies'], P: ['sites', 'Sites'], D: ['static', 'Static bodies'], T: ['transparent', 'Transparent'],
  W: ['wireframe', 'Wireframe'], S: ['shadows', 'Shadows'], X: ['textures', 'Textures'], G: ['fog', 'Fog'], '/': ['skybox', 'Skybox'],
};

/** What the help lists. */
export const HELP = [
  ['Simulation', [
    ['Space', 'play / pause'], ['→  ←', 'step forward / back through what was recorded'], ['−  +', 'slower / faster'],
    ['Backspace', 'reset'], ['K', 'next keyframe'], ['Ctrl L', 'load the file again'], ['Ctrl C', 'copy the state as a keyframe'],
  ]],
  ['View', [
    ['drag', 'orbit'], ['right drag', 'pan, with Shift along the floor'], ['wheel', 'zoom'], ['[  ]', 'cycle cameras'],
    ['Esc', 'free camera'], ['A', 'back to where one started'], ['Tab', 'left panel, with Shift the right one'], ['0–5', 'geom groups, with Shift site groups'],
  ]],
  ['Bodies', [
    ['double-click', 'select'], ['Ctrl drag', 'turn the selected body'], ['Ctrl right drag', 'pull it, with Shift along the floor'],
    ['H', 'hand: drag bodies without Ctrl'], ['Page Up', 'select its parent'], ['right double-click', 'centre the view, with Ctrl follow the body'],
  ]],
];

/**
 * Listens for shortcuts.
 * @param {Record<string, () => void>} actions by name
 */
export function listen(actions) {
  addEventListener('keydown', (event) => {
    const { activeElement: focus } = document;
    const typing = focus?.matches('input[type=text], input[type=number], select, textarea');
    // sliders that were reached by keyboard move by arrows, and the rest by Tab; the help closes by itself
    const theirs = (focus?.matches('input[type=range]') && event.key.startsWith('Arrow')) || (event.key === 'Tab' && focus !== document.body);
    if (typing || theirs || event.altKey || (document.querySelector('dialog[open]') && event.key !== '?')) return;
    const act = find(event, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function find(event, actions) {
  const { key, shiftKey: shift } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'l') return actions.reload;
    if (key === 'c' && !String(getSelection())) return actions.copy;
    return null;
  }
  const named = {
    ' ': actions.playPause, ArrowRight: actions.forward, ArrowLeft: actions.back, '-': actions.slower, _: actions.slower,
    '=': actions.faster, '+': actions.faster, Backspace: actions.reset, '[': actions.lastCamera, ']': actions.nextCamera,
    Escape: actions.free, PageUp: actions.parent, '?': actions.help, F1: actions.help,
    Tab: () => store.toggle(shift ? 'right' : 'left'),
  }[key];
  if (named) return named;
  const letter = { K: actions.nextKey, A: actions.home, H: () => store.toggle('hand') }[key.toUpperCase()];
  if (letter) return letter;
  const digit = /^Digit([0-5])$/.exec(event.code);
  if (digit) return () => toggleGroup(shift ? 'siteGroups' : 'geomGroups', Number(digit[1]));
  const found = SWITCHES[key.toUpperCase()];
  return found ? () => store.toggle(found[0]) : null;
}

/** Shows or hides a group. */
export function toggleGroup(name, group) {
  store.set(name, store.get(name).map((on, i) => (i === group ? !on : on)));
}
