// The picture: renderer, scene, and drawing when there is something new.

import * as THREE from '../vendor/three.min.js';
import { Bodies } from './bodies.js';
import { Camera } from './camera.js';
import { Labels } from './labels.js';
import { Lights } from './lights.js';
import { Looks } from './materials.js';
import { Overlays } from './overlays.js';
import { Quality, isSoftware } from './quality.js';
import { store } from './store.js';
import { Tendons } from './tendons.js';

const BACKDROP = { dark: [0x3a4452, 0x12161c], light: [0xf7f9fb, 0xc9d3de] };

// colours are mixed as the model's author saw them, without conversion
THREE.ColorManagement.enabled = false;

/** The picture of the simulation. */
export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {boolean} fine whether pictures are for keeping, however long they take */
  constructor(canvas, fine) {
    this.canvas = canvas;
    // without a graphics card smooth edges cost half of the time
    const antialias = fine || !isSoftware();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.three = new THREE.Scene();
    this.view = new Camera();
    this.frame = null;
    this.drawn = 0;
    this.dirty = true;
    this.selected = -1;
    this.ratio = 1;
    /** pixels that a panel hides from below */
    this.covered = 0;
    this.labels = new Labels(document.getElementById('labels'));
    this.quality = new Quality((level) => this.refine(level));
    this.gl = this.renderer.getContext();
    if (fine) this.quality.fix();
    else this.quality.start(!antialias);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
    store.watch('*', () => this.restyle());
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.ratio));
    this.renderer.setSize(Math.max(1, w), Math.max(1, h), false);
    this.dirty = true;
  }

  /** Draws more or less finely. */
  refine({ ratio, shadow }) {
    this.ratio = ratio;
    this.shadow = shadow;
    this.lights?.setShadows(store.get('shadows') ? shadow : 0);
    this.resize();
  }

  /** Shows a scene. @param {object} scene a scene file */
  show(scene) {
    const again = this.scene?.name === scene.name && this.scene?.file === scene.file;
    this.clear();
    this.scene = scene;
    this.looks = new Looks(scene, Math.min(8, this.renderer.capabilities.getMaxAnisotropy()));
    this.bodies = new Bodies(scene, this.looks);
    this.lights = new Lights(scene);
    this.tendons = new Tendons(scene);
    this.overlays = new Overlays(scene);
    this.parts = [this.bodies, this.lights, this.tendons, this.overlays];
    for (const part of this.parts) this.three.add(part.root);
    this.view.show(scene, again);
    this.frame = null;
    this.select(again ? this.selected : -1);
    this.restyle();
  }

  clear() {
    for (const part of this.parts ?? []) {
      this.three.remove(part.root);
      part.dispose();
    }
    this.looks?.dispose();
  }

  /** Takes over what the user chose. */
  restyle() {
    this.dirty = true;
    if (!this.scene) return;
    this.bodies.restyle();
    this.lights.setShadows(store.get('shadows') ? this.shadow : 0);
    const sky = store.get('skybox') ? this.looks.sky() : null;
    this.three.background = sky ?? this.backdrop();
    // the sky's up is y
    this.three.backgroundRotation.set(sky ? Math.PI / 2 : 0, 0, 0);
    const extent = this.scene.stat.extent || 1;
    const [r, g, b] = this.scene.vis.rgba.fog;
    const { fogstart, fogend } = this.scene.vis.map;
    this.three.fog = store.get('fog') ? new THREE.Fog(new THREE.Color(r, g, b), fogstart * extent, fogend * extent) : null;
  }

  /** A quiet gradient, light or dark as the page. */
  backdrop() {
    const theme = document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
    if (this.backdropOf === theme) return this.gradient;
    const canvas = Object.assign(document.createElement('canvas'), { width: 2, height: 256 });
    const context = canvas.getContext('2d');
    const fill = context.createLinearGradient(0, 0, 0, 256);
    BACKDROP[theme].forEach((color, i) => fill.addColorStop(i, `#${color.toString(16).padStart(6, '0')}`));
    context.fillStyle = fill;
    context.fillRect(0, 0, 2, 256);
    this.gradient?.dispose();
    this.gradient = new THREE.CanvasTexture(canvas);
    this.backdropOf = theme;
    return this.gradient;
  }

  select(body) {
    this.selected = body < (this.scene?.bodies.length ?? 0) ? body : -1;
    this.bodies?.select(this.selected);
    this.dirty = true;
  }

  /** @param {import('./frame.js').Frame} frame */
  take(frame) {
    this.frame = frame;
    this.dirty = true;
  }

  /** Draws if something changed. */
  draw() {
    if (!this.scene || !(this.dirty || this.view.changed) || this.isBusy()) return;
    this.dirty = false;
    this.view.changed = false;
    if (this.frame) {
      this.bodies.update(this.frame);
      this.lights.update(this.frame);
      this.tendons.update(this.frame, this.bodies.groups);
      this.overlays.update(this.frame, this.bodies.groups, this.selected);
    }
    this.view.update(this.frame, this.canvas.clientWidth, Math.max(1, this.canvas.clientHeight), this.covered);
    if (this.frame) this.labels.update(this, this.frame);
    this.lights.follow(this.view.camera, this.view.lookat);
    this.renderer.render(this.three, this.view.camera);
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    if (this.frame) this.drawn += 1;
    this.quality.drew(performance.now());
  }

  /** Whether the last picture is still being drawn: the next one waits, so that a slow machine never has two to do. */
  isBusy() {
    if (!this.fence) return false;
    if (this.gl.getSyncParameter(this.fence, this.gl.SYNC_STATUS) !== this.gl.SIGNALED) return true;
    this.gl.deleteSync(this.fence);
    this.fence = null;
    return false;
  }

  /** Hides as much of the picture from below. */
  cover(pixels) {
    if (pixels === this.covered) return;
    this.covered = pixels;
    this.dirty = true;
  }

  /** The picture as a file. @returns {Promise<Blob>} */
  picture() {
    this.renderer.render(this.three, this.view.camera);
    return new Promise((resolve) => { this.canvas.toBlob(resolve, 'image/png'); });
  }

  /** What lies under a place of the picture. @returns {THREE.Intersection | undefined} */
  pick(x, y) {
    if (!this.bodies) return undefined;
    const box = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.view.camera);
    this.ray = ray.ray;
    return ray.intersectObjects(this.bodies.targets(), false)[0];
  }
}
