// The bar at the bottom: play, step, reset, speed, keyframes, and the last seconds.

import { h, icon, iconButton } from './dom.js';

/** Speeds in percent of real time, as those of `simulate`, and faster ones. */
export const SPEEDS = [1, 2, 5, 10, 20, 25, 33, 50, 66, 80, 100, 200, 400, 1000];

/** @param {HTMLElement} root @param {import('../socket.js').Socket} socket @param {Record<string, () => void>} actions */
export function transport(root, socket, actions) {
  const play = h('button.icon.main', { id: 'play', title: 'play / pause (Space)', 'aria-label': 'play or pause', onclick: actions.playPause }, icon('pause'));
  const speed = h('select', { id: 'speed', title: 'speed (− +)', onchange: () => { socket.send('speed', { factor: Number(speed.value) / 100 }); speed.blur(); } },
    ...SPEEDS.map((percent) => h('option', { value: String(percent) }, percent >= 100 ? `${percent / 100}×` : `${percent}%`)));
  const keys = h('select', { id: 'keys', title: 'keyframes (.)', onchange: () => {
    if (keys.value !== '') socket.send('keyframe', { key: Number(keys.value) });
    keys.value = '';
    keys.blur();
  } });
  const scrub = h('input.scrub', { id: 'scrub', type: 'range', min: '0', max: '0', step: '1', title: 'the last seconds (← →)', 'aria-label': 'go back in time',
    oninput: () => socket.send('scrub', { index: scrub.valueAsNumber }), onpointerup: () => scrub.blur() });
  const clock = h('span.clock', { id: 'clock', title: 'simulated time' }, '0.000');
  root.append(
    iconButton('reset', 'reset (Backspace)', actions.reset, { id: 'reset' }), iconButton('back', 'step back (←)', actions.back, { id: 'back' }),
    play, iconButton('step', 'step (→)', actions.forward, { id: 'step' }), speed, scrub, clock, keys,
    iconButton('copy', 'copy the state as a keyframe (Ctrl C)', actions.copy, { id: 'copy' }),
  );
  let shown = null;
  return {
    show(scene) {
      const named = scene.keys.map((key, i) => h('option', { value: String(i) }, key.name || `key ${i}`));
      keys.replaceChildren(h('option', { value: '' }, 'keyframe…'), ...named);
      keys.hidden = named.length === 0;
    },
    update(frame) {
      if (shown !== frame.paused) {
        shown = frame.paused;
        play.replaceChildren(icon(shown ? 'play' : 'pause'));
      }
      clock.replaceChildren(frame.time.toFixed(3), h('small', {}, ' s'));
      const percent = Math.round(frame.speed * 100);
      if (document.activeElement !== speed && speed.value !== String(percent)) speed.value = String(percent);
      if (frame.history) {
        const [count, index] = frame.history;
        scrub.max = String(Math.max(0, count - 1));
        if (document.activeElement !== scrub || !frame.paused) scrub.value = String(index);
        scrub.style.setProperty('--share', `${count > 1 ? (100 * index) / (count - 1) : 0}%`);
      }
    },
  };
}
