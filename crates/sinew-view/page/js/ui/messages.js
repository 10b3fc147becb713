// What the page has to say: toasts, problems of the model, the curtain while loading, help.

import { HELP, SWITCHES } from '../keys.js';
import { h } from './dom.js';

const TOAST_MS = 3500;
const MOST_TOASTS = 4;
const byId = (id) => document.getElementById(id);

/** Says something for a moment. @param {string} text @param {'' | 'bad'} kind */
export function toast(text, kind = '') {
  const root = byId('toasts');
  const last = root.lastElementChild;
  if (last?.textContent === text) last.remove();
  const it = h('div', { className: kind }, text);
  root.append(it);
  while (root.children.length > MOST_TOASTS) root.firstChild.remove();
  setTimeout(() => it.remove(), kind === 'bad' ? 3 * TOAST_MS : TOAST_MS);
}

/** Shows what is wrong with the model, or that it is mended. */
export function showProblem(problem) {
  const root = byId('problem');
  root.hidden = !problem;
  if (!problem) return;
  // the message begins with the place, which has a line of its own
  const place = problem.line ? `${problem.file}:${problem.line}` : problem.file;
  const message = problem.message.startsWith(place) ? problem.message.slice(place.length).replace(/^[:\d\s]+/, '') : problem.message;
  root.replaceChildren(
    h('h2', {}, 'The model cannot be loaded'),
    place ? h('div.place', {}, place) : null,
    h('p', {}, message),
    problem.excerpt ? h('pre', {}, problem.excerpt) : null,
    h('small', {}, 'The simulation goes on with the last good model. This goes away when the file is mended.'),
  );
}

/** Covers the page while there is nothing to see; `null` lifts the curtain. */
export function curtain(text, share = 0) {
  byId('curtain').classList.toggle('gone', text === null);
  if (text === null) return;
  byId('curtain-text').textContent = text;
  byId('curtain-bar').style.width = `${100 * share}%`;
}

/** Opens or closes the help. */
export function toggleHelp() {
  const root = byId('help');
  if (root.open) { root.close(); return; }
  const list = (title, rows, kind = '') => h('div', { className: kind }, h('h3', {}, title), h('dl', {}, ...rows.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])));
  const switches = Object.entries(SWITCHES).map(([key, [, title]]) => [key, title.toLowerCase()]);
  root.replaceChildren(h('h2', {}, 'Keys and mouse'), h('div.columns', {}, ...HELP.map(([title, rows]) => list(title, rows)), list('Show and hide', switches, 'long')));
  root.onclick = (event) => { if (event.target === root) root.close(); };
  root.showModal();
}
