// Small pieces that panels are made of.

/**
 * An element with attributes and children; `on…` attributes are listeners.
 * @param {string} tag  `div`, `div.class` or `button.a.b`
 * @param {Record<string, unknown>} attributes
 * @param {...(Node | string | null)} children
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== 'list') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const PATHS = {
  play: 'M7 4.5v15l12-7.5z', pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
  step: 'M6 5v14l9-7zM18 5v14', back: 'M18 5v14l-9-7zM6 5v14', reset: 'M4 12a8 8 0 1 0 3-6.2M4 4v4h4',
  left: 'M4 5h16v14H4zM10 5v14', right: 'M4 5h16v14H4zM14 5v14', help: 'M9.2 9a2.9 2.9 0 1 1 4 2.7c-.9.4-1.2 1-1.2 2M12 17.2v.1',
  theme: 'M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z', hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 6V5a1.5 1.5 0 0 1 3 0v6M14 7a1.5 1.5 0 0 1 3 0v7c0 4-2 6-5 6s-4.500-1.500-6-5l-1.200-2.800a1.400 1.400 0 0 1 2.500-1.200L8 13',
  home: 'M4 11l8-7 8 7M6 10v9h12v-9', copy: 'M9 9h10v10H9zM5 15V5h10', reload: 'M20 12a8 8 0 1 1-3-6.200M20 4v4h-4', clear: 'M6 6l12 12M18 6L6 18',
};

/** A drawn icon. @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon. */
export function iconButton(name, title, onclick, more = {}) {
  return h('button.icon', { title, 'aria-label': title, onclick, ...more }, icon(name));
}

/** A part of a panel that can be folded. */
export function section(title, ...children) {
  const body = h('details', { open: true }, h('summary', {}, title), ...children);
  return body;
}

/** A switch with a name and a shortcut. */
export function toggle(name, on, onchange, key = '') {
  const input = h('input.switch', { type: 'checkbox', checked: on, onchange: () => onchange(input.checked) });
  const row = h('label.row', {}, h('span.name', {}, name), key ? h('kbd', {}, key) : null, input);
  return { row, set: (value) => { input.checked = value; } };
}

/** A number with as many digits as help. @param {number} x */
export function number(x, digits = 4) {
  if (!Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return x.toExponential(2).replaceAll('-', '−');
  return x.toFixed(size >= 1000 ? 1 : size >= 100 ? 2 : digits - 1).replace('-', '−');
}

/** A slider with a name and a number that can be typed. */
export function slider(name, [low, high], oninput, format = number, parse = Number) {
  const range = h('input', { type: 'range', min: String(low), max: String(high), step: 'any', 'aria-label': name });
  const value = h('input.value', { type: 'text', 'aria-label': `${name}, value`, spellcheck: false });
  let held = false;
  const show = (x, force = false) => {
    if (!held || force) range.value = String(x);
    range.style.setProperty('--share', `${Math.max(0, Math.min(100, (100 * (x - low)) / (high - low || 1)))}%`);
    if (document.activeElement !== value) value.value = format(x);
  };
  range.oninput = () => { show(range.valueAsNumber, true); oninput(range.valueAsNumber); };
  range.onpointerdown = () => { held = true; };
  for (const end of ['pointerup', 'pointercancel']) range.addEventListener(end, () => { held = false; range.blur(); });
  value.onchange = () => {
    const x = parse(value.value.replaceAll('−', '-').trim());
    if (Number.isFinite(x)) oninput(x);
    value.blur();
  };
  value.onkeydown = (event) => { if (event.key === 'Enter') value.blur(); };
  const row = h('div.slider', {}, h('span.name', { title: name }, name), value, range);
  return { row, set: show, disable: (off) => { range.disabled = off; value.disabled = off; } };
}
