// Names over the picture, of one kind of object at a time.

import * as THREE from '../vendor/three.min.js';
import { label } from './scenefile.js';
import { store } from './store.js';
import { h } from './ui/dom.js';

/** Names shown at once; more would hide the picture. */
const MOST = 150;

/** Kinds of labels in the order in which a key goes through them. */
export const LABELS = ['none', 'body', 'joint', 'geom', 'site', 'camera', 'light'];

/** A layer of names. */
export class Labels {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.tags = [];
  }

  /** @param {import('./stage.js').Stage} stage @param {import('./frame.js').Frame} frame */
  update({ scene, bodies, view, canvas }, frame) {
    const kind = store.get('label');
    if (kind === 'none' && !this.tags.length) return;
    const places = this.places(kind, scene, bodies, frame).slice(0, MOST);
    while (this.tags.length > places.length) this.tags.pop().remove();
    while (this.tags.length < places.length) {
      const tag = h('span');
      this.root.append(tag);
      this.tags.push(tag);
    }
    const { clientWidth: w, clientHeight: tall } = canvas;
    places.forEach(([text, at], i) => {
      const tag = this.tags[i];
      const p = at.project(view.camera);
      tag.hidden = Math.abs(p.z) > 1;
      if (tag.textContent !== text) tag.textContent = text;
      tag.style.transform = `translate(${(((p.x + 1) / 2) * w).toFixed(1)}px, ${(((1 - p.y) / 2) * tall).toFixed(1)}px) translate(-50%, -50%)`;
    });
  }

  /** Texts with their places. @returns {[string, THREE.Vector3][]} */
  places(kind, scene, { groups, geoms, sites }, frame) {
    const named = (list, at) => list.map((object, i) => [label(object, kind, i), at(i)]);
    const row = (numbers, width) => (i) => new THREE.Vector3().fromArray(numbers, width * i);
    const seen = (meshes, list) => meshes.filter((mesh) => mesh.visible)
      .map((mesh) => [label(list[mesh.userData.id], kind, mesh.userData.id), mesh.getWorldPosition(new THREE.Vector3())]);
    switch (kind) {
      case 'body': return named(scene.bodies, (b) => groups[b].position.clone()).slice(1);
      case 'joint': return frame.joint ? named(scene.joints, row(frame.joint, 6)) : [];
      case 'geom': return seen(geoms, scene.geoms);
      case 'site': return seen(sites, scene.sites);
      case 'camera': return frame.camera ? named(scene.cameras, row(frame.camera, 12)) : [];
      case 'light': return frame.light ? named(scene.lights, row(frame.light, 6)) : [];
      default: return [];
    }
  }
}
