// What is seen: camera, decorations, drawing, groups.

import { SWITCHES, toggleGroup } from '../keys.js';
import { store } from '../store.js';
import { h, iconButton, section, toggle } from './dom.js';

const DECORATIONS = ['C', 'F', 'J', 'U', 'M', 'I', 'E', 'N', 'L', 'O', 'Q', 'Z'];
const DRAWING = ['V', 'P', 'S', 'X', '/', 'G', 'T', 'W', 'D'];

function switches(letters) {
  return letters.map((letter) => {
    const [name, title] = SWITCHES[letter];
    const it = toggle(title, store.get(name), (on) => store.set(name, on), letter);
    it.row.id = `switch-${name}`;
    store.watch(name, it.set);
    return it.row;
  });
}

function groups(title, name) {
  const buttons = [0, 1, 2, 3, 4, 5].map((i) => h('button', { onclick: () => toggleGroup(name, i), title: `${title.toLowerCase()} of group ${i}` }, String(i)));
  store.watch(name, (on) => buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(on[i]))));
  return h('div.groups', {}, h('span.name', {}, title), ...buttons);
}

/** @param {import('../stage.js').Stage} stage */
export function viewTab(stage) {
  const cameras = h('select', { id: 'camera', title: 'camera ([ ])', onchange: () => { stage.view.use(Number(cameras.value)); cameras.blur(); } });
  const root = h('div', {},
    section('Camera', h('div.row', {}, h('span.name', {}, 'Look from'), cameras, iconButton('home', 'back to the start (A)', () => stage.view.home()))),
    section('Show', ...switches(DECORATIONS)),
    section('Draw', ...switches(DRAWING)),
    section('Groups', groups('Geoms', 'geomGroups'), groups('Sites', 'siteGroups'), groups('Tendons', 'tendonGroups')));
  return {
    root,
    show(scene) {
      cameras.replaceChildren(h('option', { value: '-1' }, 'free'), ...scene.cameras.map((c, i) => h('option', { value: String(i) }, c.name || `camera ${i}`)));
    },
    update() { if (cameras.value !== String(stage.view.fixed)) cameras.value = String(stage.view.fixed); },
  };
}
