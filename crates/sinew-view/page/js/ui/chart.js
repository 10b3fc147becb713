// Lines over the last seconds.

import { h, number } from './dom.js';

const POINTS = 240;
/** Values that are written beside a title; more are only drawn. */
const MOST_VALUES = 4;
export const COLORS = ['#ff7a59', '#4c9be8', '#5fbf73', '#d9b44a', '#b07fe0', '#4cc5c5', '#e07fae', '#9aa5b1'];

/** A chart of a few lines. */
export class Chart {
  /**
   * @param {string} title
   * @param {string[] | number} lines names of the lines, or how many there are
   * @param {(x: number) => string} format
   */
  constructor(title, lines, format = number) {
    const names = Array.isArray(lines) ? lines : Array.from({ length: lines }, () => '');
    this.lines = names.slice(0, COLORS.length).map(() => new Float64Array(POINTS).fill(NaN));
    this.format = format;
    this.at = 0;
    this.values = names.slice(0, MOST_VALUES).map((name, i) => {
      const value = h('b', {}, '–');
      const dot = names.length > 1 ? h('i', { style: `background:${COLORS[i]}` }) : null;
      return { value, key: h('span.key', {}, dot, name, value) };
    });
    const keys = this.values.map(({ key }) => key);
    if (names.length > MOST_VALUES) keys.push(h('span.key', {}, `+${names.length - MOST_VALUES}`));
    this.range = h('small');
    this.canvas = h('canvas');
    this.root = h('div.chart', {},
      h('header', {}, h('span.title', { title }, title), names.length > 1 ? this.range : keys[0]),
      names.length > 1 ? h('div.keys', {}, ...keys) : null,
      this.canvas);
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

  /** Least and greatest value, a little apart. */
  bounds() {
    let [low, high] = [Infinity, -Infinity];
    for (const line of this.lines) for (const y of line) if (Number.isFinite(y)) { low = Math.min(low, y); high = Math.max(high, y); }
    if (!Number.isFinite(low)) return [-0.5, 0.5];
    return high - low > 1e-9 * Math.max(1, Math.abs(high)) ? [low, high] : [low - 0.5, high + 0.5];
  }

  draw() {
    if (!this.latest) return;
    this.values.forEach(({ value }, i) => { value.textContent = this.format(this.latest[i]); });
    const { canvas } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [w, tall] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (!w) return;
    if (canvas.width !== w || canvas.height !== tall) Object.assign(canvas, { width: w, height: tall });
    const [low, high] = this.bounds();
    this.range.textContent = `${this.format(low)} … ${this.format(high)}`;
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, w, tall);
    const [top, bottom] = [5 * ratio, tall - 5 * ratio];
    const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - top);
    if (low < 0 && high > 0) this.zero(context, y(0), w, ratio);
    context.lineWidth = 1.6 * ratio;
    context.lineJoin = 'round';
    this.lines.forEach((line, i) => {
      context.strokeStyle = COLORS[i];
      context.beginPath();
      let down = false;
      for (let k = 0; k < POINTS; k += 1) {
        const value = line[(this.at + k) % POINTS];
        if (!Number.isFinite(value)) { down = false; continue; }
        const point = [(k / (POINTS - 1)) * w, y(value)];
        if (down) context.lineTo(...point); else context.moveTo(...point);
        down = true;
      }
      context.stroke();
    });
  }

  /** A line where the values are zero. */
  zero(context, y, w, ratio) {
    context.strokeStyle = 'rgb(128 140 155 / 35%)';
    context.lineWidth = ratio;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(w, y);
    context.stroke();
  }
}
