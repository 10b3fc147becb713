// Lines over the last seconds.

import { h, number } from './dom.js';

const POINTS = 240;
export const COLORS = ['#ff7a59', '#4c9be8', '#5fbf73', '#d9b44a', '#b07fe0', '#4cc5c5', '#e07fae', '#9aa5b1'];

/** A chart of a few lines. */
export class Chart {
  /** @param {string} title @param {number} lines @param {string} unit */
  constructor(title, lines, unit = '') {
    this.lines = Array.from({ length: Math.min(lines, COLORS.length) }, () => new Float64Array(POINTS).fill(NaN));
    this.unit = unit;
    this.at = 0;
    this.value = h('b', {}, '–');
    this.canvas = h('canvas');
    this.root = h('div.chart', {}, h('header', {}, h('span', { title }, title), this.value), this.canvas);
  }

  /** Adds a value to each line. @param {ArrayLike<number>} values */
  push(values) {
    this.lines.forEach((line, i) => { line[this.at % POINTS] = values[i]; });
    this.at += 1;
    this.latest = values;
  }

  clear() {
    for (const line of this.lines) line.fill(NaN);
    this.at = 0;
  }

  draw() {
    if (!this.latest) return;
    this.value.textContent = Array.from(this.latest).slice(0, 3).map((x) => number(x, 3)).join('  ') + (this.latest.length > 3 ? ' …' : '') + this.unit;
    const { canvas } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [w, tall] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    if (!w) return;
    if (canvas.width !== w || canvas.height !== tall) Object.assign(canvas, { width: w, height: tall });
    let [low, high] = [Infinity, -Infinity];
    for (const line of this.lines) for (const y of line) if (Number.isFinite(y)) { low = Math.min(low, y); high = Math.max(high, y); }
    if (!(high - low > 1e-12 * Math.max(1, Math.abs(high)))) { low -= 0.5; high += 0.5; }
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, w, tall);
    context.lineWidth = 1.6 * ratio;
    context.lineJoin = 'round';
    this.lines.forEach((line, i) => {
      context.strokeStyle = COLORS[i];
      context.beginPath();
      let down = false;
      for (let k = 0; k < POINTS; k += 1) {
        const y = line[(this.at + k) % POINTS];
        if (!Number.isFinite(y)) { down = false; continue; }
        const point = [(k / (POINTS - 1)) * w, tall - 4 * ratio - ((y - low) / (high - low)) * (tall - 8 * ratio)];
        if (down) context.lineTo(...point); else context.moveTo(...point);
        down = true;
      }
      context.stroke();
    });
  }
}
