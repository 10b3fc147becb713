// Puts the page together: the connection feeds the picture and the panels, the panels and keys send commands.

import { bits } from './frame.js';
import { listen } from './keys.js';
import { Pointer } from './pointer.js';
import { fetchScene } from './scenefile.js';
import { Socket } from './socket.js';
import { Stage } from './stage.js';
import { store } from './store.js';
import { bodyTab } from './ui/body.js';
import { controlTab, jointTab } from './ui/control.js';
import { curtain, showProblem, toast, toggleHelp } from './ui/messages.js';
import { isOpen, panel } from './ui/panel.js';
import { physicsTab } from './ui/physics.js';
import { profileTab, sensorTab } from './ui/plots.js';
import { topbar } from './ui/topbar.js';
import { SPEEDS, transport } from './ui/transport.js';
import { viewTab } from './ui/view.js';

const query = new URLSearchParams(location.search);
const token = query.get('token') ?? '';
const byId = (id) => document.getElementById(id);
if (query.has('theme')) store.values.theme = query.get('theme');
for (const name of query.get('show')?.split(',') ?? []) {
  if (name === 'frames' || name === 'labels') store.values[name.slice(0, -1)] = 'body';
  else if (typeof store.values[name] === 'boolean') store.values[name] = true;
}
for (const name of query.get('hide')?.split(',') ?? []) if (typeof store.values[name] === 'boolean') store.values[name] = false;
document.documentElement.classList.toggle('bare', query.has('bare'));

const stage = new Stage(byId('canvas'), query.has('fine'));
const socket = new Socket(token);
let frame = null;
let sceneId = 0;
let key = -1;
let early = null;

const select = (body) => {
  stage.select(body);
  if (body > 0) store.set('rightTab', 'body');
};
const setSpeed = (by) => {
  const now = SPEEDS.reduce((best, s, i) => (Math.abs(s - frame.speed * 100) < Math.abs(SPEEDS[best] - frame.speed * 100) ? i : best), 0);
  const next = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, now + by))];
  socket.send('speed', { factor: next / 100 });
};
const actions = {
  playPause: () => socket.send(frame?.paused ? 'play' : 'pause'),
  forward: () => socket.send('step', { count: 1 }),
  back: () => socket.send('step', { count: -1 }),
  slower: () => setSpeed(-1),
  faster: () => setSpeed(1),
  reset: () => socket.send('reset'),
  reload: () => socket.send('reload'),
  copy: () => socket.send('copy_keyframe'),
  nextKey: () => {
    if (!stage.scene?.keys.length) return;
    key = (key + 1) % stage.scene.keys.length;
    socket.send('keyframe', { key });
  },
  nextCamera: () => stage.view.cycle(1),
  lastCamera: () => stage.view.cycle(-1),
  free: () => { stage.view.free(); stage.view.changed = true; },
  home: () => stage.view.home(),
  picture: async () => {
    const url = URL.createObjectURL(await stage.picture());
    const name = (stage.scene?.file ?? 'picture').replace(/\.\w+$/, '');
    Object.assign(document.createElement('a'), { href: url, download: `${name}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    toast(`${name}.png was saved.`);
  },
  parent: () => { if (stage.selected > 0) select(Math.max(1, stage.scene.bodies[stage.selected].parent)); },
  help: toggleHelp,
};

const bar = topbar(byId('topbar'), actions);
const deck = transport(byId('transport'), socket, actions);
const tabs = {
  left: { View: viewTab(stage), Physics: physicsTab(socket) },
  right: { Control: controlTab(socket), Joints: jointTab(socket), Body: bodyTab(stage, select), Sensors: sensorTab(), Profile: profileTab() },
};
for (const [side, list] of Object.entries(tabs)) {
  panel(byId(side), side, Object.fromEntries(Object.entries(list).map(([title, tab]) => [title, tab.root])));
}
const pointer = new Pointer(stage, socket, select);
listen(actions);
addEventListener('themechange', () => stage.restyle());

/** Asks for what is drawn now, and for no more. */
function setWant() {
  const want = ['bodyPos', 'bodyQuat', 'camera', 'light', 'figures', 'history', 'perturb'];
  const when = (on, ...names) => { if (on) want.push(...names); };
  when(store.get('tendons'), 'tendon', 'wrapPos', 'wrapObj', 'act');
  when(store.get('contacts') || store.get('forces'), 'contact', 'contactGeom');
  when(store.get('joints') || store.get('actuators') || store.get('skeleton') || store.get('label') === 'joint', 'joint', 'actuatorForce', 'act');
  when(store.get('com'), 'subtreeCom');
  when(store.get('islands') || store.get('sleeping') || isOpen('right', 'Body'), 'bodyState');
  when(isOpen('right', 'Control'), 'ctrl');
  when(isOpen('left', 'Physics') || store.get('equality'), 'equality');
  when(isOpen('right', 'Joints') || isOpen('right', 'Body'), 'qpos', 'qvel', 'velocity');
  // lines go on while their tab is closed
  want.push('sensor', 'energy', 'stages');
  socket.setWant(bits(want));
}
store.watch('*', setWant);
setWant();

/** The camera that the address asks for. */
function lookFrom(scene) {
  const camera = scene.cameras.findIndex(({ name }) => name === query.get('camera'));
  if (camera >= 0) stage.view.use(camera);
  for (const name of ['azimuth', 'elevation', 'distance']) {
    const value = Number.parseFloat(query.get(name));
    if (Number.isFinite(value)) Object.assign(stage.view, { [name]: value, fixed: -1, changed: true });
  }
}

async function loadScene(id) {
  curtain('loading the model…', 0);
  const scene = await fetchScene(token, (share) => curtain('loading the model…', share));
  // a newer one may be on its way
  if (id !== sceneId) return;
  stage.show(scene);
  for (const part of [bar, deck, ...Object.values(tabs.left), ...Object.values(tabs.right)]) part.show(scene);
  if (id === 1) lookFrom(scene);
  curtain(null);
  document.documentElement.dataset.scene = String(id);
  if (early?.scene === id) {
    frame = early;
    stage.take(frame);
  }
}

socket.addEventListener('message', ({ detail: message }) => {
  if (message.scene) {
    sceneId = message.scene;
    loadScene(sceneId).catch((error) => curtain(`the model cannot be shown: ${error.message}`));
  }
  if ('problem' in message) showProblem(message.problem);
  if (message.options) tabs.left.Physics.update(message.options);
  if (message.notice) toast(message.notice);
  if (message.refused) toast(message.refused, 'bad');
  if (message.failed) toast(`The simulation stopped: ${message.failed}`, 'bad');
  if (message.keyframe) copyText(message.keyframe);
});
socket.addEventListener('frame', ({ detail }) => {
  // one that comes before its scene waits for it: while paused there may be no other
  early = detail;
  if (detail.scene !== sceneId || document.documentElement.dataset.scene !== String(sceneId)) return;
  frame = detail;
  stage.take(frame);
  tabs.right.Sensors.push(frame);
  tabs.right.Profile.push(frame);
});
socket.addEventListener('close', () => bar.status('disconnected', 'off'));

async function copyText(text) {
  window.lastKeyframe = text;
  try {
    await navigator.clipboard.writeText(text);
    toast('The state was copied as a keyframe.');
  } catch {
    toast(text);
  }
}

const narrow = matchMedia('(max-width: 760px)');
/** How much of the picture an open panel hides on a narrow screen. */
function covered() {
  const open = document.querySelector('.panel:not(.closed)');
  return open ? innerHeight - open.offsetTop : 0;
}

const rate = { time: performance.now(), drawn: 0, received: 0, fps: 0, streamed: 0 };
let panels = 0;

function tick(now) {
  requestAnimationFrame(tick);
  pointer.tell();
  stage.cover(narrow.matches && !document.documentElement.classList.contains('bare') ? covered() : 0);
  stage.draw();
  if (now - rate.time > 500) {
    rate.fps = (1000 * (stage.drawn - rate.drawn)) / (now - rate.time);
    rate.streamed = (1000 * (socket.received - rate.received)) / (now - rate.time);
    Object.assign(rate, { time: now, drawn: stage.drawn, received: socket.received });
  }
  // numbers are read, not watched: ten times a second is enough
  if (!frame || now - panels < 100) return;
  panels = now;
  bar.status(frame.past ? 'in the past' : frame.paused ? 'paused' : 'running', frame.paused ? 'pause' : 'run');
  bar.update(frame, rate.fps);
  deck.update(frame);
  if (isOpen('left', 'Physics')) tabs.left.Physics.follow(frame);
  for (const [side, list] of Object.entries(tabs)) {
    for (const [title, tab] of Object.entries(list)) if (isOpen(side, title) && title !== 'Physics') tab.update(frame);
  }
}
requestAnimationFrame(tick);

/** For tests and pictures: what the page knows. */
window.sinew = { stage, socket, store, rate, frame: () => frame, select };
