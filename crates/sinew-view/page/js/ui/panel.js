// A panel with tabs.

import { store } from '../store.js';
import { h } from './dom.js';

/**
 * @param {HTMLElement} root
 * @param {string} side `left` or `right`
 * @param {Record<string, HTMLElement>} tabs by title
 */
export function panel(root, side, tabs) {
  const entries = Object.entries(tabs);
  const buttons = entries.map(([title]) => h('button', { role: 'tab', onclick: () => store.set(`${side}Tab`, title) }, title));
  root.append(h('nav.tabs', { role: 'tablist' }, ...buttons), ...entries.map(([, body]) => body));
  for (const [, body] of entries) body.classList.add('tab');
  store.watch(`${side}Tab`, (open) => {
    const index = Math.max(0, entries.findIndex(([title]) => title.toLowerCase() === String(open).toLowerCase()));
    entries.forEach(([, body], i) => { body.hidden = i !== index; });
    buttons.forEach((button, i) => button.setAttribute('aria-selected', String(i === index)));
  });
  const narrow = matchMedia('(max-width: 760px)');
  // on a phone one panel is open at a time, and none at first
  if (narrow.matches) store.set(side, false);
  store.watch(side, (open) => {
    root.classList.toggle('closed', !open);
    if (open && narrow.matches) {
      const other = side === 'left' ? 'right' : 'left';
      if (store.get(other)) store.set(other, false);
    }
  });
}

/** Whether a tab can be seen. */
export function isOpen(side, title) {
  return store.get(side) && String(store.get(`${side}Tab`)).toLowerCase() === title.toLowerCase();
}
