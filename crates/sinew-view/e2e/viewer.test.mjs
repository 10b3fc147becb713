// The viewer from end to end: the command, its server and its page in a headless browser.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { frame, launch, model, open, picture, project, serve, stopAll, until } from './support.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => {
  stopAll();
  await browser?.close();
});

async function view(path, ...more) {
  return (await serve(path, ...more)).url;
}
async function close(page) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
}
const scratch = (name) => join(mkdtempSync(join(tmpdir(), 'sinew-')), name);
const tab = (page, title) => page.click(`.tabs button:text-is("${title}")`);

test('pause, step, back, reset, keyframe and speed act on the simulation', async () => {
  const page = await open(browser, await view(model('arm.xml')));
  await until(page, (f) => f.time > 0.1 && !f.paused);
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused);
  const { time } = await frame(page);
  await page.click('#step');
  await until(page, (f, t) => Math.abs(f.time - t - 0.002) < 1e-9, time);
  await page.keyboard.press('ArrowRight');
  await until(page, (f, t) => Math.abs(f.time - t - 0.004) < 1e-9, time);
  await page.click('#back');
  await page.click('#back');
  await until(page, (f, t) => f.time < t + 0.001, time);
  await page.selectOption('#keys', '0');
  await until(page, (f) => f.time === 0);
  await tab(page, 'Joints');
  await until(page, (f) => f.qpos && Math.abs(f.qpos[2] - 1.1) < 1e-6);
  await page.selectOption('#speed', '200');
  await until(page, (f) => f.speed === 2);
  await page.keyboard.press('-');
  await until(page, (f) => f.speed === 1);
  await page.keyboard.press('Space');
  await until(page, (f) => !f.paused && f.time > 0.5);
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused);
  await page.keyboard.press('Backspace');
  await until(page, (f) => f.time === 0 && Math.abs(f.qpos[2]) < 1e-9);
  await close(page);
});

test('sliders set controls while it runs and joints while it is paused', async () => {
  const page = await open(browser, await view(model('arm.xml'), '--paused'));
  await page.fill('#ctrl-0 .value', '0.5');
  await page.press('#ctrl-0 .value', 'Enter');
  await until(page, (f) => f.ctrl?.[0] === 0.5);
  const slider = await page.locator('#ctrl-1 input[type=range]').boundingBox();
  await page.mouse.click(slider.x + slider.width * 0.75, slider.y + slider.height / 2);
  await until(page, (f) => f.ctrl?.[1] > 0.5);
  await tab(page, 'Joints');
  await page.fill('#joint-2 .value', '45°');
  await page.press('#joint-2 .value', 'Enter');
  await until(page, (f) => Math.abs(f.qpos?.[2] - Math.PI / 4) < 1e-12);
  await page.keyboard.press('Space');
  await until(page, (f) => f.qpos && f.time > 0.5 && f.qpos[0] > 0.2);
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused && f.history?.[0] > 2);
  await page.evaluate(() => { const s = document.getElementById('scrub'); s.value = '1'; s.dispatchEvent(new Event('input')); });
  await until(page, (f) => f.past && f.history[1] === 1);
  await page.click('#copy');
  await page.waitForFunction(() => window.lastKeyframe?.startsWith('<key time='));
  await close(page);
});

test('a body is selected by double-click, moved while paused, pulled by a spring while running', async () => {
  const page = await open(browser, await view('humanoid', '--paused'));
  const at = await project(page, 2);
  await page.mouse.dblclick(at.x, at.y);
  const body = await page.waitForFunction(() => window.sinew.stage.selected > 0 && window.sinew.stage.selected);
  assert.equal(await body.jsonValue(), 2, 'the head');
  await page.waitForFunction(() => document.getElementById('readings').textContent.includes('position, m'));
  const start = await frame(page);
  const pull = async () => {
    await page.keyboard.down('Control');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(at.x + 40, at.y - 60, { steps: 4 });
  };
  const letGo = async () => {
    await page.mouse.up({ button: 'right' });
    await page.keyboard.up('Control');
  };
  await pull();
  await until(page, (f, z) => f.bodyPos[8] > z + 0.1, start.bodyPos[8]);
  await letGo();
  await page.keyboard.press('Backspace');
  await until(page, (f, z) => Math.abs(f.bodyPos[8] - z) < 1e-5, start.bodyPos[8]);
  await page.keyboard.press('Space');
  await pull();
  await until(page, (f) => f.perturb?.length === 8 && f.perturb[0] === 2 && f.time > 0.2);
  await picture(page, 'drag');
  await letGo();
  await until(page, (f) => !f.perturb?.length);
  await close(page);
});

test('a press right after a double-click takes hold, and what is let go at once has been moved', async () => {
  const page = await open(browser, await view('humanoid', '--paused'));
  const at = await project(page, 2);
  const start = await frame(page);
  await page.keyboard.down('Control');
  await page.mouse.dblclick(at.x, at.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(at.x + 40, at.y - 60);
  await page.mouse.up({ button: 'right' });
  await until(page, (f, z) => f.bodyPos[8] > z + 0.1, start.bodyPos[8]);
  // two presses of one button at one place are a double click again: the view follows the body, once it is drawn there
  await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
  await page.mouse.dblclick(at.x + 40, at.y - 60, { button: 'right' });
  await page.waitForFunction(() => window.sinew.stage.view.tracked > 0);
  await page.keyboard.up('Control');
  await close(page);
});

test('a body is turned by Ctrl and the left button', async () => {
  const page = await open(browser, await view('humanoid', '--paused'));
  const at = await project(page, 1);
  await page.evaluate(() => window.sinew.select(1));
  const start = await frame(page);
  await page.keyboard.down('Control');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 100, at.y, { steps: 4 });
  // by a hundredth of a radian per pixel, about the vertical
  await until(page, (f) => f.bodyQuat && Math.abs(Math.abs(2 * Math.asin(f.bodyQuat[7])) - 1) < 0.02);
  await page.mouse.up();
  await page.keyboard.up('Control');
  const end = await frame(page);
  assert.ok(Math.hypot(...[3, 4, 5].map((k) => end.bodyPos[k] - start.bodyPos[k])) < 0.1, 'it stays where it is');
  await close(page);
});

test('with the hand a body is pulled by dragging it, and the view stays as it is', async () => {
  const page = await open(browser, await view('humanoid', '--paused'));
  const at = await project(page, 2);
  const azimuth = await page.evaluate(() => window.sinew.stage.view.azimuth);
  await page.click('[aria-label^="hand"]');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y - 40, { steps: 3 });
  await page.keyboard.press('Space');
  await until(page, (f) => f.perturb?.[0] === 2 && !f.paused && f.time > 0.1);
  await page.mouse.up();
  await until(page, (f) => !f.perturb?.length);
  assert.equal(await page.evaluate(() => window.sinew.stage.view.azimuth), azimuth);
  await close(page);
});

test('bodies that sleep are seen, told and woken', async () => {
  const page = await open(browser, await view(model('gallery.xml')));
  const [sleeper, ball] = await page.evaluate(() => ['sleeper', 'ball'].map((name) => window.sinew.stage.scene.bodies.findIndex((body) => body.name === name)));
  /** Colour of a body's first geom beside the colour that the model gives it. */
  const looks = (body) => page.evaluate((b) => {
    const { material } = window.sinew.stage.bodies.geoms.find((mesh) => mesh.userData.body === b);
    return [material.color.getHex(), material.userData.color.getHex()];
  }, body);
  await until(page, (f, b) => f.bodyState?.[2 * b + 1] === 0, sleeper);
  await page.evaluate((b) => window.sinew.select(b), sleeper);
  await page.waitForFunction(() => document.getElementById('readings').textContent.includes('asleep'));
  const [shown, own] = await looks(sleeper);
  assert.notEqual(shown, own, 'a sleeper is darker');
  const [awake, itself] = await looks(ball);
  assert.equal(awake, itself, 'what is awake is not');
  await picture(page, 'sleep');
  await page.keyboard.press('l');
  assert.deepEqual(await looks(sleeper), [own, own], 'unless one does not want to see it');
  await page.keyboard.press('l');
  await page.evaluate(([b, at]) => window.sinew.socket.send('drag', { body: b, point: [0, 0, 0], target: at }), [sleeper, [-0.4, -0.4, 0.6]]);
  await until(page, (f, b) => f.bodyState[2 * b + 1] === 1, sleeper);
  await page.waitForFunction(() => document.getElementById('readings').textContent.includes('awake'));
  assert.deepEqual(await looks(sleeper), [own, own], 'woken');
  await close(page);
});

test('a tab that hangs holds up neither the simulation nor another tab', async () => {
  const url = await view('cartpole');
  const [good, hung] = [await open(browser, url), await open(browser, url)];
  const STALL_MS = 8000;
  const stall = hung.evaluate((ms) => { const end = Date.now() + ms; while (Date.now() < end); return window.sinew.socket.received; }, STALL_MS);
  const before = await frame(good);
  const begin = Date.now();
  await until(good, (f, t) => f.time > t + 1.5, before.time);
  const took = Date.now() - begin;
  assert.ok(took < STALL_MS, `1.5 simulated seconds took ${took} ms, until the other tab went on`);
  const received = await stall;
  await hung.waitForFunction((n) => window.sinew.socket.received > n + 10, received);
  const now = await frame(good);
  await until(hung, (f, t) => f.time > t, now.time);
  await close(good);
  await close(hung);
});

/** A landscape of so many squares a side as the bytes of an STL file: two triangles each. */
function landscape(side) {
  const bytes = Buffer.alloc(84 + 100 * side * side);
  bytes.writeUInt32LE(2 * side * side, 80);
  const at = (i, j) => [i / side, j / side, 0.05 * Math.sin(9 * i / side) * Math.cos(7 * j / side)];
  let end = 84;
  for (let i = 0; i < side; i += 1) {
    for (let j = 0; j < side; j += 1) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      for (const corners of [[a, b, c], [a, c, d]]) {
        [0, 0, 1, ...corners.flat()].forEach((x, k) => bytes.writeFloatLE(x, end + 4 * k));
        end += 50;
      }
    }
  }
  return bytes;
}

test('a mesh of 180000 triangles is drawn, and one with more than the format allows is told with file and line', async () => {
  const path = scratch('scene.xml');
  writeFileSync(join(path, '..', 'big.stl'), landscape(300));
  writeFileSync(path, `<mujoco><asset><mesh name="big" file="big.stl" inertia="shell"/></asset><worldbody><geom type="mesh" mesh="big"/>
    <body pos="0.5 0.5 1"><freejoint/><geom size="0.05"/></body></worldbody></mujoco>`);
  const url = await view(path);
  const page = await open(browser, url);
  assert.equal(await page.evaluate(() => window.sinew.stage.bodies.geoms[0].geometry.index.count), 3 * 180000);
  const { time } = await frame(page);
  await until(page, (f, t) => f.time > t + 0.2, time);
  await picture(page, 'landscape');
  writeFileSync(join(path, '..', 'big.stl'), landscape(400));
  await page.waitForSelector('#problem:not([hidden])');
  const text = await page.textContent('#problem');
  assert.match(text, /scene\.xml:1/);
  assert.match(text, /320000/);
  await close(page);
});

test('at 1280 by 720 nothing sticks out, panels do not overlap and charts show what they are of', async () => {
  const page = await open(browser, await view(model('gallery.xml')), { width: 1280, height: 720 });
  const boxes = await page.evaluate(() => Object.fromEntries(['topbar', 'transport', 'left', 'right'].map((id) => {
    const { left, right, top, bottom } = document.getElementById(id).getBoundingClientRect();
    return [id, { left, right, top, bottom }];
  })));
  for (const [id, box] of Object.entries(boxes)) {
    assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 1280 && box.bottom <= 720 && box.right > box.left, `${id} ${JSON.stringify(box)}`);
  }
  const [{ left, right }, names] = [boxes, Object.keys(boxes)];
  assert.ok(right.left - left.right > 500, 'room for the picture');
  for (const a of names) {
    for (const b of names) {
      const apart = boxes[a].right <= boxes[b].left || boxes[b].right <= boxes[a].left || boxes[a].bottom <= boxes[b].top || boxes[b].bottom <= boxes[a].top;
      assert.ok(a === b || apart, `${a} overlaps ${b}`);
    }
  }
  const charts = () => page.locator('#right .chart:visible').allTextContents();
  await page.keyboard.press('F3');
  await until(page, (f) => f.time > 0.5);
  const profile = (await charts()).join();
  for (const title of ['joules', 'iterations', 'constraints']) assert.ok(profile.includes(title), profile);
  await page.keyboard.press('F4');
  assert.deepEqual((await charts()).map((text) => /down|shoulder/.exec(text)?.[0]), ['down', 'shoulder']);
  await picture(page, 'wide');
  await close(page);
});

test('two tabs show the same simulation, and closing one does not disturb the other', async () => {
  const url = await view('cartpole');
  const [one, two] = [await open(browser, url), await open(browser, url)];
  await until(one, (f) => f.time > 0.3);
  await one.keyboard.press('Space');
  await until(one, (f) => f.paused);
  const a = await frame(one);
  await until(two, (f, t) => f.paused && f.time === t, a.time);
  const b = await frame(two);
  assert.deepEqual(a.bodyPos, b.bodyPos);
  assert.deepEqual(a.bodyQuat, b.bodyQuat);
  await one.context().close();
  await two.keyboard.press('Space');
  await until(two, (f, t) => f.time > t + 0.1, a.time);
  await close(two);
});

test('a model broken on disk shows its error with the line and recovers when it is mended', async () => {
  const path = scratch('scene.xml');
  const good = readFileSync(model('cartpole.xml'), 'utf8');
  writeFileSync(path, good);
  const page = await open(browser, await view(path));
  await until(page, (f) => f.time > 0.2);
  writeFileSync(path, good.replace(/<joint /, '<joint spin="fast" '));
  await page.waitForSelector('#problem:not([hidden])');
  const text = await page.textContent('#problem');
  const line = good.slice(0, good.indexOf('<joint ')).split('\n').length;
  assert.ok(text.includes(`scene.xml:${line}`), text);
  assert.match(text, /spin/);
  await picture(page, 'broken');
  const { time } = await frame(page);
  await until(page, (f, t) => f.time > t + 0.05, time);
  writeFileSync(path, good);
  await page.waitForSelector('#problem', { state: 'hidden' });
  await until(page, (f, t) => f.scene === 2 && f.time > t, time);
  await close(page);
});

test('every key of a switch does what its switch does, and every tab has something to show', async () => {
  const page = await open(browser, await view(model('terrain.xml')));
  const keys = await page.evaluate(async () => (await import('/js/keys.js')).SWITCHES);
  for (const [key, [name]] of Object.entries(keys)) {
    const was = await page.evaluate((n) => window.sinew.store.get(n), name);
    await page.keyboard.press(key.toLowerCase());
    assert.equal(await page.evaluate((n) => window.sinew.store.get(n), name), !was, `${key}: ${name}`);
    assert.equal(await page.isChecked(`#switch-${name} input`), !was, name);
    if (!['contacts', 'forces', 'joints', 'com', 'islands'].includes(name)) await page.keyboard.press(key.toLowerCase());
  }
  await until(page, (f) => f.contact && f.joint && f.subtreeCom && f.bodyState);
  await page.keyboard.press('F4');
  await page.waitForFunction(() => document.querySelectorAll('#right .chart').length >= 4);
  await picture(page, 'sensors');
  await page.keyboard.press('F3');
  await page.waitForFunction(() => /\d µs/.test(document.getElementById('right').textContent));
  await picture(page, 'profile');
  await page.keyboard.press('F7');
  await page.waitForFunction(() => document.getElementById('labels').textContent.includes('rover'));
  await tab(page, 'Physics');
  await page.click('#flag-gravity');
  await page.waitForFunction(() => !document.querySelector('#flag-gravity input').checked);
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await picture(page, 'help');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help', { state: 'hidden' });
  await page.click('[aria-label="dark or light"]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await picture(page, 'light');
  await close(page);
});

test('the cameras of the model and free ones can be looked from', async () => {
  const page = await open(browser, await view(model('terrain.xml'), '--paused'));
  const where = () => page.evaluate(() => window.sinew.stage.view.camera.position.toArray());
  const free = await where();
  await page.keyboard.press(']');
  await page.waitForFunction(() => window.sinew.stage.view.fixed === 0 && !window.sinew.stage.view.changed);
  const side = await where();
  assert.ok(Math.hypot(...side.map((x, i) => x - [0.2, -1.5, 0.75][i])) < 1e-5, `${side}`);
  await page.keyboard.press('Escape');
  await page.selectOption('#camera', '-2');
  await page.waitForFunction(() => window.sinew.stage.view.tracked === 1);
  await page.keyboard.press('Control+a');
  await page.waitForFunction(() => window.sinew.stage.view.tracked === -1 && !window.sinew.stage.view.changed);
  assert.deepEqual(await where(), free);
  await close(page);
});

test('an orthographic camera shows lengths, however far they are', async () => {
  const path = scratch('flat.xml');
  const ball = (name, y) => `<body name="${name}" pos=".25 ${y} .1"><freejoint/><geom size=".1"/></body>`;
  writeFileSync(path, `<mujoco><worldbody><camera name="flat" projection="orthographic" fovy="2" pos="0 -3 0" xyaxes="1 0 0 0 0 1"/>
    ${ball('near', -1)}${ball('far', 2)}</worldbody></mujoco>`);
  const page = await open(browser, await view(path, '--paused'));
  await page.keyboard.press(']');
  await page.waitForFunction(() => window.sinew.stage.view.fixed === 0 && !window.sinew.stage.view.changed);
  const [near, far, box] = [await project(page, 1), await project(page, 2), await page.locator('canvas').first().boundingBox()];
  assert.ok(Math.hypot(near.x - far.x, near.y - far.y) < 1e-3, JSON.stringify([near, far]));
  assert.ok(Math.abs((near.x - box.x - box.width / 2) / box.height - 0.125) < 1e-3, 'a quarter of a metre of two');
  assert.ok(Math.abs((box.y + box.height / 2 - near.y) / box.height - 0.05) < 1e-3, 'a tenth of a metre of two');
  await page.mouse.dblclick(near.x, near.y);
  await page.waitForFunction(() => window.sinew.stage.selected === 1);
  await close(page);
});

test('on a phone panels open one at a time and leave the picture free', async () => {
  const page = await open(browser, await view(model('gripper.xml')), { width: 390, height: 844 }, { hasTouch: true });
  assert.equal(await page.locator('.panel:not(.closed)').count(), 0);
  await page.tap('[aria-label^="right panel"]');
  await page.waitForSelector('#right:not(.closed)');
  await page.waitForFunction(() => window.sinew.stage.covered > 100);
  await picture(page, 'phone');
  await page.tap('[aria-label^="left panel"]');
  await page.waitForSelector('#left:not(.closed)');
  assert.equal(await page.locator('.panel:not(.closed)').count(), 1);
  for (const id of ['#topbar', '#transport', '#left', '#topbar .buttons']) {
    const box = await page.locator(id).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390, `${id} sticks out`);
  }
  await close(page);
});

test('a page says that its server is gone', async () => {
  const server = await serve('cartpole');
  const page = await open(browser, server.url);
  server.stop();
  await page.waitForFunction(() => document.querySelector('.pill').textContent === 'disconnected');
  await page.context().close();
});
