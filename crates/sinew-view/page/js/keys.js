// Keyboard shortcuts: those of `simulate`, and a few of our own where it has none.

import { LABELS } from './labels.js';
import { FRAMES } from './overlays.js';
import { store } from './store.js';

/** Switches by key: what they show, and what they are called. */
export const SWITCHES = {
  C: ['contacts', 'Contact points'], F: ['forces', 'Contact forces'], P: ['split', 'Split contact forces'], N: ['islands', 'Islands'],
  J: ['joints', 'Joints'], U: ['actuators', 'Actuators'], ',': ['activation', 'Activation'], M: ['com', 'Centres of mass'],
  I: ['inertia', 'Inertia boxes'], "'": ['scaleInertia', 'Boxes scaled by mass'], E: ['equality', 'Equality constraints'],
  V: ['tendons', 'Tendons'], Y: ['rangefinders', 'Rangefinders'], A: ['skeleton', 'Skeleton'], B: ['perturb', 'Hand and spring'],
  Q: ['cameras', 'Cameras'], Z: ['lights', 'Lights'], L: ['sleeping', 'Sleeping bodies'], R: ['sites', 'Sites'],
  D: ['static', 'Static bodies'], H: ['hull', 'Convex hulls'], T: ['transparent', 'Transparent'], W: ['wireframe', 'Wireframe'],
  S: ['shadows', 'Shadows'], X: ['textures', 'Textures'], K: ['skybox', 'Skybox'], G: ['fog', 'Fog'],
};

/** What the help lists. */
export const HELP = [
  ['Simulation', [
    ['Space', 'play / pause'], ['→  ←', 'step forward / back'], ['−  +', 'slower / faster'],
    ['Backspace', 'reset'], ['Ctrl L', 'load the file again'], ['Ctrl C', 'copy the state as a keyframe'], ['.', 'next keyframe'],
  ]],
  ['View', [
    ['drag', 'orbit'], ['right drag', 'pan, with Shift along the floor'], ['wheel', 'zoom'], ['[  ]', 'cycle cameras'],
    ['Esc', 'free camera'], ['Ctrl A', 'back to where one started'], ['0–5', 'geom groups, with Shift site groups'],
    ['Ctrl P', 'save a picture'], ['one finger', 'orbit'], ['two fingers', 'pan and zoom'],
  ]],
  ['Bodies', [
    ['double-click', 'select'], ['Ctrl drag', 'turn the selected body'], ['Ctrl right drag', 'pull it, with Shift along the floor'],
    ['\\', 'hand: drag bodies without Ctrl'], ['Page Up', 'select its parent'], ['right dbl-click', 'centre the view, with Ctrl follow'],
  ]],
  ['Panels', [
    ['Tab', 'left panel, with Shift the right one'], ['F1  ?', 'this help'], ['F2', 'figures'], ['F3', 'profile'], ['F4', 'sensors'],
    ['F6', 'next kind of frames'], ['F7', 'next kind of labels'],
  ]],
];

/**
 * Listens for shortcuts.
 * @param {Record<string, () => void>} actions by name
 */
export function listen(actions) {
  // a button that was clicked gives the keys back
  addEventListener('click', (event) => { if (event.detail > 0) event.target.closest?.('button, summary, input[type=checkbox]')?.blur(); });
  addEventListener('keydown', (event) => {
    const { activeElement: focus } = document;
    const typing = focus?.matches('input[type=text], input[type=number], select, textarea');
    // sliders that were reached by keyboard move by arrows, and the rest by Tab; the help closes by itself
    const theirs = (focus?.matches('input[type=range]') && event.key.startsWith('Arrow')) || (event.key === 'Tab' && focus !== document.body);
    const help = document.querySelector('dialog[open]') && !['?', 'F1'].includes(event.key);
    if (typing || theirs || event.altKey || help) return;
    const act = find(event, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function find(event, actions) {
  const { key, shiftKey: shift } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'c' && String(getSelection())) return null;
    return { l: actions.reload, c: actions.copy, a: actions.home, p: actions.picture }[key] ?? null;
  }
  const named = {
    ' ': actions.playPause, ArrowRight: actions.forward, ArrowLeft: actions.back, '-': actions.slower, _: actions.slower,
    '=': actions.faster, '+': actions.faster, Backspace: actions.reset, '[': actions.lastCamera, ']': actions.nextCamera,
    Escape: actions.free, PageUp: actions.parent, '?': actions.help, F1: actions.help, '.': actions.nextKey,
    Tab: () => store.toggle(shift ? 'right' : 'left'), '\\': () => store.toggle('hand'), F2: () => store.toggle('info'),
    F3: () => openTab('profile'), F4: () => openTab('sensors'), F6: () => next('frame', FRAMES), F7: () => next('label', LABELS),
  }[key];
  if (named) return named;
  const digit = /^Digit([0-5])$/.exec(event.code);
  if (digit) return () => toggleGroup(shift ? 'siteGroups' : 'geomGroups', Number(digit[1]));
  const found = SWITCHES[key.toUpperCase()];
  return found ? () => store.toggle(found[0]) : null;
}

/** Opens a tab of the right panel, or closes the panel if it is that tab. */
function openTab(tab) {
  const open = store.get('right') && String(store.get('rightTab')).toLowerCase() === tab;
  store.set('rightTab', tab);
  store.set('right', !open);
}

/** The next of a list. */
function next(name, list) {
  store.set(name, list[(list.indexOf(store.get(name)) + 1) % list.length]);
}

/** Shows or hides a group. */
export function toggleGroup(name, group) {
  store.set(name, store.get(name).map((on, i) => (i === group ? !on : on)));
}
