// The free camera, turned about a point, and the cameras of the model.

import * as THREE from '../vendor/three.min.js';

const FREE = -1;

/** Where the scene is seen from. */
export class Camera {
  constructor() {
    this.perspective = new THREE.PerspectiveCamera(45, 1, 0.01, 100);
    this.parallel = new THREE.OrthographicCamera();
    for (const camera of [this.perspective, this.parallel]) camera.up.set(0, 0, 1);
    /** the one of the two that is looked through */
    this.camera = this.perspective;
    this.lookat = new THREE.Vector3();
    this.distance = 3;
    this.azimuth = 90;
    this.elevation = -20;
    this.fixed = FREE;
    this.tracked = -1;
    this.cameras = [];
    this.changed = true;
  }

  /** Looks at a model; what the user turned stays if the model is the same one again. */
  show(scene, keep) {
    this.scene = scene;
    this.cameras = scene.cameras;
    const extent = scene.stat.extent || 1;
    for (const camera of [this.perspective, this.parallel]) {
      camera.near = Math.max(1e-4, scene.vis.map.znear * extent);
      camera.far = Math.max(scene.vis.map.zfar, 50) * extent;
    }
    if (!keep) this.home();
    if (this.fixed >= this.cameras.length) this.fixed = FREE;
    if (this.tracked >= scene.bodies.length) this.tracked = -1;
    this.changed = true;
  }

  /** Back to where the model says one should look from. */
  home() {
    const { stat, vis } = this.scene;
    this.lookat.set(...stat.center);
    this.distance = this.homeDistance();
    this.azimuth = vis.global.azimuth;
    // straight down is how models are seen that say nothing; a little lower is a better look
    this.elevation = vis.global.elevation === -45 ? -22 : vis.global.elevation;
    this.fixed = vis.global.cameraid >= 0 ? vis.global.cameraid : FREE;
    this.tracked = -1;
    this.changed = true;
  }

  homeDistance() {
    return 1.5 * (this.scene.stat.extent || 1);
  }

  use(index) {
    this.fixed = index;
    this.changed = true;
  }

  /** A free camera that goes along with a body: the one given, or the first that moves. */
  follow(body) {
    this.free();
    const moving = this.scene.bodies.findIndex(({ weld }) => weld > 0);
    this.tracked = body > 0 ? body : moving;
    this.changed = true;
  }

  /** The next or the last camera. */
  cycle(by) {
    const n = this.cameras.length + 1;
    this.use(((this.fixed + 1 + by + n) % n) - 1);
  }

  orbit(dx, dy) {
    this.free();
    this.azimuth -= dx * 0.35;
    this.elevation = Math.max(-89.9, Math.min(89.9, this.elevation - dy * 0.35));
    this.changed = true;
  }

  /** Moves along the picture, or along the floor. @param {number} height of the picture in pixels */
  pan(dx, dy, height, level) {
    this.free();
    const scale = this.lengthAt(this.distance) / height;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = level
      ? new THREE.Vector3(0, 0, 1).cross(right)
      : new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.lookat.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    this.tracked = -1;
    this.changed = true;
  }

  /** How much of the world the picture is high, at a distance. */
  lengthAt(distance) {
    const { camera } = this;
    return camera.isOrthographicCamera ? camera.top - camera.bottom : 2 * distance * Math.tan((camera.fov * Math.PI) / 360);
  }

  zoom(factor) {
    this.free();
    this.distance = Math.max(this.camera.near * 2, Math.min(this.camera.far * 0.5, this.distance * factor));
    this.changed = true;
  }

  /** Turning a fixed camera frees it from where it is. */
  free() {
    if (this.fixed === FREE) return;
    const forward = this.camera.getWorldDirection(new THREE.Vector3());
    this.azimuth = (Math.atan2(forward.y, forward.x) * 180) / Math.PI;
    this.elevation = (Math.asin(Math.max(-1, Math.min(1, forward.z))) * 180) / Math.PI;
    this.lookat.copy(this.camera.position).addScaledVector(forward, this.distance);
    this.fixed = FREE;
  }

  center(point) {
    this.free();
    this.lookat.copy(point);
    this.changed = true;
  }

  /**
   * Moves the camera for a frame.
   * @param {import('./frame.js').Frame | null} frame
   * @param {number} width @param {number} height of the picture
   * @param {number} covered how much of it a panel hides from below
   */
  update(frame, width, height, covered) {
    const fixed = this.fixed !== FREE && frame?.camera?.length >= 12 * (this.fixed + 1);
    const { fovy, orthographic } = fixed ? this.cameras[this.fixed] : this.scene.vis.global;
    const camera = orthographic ? this.parallel : this.perspective;
    this.camera = camera;
    // what is looked at is in the middle of what can be seen
    if (covered) camera.setViewOffset(width, height, 0, covered / 2, width, height);
    else camera.clearViewOffset();
    if (this.tracked >= 0 && frame?.bodyPos) this.lookat.fromArray(frame.bodyPos, 3 * this.tracked);
    // the free camera: what is not covered, and of a narrow window the width, shows what the height of a square one would
    let [more, zoom] = [1, 1];
    if (fixed) {
      const row = frame.camera.subarray(12 * this.fixed, 12 * this.fixed + 12);
      const m = row.subarray(3);
      camera.position.set(row[0], row[1], row[2]);
      camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().set(m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, 0, 0, 0, 1));
    } else {
      const [a, e] = [(this.azimuth * Math.PI) / 180, (this.elevation * Math.PI) / 180];
      const forward = new THREE.Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
      camera.position.copy(this.lookat).addScaledVector(forward, -this.distance);
      camera.lookAt(this.lookat);
      const seen = Math.max(1, height - covered);
      more = height / seen / Math.min(1, width / seen);
      zoom = this.distance / this.homeDistance();
    }
    if (orthographic) {
      // the field of view is a length, and being near makes nothing larger: zooming does
      camera.top = 0.5 * fovy * more * zoom;
      camera.right = (camera.top * width) / height;
      [camera.bottom, camera.left] = [-camera.top, -camera.right];
    } else {
      camera.aspect = width / height;
      camera.fov = (360 / Math.PI) * Math.atan(Math.tan((fovy * Math.PI) / 360) * more);
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
