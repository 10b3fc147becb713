// How finely is drawn: less where drawing is slow, as without a graphics card.

/** Pixels per pixel of the page, side of the shadow map, from fine to coarse. */
export const LEVELS = [
  { ratio: 2, shadow: 2048 },
  { ratio: 1, shadow: 1024 },
  { ratio: 0.75, shadow: 512 },
  { ratio: 0.5, shadow: 0 },
];
/** Milliseconds between pictures that are too many, and few enough. */
const [SLOW, FAST] = [70, 24];
/** Milliseconds over which is judged. */
const JUDGE = 1500;

/** Whether pictures are drawn without a graphics card. */
export function isSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  const named = gl?.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl?.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(renderer);
}

/** Judges by the time between pictures. */
export class Quality {
  /** @param {(level: {ratio: number, shadow: number}) => void} apply */
  constructor(apply) {
    this.apply = apply;
    this.level = 0;
    this.floor = 0;
    this.begin = 0;
    this.count = 0;
    /** pictures for keeping are drawn finely however long it takes */
    this.fixed = false;
  }

  /** Sets where to begin. @param {boolean} software whether there is no graphics card */
  start(software) {
    document.documentElement.classList.toggle('plain', software);
    this.level = software ? 2 : 0;
    this.apply(LEVELS[this.level]);
  }

  /** Draws as finely as can be, for good. */
  fix() {
    this.fixed = true;
    this.level = 0;
    this.apply({ ratio: 1, shadow: 2048 });
  }

  /** Counts a picture. @param {number} now milliseconds */
  drew(now) {
    if (this.fixed) return;
    this.count += 1;
    const elapsed = now - this.begin;
    if (elapsed < JUDGE) return;
    const each = elapsed / this.count;
    // a pause between pictures is no slowness
    if (elapsed < 4 * JUDGE && this.count > 2) {
      if (each > SLOW && this.level + 1 < LEVELS.length) {
        this.level += 1;
        this.floor = this.level;
        this.apply(LEVELS[this.level]);
      } else if (each < FAST && this.level > this.floor) {
        this.level -= 1;
        this.apply(LEVELS[this.level]);
      }
    }
    this.begin = now;
    this.count = 0;
  }
}
