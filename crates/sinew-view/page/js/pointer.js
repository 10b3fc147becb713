// The mouse and fingers: turning the view, selecting, and taking hold of bodies.

import * as THREE from '../vendor/three.min.js';
import { store } from './store.js';

/** Time and pixels within which two taps of a finger are a double one; those of a mouse are the browser's to count. */
const DOUBLE_MS = 350;
const STRAY = 12;

/** Turns what pointers do into camera moves and commands. */
export class Pointer {
  /** @param {import('./stage.js').Stage} stage @param {import('./socket.js').Socket} socket @param {(body: number) => void} select */
  constructor(stage, socket, select) {
    Object.assign(this, { stage, socket, select, fingers: new Map(), last: null, hold: null });
    // `last` is the tap that another would make a double one: when and where
    /** point that was selected, in the body's frame */
    this.point = new THREE.Vector3();
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (event) => this.touch(event));
    // comes after `pointerdown`, and tells how many clicks there have been
    canvas.addEventListener('mousedown', (event) => { if (this.isMouse) this.down(event, event.detail > 0 && event.detail % 2 === 0); });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      stage.view.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.04 : 0.0012)));
    }, { passive: false });
  }

  /** A finger, a pen or a button comes down. */
  touch(event) {
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.isMouse = event.pointerType === 'mouse';
    if (this.isMouse) return;
    const double = this.last && this.near(event) && event.timeStamp - this.last.time < DOUBLE_MS;
    // a third tap begins anew
    this.last = double ? null : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    this.down(event, double);
  }

  down(event, double) {
    if (double) this.doubleClick(event);
    else if (event.ctrlKey || event.metaKey) this.take(event, event.button === 0 ? 'turn' : 'move');
    else if (store.get('hand') && this.fingers.size === 1 && event.button === 0 && this.pickBody(event)) this.take(event, 'move');
  }

  /** Whether the pointer is where it last went down. */
  near(event) {
    return Math.hypot(event.clientX - this.last.x, event.clientY - this.last.y) < STRAY;
  }

  doubleClick(event) {
    const hit = this.stage.pick(event.clientX, event.clientY);
    if (event.button === 2) {
      if (!hit) return;
      if (event.ctrlKey) this.stage.view.tracked = hit.object.userData.body;
      else this.stage.view.center(hit.point);
      return;
    }
    if (!this.pickBody(event)) this.select(-1);
  }

  /** Selects the body under the pointer; `false` if there is none that moves. */
  pickBody(event) {
    const hit = this.stage.pick(event.clientX, event.clientY);
    const body = hit?.object.userData.body ?? 0;
    if (body <= 0) return false;
    const group = this.stage.bodies.groups[body];
    this.point.copy(hit.point).sub(group.position).applyQuaternion(group.quaternion.clone().invert());
    this.select(body);
    return true;
  }

  /** Begins to hold the selected body. */
  take(event, kind) {
    const body = this.stage.selected;
    if (body <= 0) return;
    const group = this.stage.bodies.groups[body];
    const at = this.point.clone().applyQuaternion(group.quaternion).add(group.position);
    this.hold = { kind, body, at, target: at.clone(), turn: new THREE.Quaternion(), pending: true };
    this.stage.canvas.classList.add('holding');
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    // a drag is no tap
    if (this.last && !this.near(event)) this.last = null;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const before = this.spread();
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    const { view, canvas } = this.stage;
    if (this.hold) this.pull(dx, dy, event.shiftKey);
    else if (this.fingers.size === 2) {
      const after = this.spread();
      if (before > 0 && after > 0) view.zoom(before / after);
      view.pan(dx / 2, dy / 2, canvas.clientHeight, false);
    } else if (event.buttons & 1) view.orbit(dx, dy);
    else if (event.buttons & 2) view.pan(dx, dy, canvas.clientHeight, event.shiftKey);
    else if (event.buttons & 4) view.zoom(Math.exp(dy * 0.006));
  }

  /** Distance of two fingers. */
  spread() {
    const [a, b] = [...this.fingers.values()];
    return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /** Moves the hand: along the picture, or along the floor with shift. */
  pull(dx, dy, level) {
    const { hold, stage } = this;
    const { camera } = stage.view;
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const z = new THREE.Vector3(0, 0, 1);
    if (hold.kind === 'move') {
      const depth = hold.target.clone().sub(camera.position).dot(camera.getWorldDirection(new THREE.Vector3()));
      const scale = stage.view.lengthAt(depth) / stage.canvas.clientHeight;
      hold.target.addScaledVector(right, dx * scale).addScaledVector(level ? z.cross(right) : up, -dy * scale);
    } else {
      const turn = (axis, angle) => hold.turn.premultiply(new THREE.Quaternion().setFromAxisAngle(axis, angle));
      turn(level ? camera.getWorldDirection(new THREE.Vector3()) : z, dx * 0.01);
      turn(right, dy * 0.01);
    }
    hold.pending = true;
  }

  /** Sends where the hand is, once per picture. */
  tell() {
    const { hold, point } = this;
    if (!hold?.pending) return;
    hold.pending = false;
    if (hold.kind === 'move') this.socket.send('drag', { body: hold.body, point: point.toArray(), target: hold.target.toArray() });
    else this.socket.send('turn', { body: hold.body, quat: [hold.turn.w, hold.turn.x, hold.turn.y, hold.turn.z] });
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.hold) {
      // where it was let go may not have been told yet
      this.tell();
      this.hold = null;
      this.socket.send('release');
      this.stage.canvas.classList.remove('holding');
    }
  }
}
