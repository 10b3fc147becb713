// The wire format of crates/sinew-view/src/wire.rs; `cargo test -p sinew-view` says when it is stale.

export const HEADER_BYTES = 32;
export const FLAGS = { paused: 1, past: 2 };

/** Sections of a frame: id, numbers per row, type of the numbers. */
export const SECTIONS = {
  /** position of each body */
  bodyPos: { id: 0, width: 3, kind: 'f32' },
  /** orientation of each body, w first */
  bodyQuat: { id: 1, width: 4, kind: 'f32' },
  /** position and orientation matrix of each camera */
  camera: { id: 2, width: 12, kind: 'f32' },
  /** position and direction of each light */
  light: { id: 3, width: 6, kind: 'f32' },
  /** `qpos` */
  qpos: { id: 4, width: 1, kind: 'f64' },
  /** `qvel` */
  qvel: { id: 5, width: 1, kind: 'f64' },
  /** `ctrl` */
  ctrl: { id: 6, width: 1, kind: 'f64' },
  /** `act` */
  act: { id: 7, width: 1, kind: 'f64' },
  /** `sensordata` */
  sensor: { id: 8, width: 1, kind: 'f64' },
  /** contact: position, frame, distance, force and torque in that frame */
  contact: { id: 9, width: 19, kind: 'f32' },
  /** contact: both geoms, and why it makes no rows (0: it does) */
  contactGeom: { id: 10, width: 3, kind: 'i32' },
  /** tendon: first point of its path, how many */
  tendon: { id: 11, width: 2, kind: 'i32' },
  /** points of all tendon paths */
  wrapPos: { id: 12, width: 3, kind: 'f32' },
  /** what each point lies on: a geom, -1 a site, -2 a pulley */
  wrapObj: { id: 13, width: 1, kind: 'i32' },
  /** anchor and axis of each joint */
  joint: { id: 14, width: 6, kind: 'f32' },
  /** centre of mass of each body's subtree */
  subtreeCom: { id: 15, width: 3, kind: 'f32' },
  /** velocity of each body's centre of mass: angular, linear */
  velocity: { id: 16, width: 6, kind: 'f32' },
  /** island of each body, -1 for none; whether it is awake (1), asleep (0) or static (-1) */
  bodyState: { id: 17, width: 2, kind: 'i32' },
  /** `actuator_force` */
  actuatorForce: { id: 18, width: 1, kind: 'f64' },
  /** potential and kinetic energy */
  energy: { id: 19, width: 2, kind: 'f64' },
  /** figures of the simulation, in the order of `FIGURES` */
  figures: { id: 20, width: 1, kind: 'f64' },
  /** microseconds of a step by stage, in the order of the scene's `stages` */
  stages: { id: 21, width: 1, kind: 'f64' },
  /** states kept: how many, which is shown, time of the first, time of the last */
  history: { id: 22, width: 4, kind: 'f64' },
  /** perturbation: body, 1 move 2 turn, point that is held, point that it is drawn to */
  perturb: { id: 23, width: 8, kind: 'f32' },
  /** which equality constraints are on */
  equality: { id: 24, width: 1, kind: 'i32' },
  /** `ten_length` */
  tendonLength: { id: 25, width: 1, kind: 'f64' },
};

/** Numbers of the section `figures`. */
export const FIGURES = [
  'factor', 'steps', 'micros', 'iterations', 'nefc', 'ncon', 'ne', 'nf', 'nl', 'nisland', 'ntree_awake', 'frames',
];

/** Commands and their fields. */
export const COMMANDS = {
  /** frame `sequence` arrived */
  ack: ['sequence'],
  /** which sections the page draws, as bits by id */
  want: ['sections'],
  /** go on */
  play: [],
  /** stand still */
  pause: [],
  /** pause and take `count` steps; back through what was recorded if negative */
  step: ['count'],
  /** speed relative to real time */
  speed: ['factor'],
  /** back to the initial state */
  reset: [],
  /** to a keyframe, by number */
  keyframe: ['key'],
  /** one control */
  ctrl: ['index', 'value'],
  /** every control to neutral */
  clear_ctrl: [],
  /** one coordinate while paused; orientations are normalised */
  qpos: ['index', 'value'],
  /** hold `point` of a body, in its frame, by a spring whose end is at `target` in the world */
  drag: ['body', 'point', 'target'],
  /** turn a body by a spring: from where it was when the turn began, by `quat` in the world */
  turn: ['body', 'quat'],
  /** let go */
  release: [],
  /** pause and show state `index` of what was recorded */
  scrub: ['index'],
  /** number `index` of a physics option */
  option: ['name', 'index', 'value'],
  /** an equality constraint on or off */
  equality: ['index', 'on'],
  /** the state as the text of a keyframe */
  copy_keyframe: [],
  /** load the file again */
  reload: [],
};
