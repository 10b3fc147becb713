// Lights of the model, the light at the camera, and a little light from the sky so that nothing is black.

import * as THREE from '../vendor/three.min.js';

const TYPE = { spot: 0, directional: 1, point: 2, image: 3 };
/** The engine's light of one is full brightness; three's is divided by pi. */
const FULL = Math.PI;
/** Lights that cast shadows, at most: each draws the scene once more. */
const MOST_SHADOWS = 2;

const gray = ([r, g, b]) => new THREE.Color(r, g, b);

/** The lights of a scene. */
export class Lights {
  /** @param {object} scene a scene file */
  constructor(scene) {
    this.root = new THREE.Group();
    this.extent = scene.stat.extent || 1;
    this.center = new THREE.Vector3(...scene.stat.center);
    this.size = Math.min(2048, scene.vis.quality.shadowsize);
    this.list = [];
    this.casting = [];
    let [shadows, ambient] = [0, new THREE.Color(0, 0, 0)];
    for (const source of scene.lights) {
      const light = source.active && source.type !== TYPE.image ? this.make(source) : null;
      this.list.push(light);
      if (!light) continue;
      ambient.add(gray(source.ambient));
      if (source.shadow && source.type !== TYPE.point && shadows < MOST_SHADOWS) {
        shadows += 1;
        this.castFrom(light);
      }
      this.root.add(light, light.target ?? new THREE.Object3D());
    }
    this.addHeadlight(scene.vis.headlight, this.list.some(Boolean), ambient, shadows === 0);
  }

  make({ type, diffuse, cutoff, exponent }) {
    const color = gray(diffuse);
    if (type === TYPE.directional) return new THREE.DirectionalLight(color, FULL);
    if (type === TYPE.point) return new THREE.PointLight(color, FULL, 0, 0);
    const softness = Math.min(1, 0.15 + exponent / 20);
    return new THREE.SpotLight(color, FULL, 0, Math.min(1.5, (cutoff * Math.PI) / 180 + 0.2), softness, 0);
  }

  castFrom(light) {
    this.casting.push(light);
    light.castShadow = true;
    light.shadow.mapSize.set(this.size, this.size);
    light.shadow.bias = -0.0008;
    light.shadow.normalBias = 0.008 * this.extent;
    light.shadow.radius = 3;
    const { camera } = light.shadow;
    camera.near = 0.02 * this.extent;
    camera.far = 12 * this.extent;
    if (camera.isOrthographicCamera) {
      const reach = 1.6 * this.extent;
      Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    }
    camera.updateProjectionMatrix();
  }

  /** Light from the camera and from all around; a key light of our own where the model has none that casts shadows. */
  addHeadlight({ active, diffuse, ambient }, others, fromLights, shadowless) {
    this.head = new THREE.DirectionalLight(active || !others ? gray(diffuse) : 0x000000, FULL);
    this.root.add(this.head, this.head.target);
    const fill = active ? gray(ambient).add(fromLights) : fromLights;
    this.root.add(new THREE.AmbientLight(fill, FULL));
    this.root.add(new THREE.HemisphereLight(0xdfe9f5, 0x55504a, 0.6));
    if (!others && shadowless) {
      this.key = new THREE.DirectionalLight(0xffffff, FULL * 0.45);
      this.castFrom(this.key);
      this.root.add(this.key, this.key.target);
    }
  }

  /** Moves the lights. @param {import('./frame.js').Frame} frame */
  update(frame) {
    const rows = frame.light;
    if (rows) {
      this.list.forEach((light, i) => {
        if (!light) return;
        const [x, y, z, dx, dy, dz] = rows.subarray(6 * i, 6 * i + 6);
        light.position.set(x, y, z);
        if (light.isDirectionalLight) {
          // only its direction matters: shadows are cast around the model
          light.position.copy(this.center).addScaledVector(new THREE.Vector3(dx, dy, dz), -3 * this.extent);
        }
        light.target?.position.copy(light.position).add(new THREE.Vector3(dx, dy, dz));
      });
    }
  }

  /** The light at the camera goes along. @param {THREE.Camera} camera */
  follow(camera, lookat) {
    this.head.position.copy(camera.position);
    this.head.target.position.copy(lookat);
    if (this.key) {
      this.key.position.copy(this.center).add(new THREE.Vector3(1.2, -1.6, 3).multiplyScalar(this.extent));
      this.key.target.position.copy(this.center);
    }
  }

  /** Shadows of this many pixels a side; 0 for none. */
  setShadows(size) {
    for (const light of this.casting) {
      light.castShadow = size > 0;
      if (size > 0 && light.shadow.mapSize.x !== Math.min(size, this.size)) {
        light.shadow.mapSize.setScalar(Math.min(size, this.size));
        light.shadow.map?.dispose();
        light.shadow.map = null;
      }
    }
  }

  dispose() {
    for (const light of [...this.list, this.key]) light?.dispose?.();
  }
}
