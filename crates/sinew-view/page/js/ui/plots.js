// Sensors, energy, solver and the time of each stage.

import { label } from '../scenefile.js';
import { h, section } from './dom.js';
import { COLORS, Chart } from './chart.js';

/** Sensors that get a chart of their own; more would not be read. */
const MOST_SENSORS = 40;

/** A tab of charts that are fed by functions of a frame. */
class Charts {
  constructor() {
    this.root = h('div');
    this.charts = [];
    this.time = -1;
  }

  chart(title, lines, values, format) {
    const chart = new Chart(title, lines, format);
    this.charts.push([chart, values]);
    return chart.root;
  }

  /** Adds a frame; going back in time starts the lines anew. */
  push(frame) {
    if (frame.time === this.time) return;
    if (frame.time < this.time) for (const [chart] of this.charts) chart.clear();
    this.time = frame.time;
    for (const [chart, values] of this.charts) {
      const row = values(frame);
      if (row) chart.push(row);
    }
  }

  update() { for (const [chart] of this.charts) chart.draw(); }
}

export function sensorTab() {
  const tab = new Charts();
  tab.show = (scene) => {
    tab.charts = [];
    const types = Object.fromEntries(scene.enums.mjtSensor.map(([text, value]) => [value, text]));
    const rows = scene.sensors.slice(0, MOST_SENSORS).map((sensor, s) => tab.chart(
      `${label(sensor, types[sensor.type] ?? 'sensor', s)}`, sensor.dim, (frame) => frame.sensor?.subarray(sensor.adr, sensor.adr + sensor.dim)));
    const more = scene.sensors.length - rows.length;
    if (more > 0) rows.push(h('p.hint', {}, `and ${more} more sensors`));
    tab.root.replaceChildren(...(rows.length ? rows : [h('p.hint', {}, 'This model has no sensors.')]));
  };
  return tab;
}

export function profileTab() {
  const tab = new Charts();
  const bars = h('div.bars');
  const legend = h('div.legend');
  const total = h('span.value');
  const whole = (x) => x.toFixed(0);
  let cells = [];
  tab.show = (scene) => {
    tab.charts = [];
    const pieces = scene.stages.map((_, i) => h('i', { style: `background:${COLORS[i % COLORS.length]}` }));
    cells = scene.stages.map((name, i) => {
      const value = h('b');
      return { piece: pieces[i], value, row: h('div', {}, h('i', { style: `background:${COLORS[i % COLORS.length]}` }), name, value) };
    });
    bars.replaceChildren(...pieces);
    legend.replaceChildren(...cells.map((cell) => cell.row));
    tab.root.replaceChildren(
      section('Time of a step', h('div.row', {}, h('span.name', {}, 'all stages'), total), bars, legend),
      section('Energy', tab.chart('joules', ['potential', 'kinetic', 'total'], ({ energy }) => energy && [energy[0], energy[1], energy[0] + energy[1]])),
      section('Solver',
        tab.chart('iterations', 1, ({ figure }) => [figure.iterations], whole),
        tab.chart('constraints', ['rows', 'contacts'], ({ figure }) => [figure.nefc, figure.ncon], whole),
        tab.chart('trees', ['islands', 'awake'], ({ figure }) => [figure.nisland, figure.ntree_awake], whole)),
      section('Speed', tab.chart('steps per second', 1, ({ figure }) => [figure.steps], whole)));
  };
  const draw = tab.update.bind(tab);
  tab.update = (frame) => {
    draw();
    const sum = frame.stages?.reduce((a, b) => a + b, 0) || 1;
    total.textContent = `${sum.toFixed(1)} µs`;
    cells.forEach(({ piece, value, row }, i) => {
      const micros = frame.stages?.[i] ?? 0;
      piece.style.width = `${(100 * micros) / sum}%`;
      value.textContent = micros.toFixed(1);
      row.style.opacity = micros > 0.005 * sum ? '1' : '0.45';
    });
  };
  return tab;
}
