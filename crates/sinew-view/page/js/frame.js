// Frames: binary to typed arrays that look at the bytes in place.

import { FIGURES, FLAGS, HEADER_BYTES, SECTIONS } from './wire.js';

const ARRAYS = { f32: Float32Array, f64: Float64Array, i32: Int32Array };
/** Sections by id. */
const BY_ID = new Map(Object.entries(SECTIONS).map(([name, s]) => [s.id, { name, ...s }]));

/**
 * @typedef {object} Frame
 * @property {number} scene      scene that the numbers belong to
 * @property {number} sequence
 * @property {boolean} paused
 * @property {boolean} past      a state of the past is shown
 * @property {number} time
 * @property {number} speed
 * @property {Record<string, number>} figure
 * and a typed array for every section that came, by its name.
 */

/**
 * Takes a frame apart; `null` if it is none.
 * @param {ArrayBuffer} buffer
 * @returns {Frame | null}
 */
export function decode(buffer) {
  if (buffer.byteLength < HEADER_BYTES) return null;
  const view = new DataView(buffer);
  const flags = view.getUint32(8, true);
  const frame = {
    scene: view.getUint32(0, true),
    sequence: view.getUint32(4, true),
    paused: (flags & FLAGS.paused) !== 0,
    past: (flags & FLAGS.past) !== 0,
    time: view.getFloat64(16, true),
    speed: view.getFloat64(24, true),
    figure: {},
  };
  let at = HEADER_BYTES;
  while (at + 8 <= buffer.byteLength) {
    const section = BY_ID.get(view.getUint32(at, true));
    const rows = view.getUint32(at + 4, true);
    if (!section) return null;
    const Numbers = ARRAYS[section.kind];
    const count = rows * section.width;
    at += 8;
    if (at + count * Numbers.BYTES_PER_ELEMENT > buffer.byteLength) return null;
    frame[section.name] = new Numbers(buffer, at, count);
    at += Math.ceil((count * Numbers.BYTES_PER_ELEMENT) / 8) * 8;
  }
  if (frame.figures) FIGURES.forEach((name, i) => { frame.figure[name] = frame.figures[i]; });
  return frame;
}

/** Bits of the sections of these names. @param {string[]} names */
export function bits(names) {
  return names.reduce((all, name) => all | (1 << SECTIONS[name].id), 0) >>> 0;
}
