// What the user chose to see, kept between visits.

const KEY = 'sinew-view';

/** What is shown at first. */
export const DEFAULTS = {
  theme: 'auto',
  left: true,
  right: true,
  leftTab: 'view',
  rightTab: 'control',
  geomGroups: [true, true, true, false, false, false],
  siteGroups: [true, true, true, false, false, false],
  tendonGroups: [true, true, true, false, false, false],
  tendons: true, sites: true, cameras: false, lights: false, hull: false,
  contacts: false, forces: false, split: false, joints: false, com: false, inertia: false, scaleInertia: false,
  islands: false, sleeping: true, activation: true, actuators: false, equality: false, skeleton: false, rangefinders: true, perturb: true,
  frame: 'none', label: 'none', info: true,
  shadows: true, skybox: true, textures: true, wireframe: false, transparent: false, fog: false, static: true,
  hand: false,
};

/** Values that can be watched. */
class Store {
  constructor() {
    let saved = {};
    try { saved = JSON.parse(localStorage.getItem(KEY) ?? '{}'); } catch { /* nothing was kept */ }
    this.values = { ...DEFAULTS, ...saved };
    this.watchers = new Map();
  }

  get(name) { return this.values[name]; }

  set(name, value) {
    this.values[name] = value;
    try { localStorage.setItem(KEY, JSON.stringify(this.values)); } catch { /* not kept */ }
    for (const watcher of this.watchers.get(name) ?? []) watcher(value);
    for (const watcher of this.watchers.get('*') ?? []) watcher(name);
  }

  toggle(name) { this.set(name, !this.get(name)); }

  /** Calls a function now and whenever the value changes. */
  watch(name, watcher) {
    if (!this.watchers.has(name)) this.watchers.set(name, []);
    this.watchers.get(name).push(watcher);
    if (name !== '*') watcher(this.get(name));
  }
}

export const store = new Store();
