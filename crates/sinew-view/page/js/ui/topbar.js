// The bar at the top: which model, how it runs, what is open.

import { store } from '../store.js';
import { h, iconButton } from './dom.js';

/** @param {HTMLElement} root @param {{help: () => void}} actions */
export function topbar(root, actions) {
  const mark = new DOMParser().parseFromString(MARK, 'image/svg+xml').documentElement;
  const model = h('span.model');
  const pill = h('span.pill.off', {}, 'connecting');
  const figures = { factor: h('b', {}, '–'), micros: h('b', {}, '–'), ncon: h('b', {}, '–'), frames: h('b', {}, '–') };
  const button = (icon, title, name) => {
    const it = iconButton(icon, title, () => store.toggle(name));
    store.watch(name, (on) => it.setAttribute('aria-pressed', String(on)));
    return it;
  };
  root.append(
    h('span.brand', {}, mark, 'sinew'), model, pill,
    h('span.figures', {},
      h('span', { title: 'simulated seconds per second' }, figures.factor, '× real time'),
      h('span', { title: 'time of one step' }, figures.micros, ' µs/step'),
      h('span', { title: 'contacts' }, figures.ncon, ' contacts'),
      h('span', { title: 'pictures drawn per second' }, figures.frames, ' fps')),
    h('span.buttons', {},
      button('hand', 'hand: drag bodies (\\)', 'hand'), button('left', 'left panel (Tab)', 'left'), button('right', 'right panel (Shift Tab)', 'right'),
      iconButton('theme', 'dark or light', cycleTheme), iconButton('help', 'help (?)', actions.help)),
  );
  store.watch('theme', applyTheme);
  store.watch('info', (on) => root.classList.toggle('brief', !on));
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => applyTheme(store.get('theme')));
  return {
    show(scene) {
      model.textContent = scene.name && !scene.file.startsWith(scene.name) ? `${scene.name} · ${scene.file}` : scene.file;
      document.title = `${scene.name || scene.file} · Sinew`;
    },
    status(text, kind) {
      if (pill.textContent !== text) Object.assign(pill, { textContent: text, className: `pill ${kind}` });
    },
    update(frame, fps) {
      figures.factor.textContent = frame.paused ? '0' : frame.figure.factor?.toFixed(2) ?? '–';
      figures.micros.textContent = frame.figure.micros?.toFixed(0) ?? '–';
      figures.ncon.textContent = String(frame.figure.ncon ?? '–');
      // a picture that stands still is not drawn again
      figures.frames.textContent = frame.paused ? '–' : fps.toFixed(0);
    },
  };
}

const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M5 24c5-18 8 7 12-5s5-11 10-11" fill="none" stroke="#ff7a59" stroke-width="3.6" stroke-linecap="round"/><circle cx="5" cy="24" r="3.2" fill="currentColor"/><circle cx="27" cy="8" r="3.2" fill="currentColor"/></svg>';

function cycleTheme() {
  store.set('theme', document.documentElement.dataset.theme === 'light' ? 'dark' : 'light');
}

function applyTheme(theme) {
  const light = theme === 'light' || (theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  // the picture's backdrop follows once the page has its colours
  queueMicrotask(() => dispatchEvent(new Event('themechange')));
}
