// What is seen: camera, decorations, drawing, groups.

import { SWITCHES, toggleGroup } from '../keys.js';
import { LABELS } from '../labels.js';
import { FRAMES } from '../overlays.js';
import { store } from '../store.js';
import { h, iconButton, section, toggle } from './dom.js';

const DECORATIONS = ['C', 'F', 'P', 'N', 'L', 'J', 'U', ',', 'M', 'I', "'", 'E', 'A', 'B'];
const OBJECTS = ['V', 'R', 'Y', 'Q', 'Z', 'D', 'H'];
const DRAWING = ['T', 'W', 'S', 'X', 'K', 'G'];

function switches(letters) {
  return letters.map((letter) => {
    const [name, title] = SWITCHES[letter];
    const it = toggle(title, store.get(name), (on) => store.set(name, on), letter);
    it.row.id = `switch-${name}`;
    store.watch(name, it.set);
    return it.row;
  });
}

/** A choice among kinds of objects. */
function choice(title, name, kinds, key) {
  const input = h('select', { id: `choice-${name}`, onchange: () => { store.set(name, input.value); input.blur(); } },
    ...kinds.map((kind) => h('option', { value: kind }, kind)));
  store.watch(name, (kind) => { input.value = kind; });
  return h('label.row', {}, h('span.name', {}, title), h('kbd', {}, key), input);
}

function groups(title, name) {
  const buttons = [0, 1, 2, 3, 4, 5].map((i) => h('button', { onclick: () => toggleGroup(name, i), title: `${title.toLowerCase()} of group ${i}` }, String(i)));
  store.watch(name, (on) => buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(on[i]))));
  return h('div.groups', {}, h('span.name', {}, title), ...buttons);
}

/** @param {import('../stage.js').Stage} stage */
export function viewTab(stage) {
  const FOLLOW = '-2';
  const cameras = h('select', { id: 'camera', title: 'camera ([ ])', onchange: () => {
    if (cameras.value === FOLLOW) stage.view.follow(stage.selected);
    else stage.view.use(Number(cameras.value));
    cameras.blur();
  } });
  const root = h('div', {},
    section('Camera', h('div.row', {}, h('span.name', {}, 'Look from'), cameras, iconButton('home', 'back to the start (A)', () => stage.view.home()))),
    section('Overlays', ...switches(DECORATIONS), choice('Frames', 'frame', FRAMES, 'F6'), choice('Labels', 'label', LABELS, 'F7')),
    section('Objects', ...switches(OBJECTS)),
    section('Drawing', ...switches(DRAWING)),
    section('Groups', groups('Geoms', 'geomGroups'), groups('Sites', 'siteGroups'), groups('Tendons', 'tendonGroups')));
  return {
    root,
    show(scene) {
      cameras.replaceChildren(h('option', { value: '-1' }, 'free'), h('option', { value: FOLLOW }, 'follow'), ...scene.cameras.map((c, i) => h('option', { value: String(i) }, c.name || `camera ${i}`)));
    },
    update() {
      const now = stage.view.fixed < 0 && stage.view.tracked > 0 ? FOLLOW : String(stage.view.fixed);
      if (cameras.value !== now && document.activeElement !== cameras) cameras.value = now;
    },
  };
}
