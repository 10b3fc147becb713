// The viewer from end to end: the command, its server and its page in a headless browser.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { colours, frame, launch, open, picture, project, root, serve, until } from './support.mjs';

let browser;
const stops = [];
before(async () => { browser = await launch(); });
after(async () => {
  for (const stop of stops) stop();
  await browser?.close();
});

async function view(model, ...more) {
  const server = await serve(model, ...more);
  stops.push(server.stop);
  return server.url;
}
/** A model of the repository; the viewer has a few of its own. */
const model = (name) => [join(root, 'models', name), join(root, 'crates', 'sinew-view', 'models', name)].find((path) => existsSync(path));

for (const name of ['humanoid.xml', 'gripper.xml', 'elbow.xml', 'quadruped.xml', 'pile.xml']) {
  test(`${name} is drawn`, async () => {
    const page = await open(browser, await view(model(name)));
    const { distinct, most } = await colours(page);
    assert.ok(distinct > 200 && most < 0.9, `${distinct} colours, the most common on ${most} of the picture`);
    await picture(page, name);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('pause, step, back, reset, keyframe and speed act on the simulation', async () => {
  const page = await open(browser, await view(model('arm.xml')));
  await until(page, (f) => f.time > 0.1 && !f.paused);
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused);
  const { time } = await frame(page);
  await page.click('#step');
  await until(page, (f, t) => Math.abs(f.time - t - 0.002) < 1e-9, time);
  await page.click('#back');
  await until(page, (f, t) => f.time < t + 0.001, time);
  await page.selectOption('#keys', '0');
  await until(page, (f) => f.time === 0);
  await page.click('text=Joints');
  await until(page, (f) => f.qpos && Math.abs(f.qpos[2] - 1.1) < 1e-6);
  await page.selectOption('#speed', '200');
  await until(page, (f) => f.speed === 2);
  await page.keyboard.press('Space');
  await until(page, (f) => !f.paused && f.time > 0.2);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused && f.time < 0.2);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('sliders set controls while it runs and joints while it is paused', async () => {
  const page = await open(browser, await view(model('arm.xml'), '--paused'));
  await page.fill('#ctrl-0 .value', '0.5');
  await page.press('#ctrl-0 .value', 'Enter');
  await until(page, (f) => f.ctrl?.[0] === 0.5);
  const slider = await page.locator('#ctrl-1 input[type=range]').boundingBox();
  await page.mouse.click(slider.x + slider.width * 0.75, slider.y + slider.height / 2);
  await until(page, (f) => f.ctrl?.[1] > 0.5);
  await page.click('text=Joints');
  await page.fill('#joint-2 .value', '0.8');
  await page.press('#joint-2 .value', 'Enter');
  await until(page, (f) => f.qpos?.[2] === 0.8);
  await page.keyboard.press('Space');
  await until(page, (f) => f.qpos && f.time > 0.5 && f.qpos[0] > 0.2);
  await page.keyboard.press('Space');
  await until(page, (f) => f.paused);
  await page.evaluate(() => { const s = document.getElementById('scrub'); s.value = '1'; s.dispatchEvent(new Event('input')); });
  await until(page, (f) => f.past && f.time < 0.3);
  await page.click('#copy');
  await page.waitForFunction(() => window.lastKeyframe?.startsWith('<key time='));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a body is selected by double-click, pulled by a spring and let go', async () => {
  const page = await open(browser, await view('humanoid', '--paused'));
  const at = await project(page, 1);
  await page.mouse.dblclick(at.x, at.y);
  const body = await page.waitForFunction(() => window.sinew.stage.selected > 0 && window.sinew.stage.selected);
  assert.equal(await body.jsonValue(), 1, 'the torso');
  const before = await frame(page);
  const pull = async () => {
    await page.keyboard.down('Control');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(at.x + 60, at.y - 60, { steps: 4 });
  };
  const letGo = async () => {
    await page.mouse.up({ button: 'right' });
    await page.keyboard.up('Control');
  };
  await pull();
  await until(page, (f, z) => f.bodyPos[5] > z + 0.1, before.bodyPos[5]);
  await letGo();
  await page.keyboard.press('Backspace');
  await until(page, (f, z) => Math.abs(f.bodyPos[5] - z) < 1e-5, before.bodyPos[5]);
  await page.keyboard.press('Space');
  await pull();
  await until(page, (f) => f.perturb?.length === 8 && f.perturb[0] === 1 && f.time > 0.2);
  await picture(page, 'drag');
  await letGo();
  await until(page, (f) => !f.perturb?.length);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('two tabs show the same simulation, and closing one does not disturb the other', async () => {
  const url = await view('pile');
  const [one, two] = [await open(browser, url), await open(browser, url)];
  await until(one, (f) => f.time > 0.3);
  await one.keyboard.press('Space');
  await until(one, (f) => f.paused);
  await until(two, (f) => f.paused);
  await one.waitForTimeout(300);
  const [a, b] = [await frame(one), await frame(two)];
  assert.equal(a.time, b.time);
  assert.deepEqual(a.bodyPos, b.bodyPos);
  await one.context().close();
  await two.keyboard.press('Space');
  await until(two, (f, t) => f.time > t + 0.1, a.time);
  assert.deepEqual(two.errors, []);
  await two.context().close();
});

test('a model broken on disk shows its error with the line and recovers when it is mended', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sinew-')), 'scene.xml');
  const good = readFileSync(model('cartpole.xml'), 'utf8');
  writeFileSync(path, good);
  const page = await open(browser, await view(path));
  await until(page, (f) => f.time > 0.2);
  writeFileSync(path, good.replace(/<joint /, '<joint spin="fast" '));
  await page.waitForSelector('#problem:not([hidden])');
  const text = await page.textContent('#problem');
  assert.match(text, /scene\.xml:\d+/);
  assert.match(text, /spin/);
  await picture(page, 'broken');
  const { time } = await frame(page);
  await until(page, (f, t) => f.time > t + 0.05, time);
  writeFileSync(path, good);
  await page.waitForSelector('#problem', { state: 'hidden' });
  await until(page, (f, t) => f.scene === 2 && f.time > t, time);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('overlays, panels, help and light colours can be switched', async () => {
  const page = await open(browser, await view(model('humanoid.xml')));
  for (const key of 'CFJMIEUNTQZ') await page.keyboard.press(key);
  for (const tab of ['Profile', 'Sensors', 'Body', 'Physics']) {
    await page.click(`.tabs >> text=${tab}`);
    await page.waitForTimeout(150);
  }
  await until(page, (f) => f.contact && f.joint && f.subtreeCom && f.bodyState);
  await page.click('#flag-gravity');
  await page.click('.tabs >> text=Profile');
  await page.waitForTimeout(600);
  await picture(page, 'overlays');
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await picture(page, 'help');
  await page.keyboard.press('Escape');
  await page.click('[aria-label="dark or light"]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await picture(page, 'light');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('on a phone panels open one at a time and leave the picture free', async () => {
  const page = await open(browser, await view(model('gripper.xml')), { width: 390, height: 844 });
  assert.equal(await page.locator('.panel:not(.closed)').count(), 0);
  await page.click('[aria-label^="right panel"]');
  await page.waitForTimeout(300);
  await picture(page, 'phone');
  await page.click('[aria-label^="left panel"]');
  assert.equal(await page.locator('.panel:not(.closed)').count(), 1);
  const box = await page.locator('#transport').boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, 'nothing sticks out');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a hundred bodies are streamed at display rate', async () => {
  const balls = Array.from({ length: 100 }, (_, i) => `<body pos="${i % 10} ${Math.floor(i / 10)} ${1 + (i % 3)}"><freejoint/><geom size="0.3"/></body>`);
  const path = join(mkdtempSync(join(tmpdir(), 'sinew-')), 'hundred.xml');
  writeFileSync(path, `<mujoco><worldbody><light pos="5 5 10"/><geom type="plane" size="20 20 1"/>${balls.join('')}</worldbody></mujoco>`);
  const page = await open(browser, await view(path), { width: 640, height: 360 });
  const counts = () => page.evaluate(() => [performance.now(), window.sinew.socket.received, window.sinew.stage.drawn]);
  const [t0, r0, d0] = await counts();
  await page.waitForTimeout(3000);
  const [t1, r1, d1] = await counts();
  const rate = (n) => (1000 * n) / (t1 - t0);
  console.log(`100 bodies: ${rate(r1 - r0).toFixed(1)} frames/s received, ${rate(d1 - d0).toFixed(1)} drawn`);
  assert.ok(rate(r1 - r0) > 10, 'a busy machine is slower, but not that slow');
  await page.context().close();
});
