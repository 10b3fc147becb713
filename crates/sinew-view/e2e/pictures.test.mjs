// Pictures compared with stored ones. SINEW_BLESS=1 stores them anew.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { here, launch, model, open, picture, send, serve, shots, sinew, stopAll, until } from './support.mjs';

/** Cells of the picture that may look different, and mean difference of all, of 255: edges and shadows vary a little. */
const TOLERANCE = { share: 0.01, mean: 2 };
const SIZE = { width: 480, height: 320 };

let browser;
let scale;
before(async () => {
  browser = await launch();
  scale = await browser.newPage();
});
after(async () => {
  stopAll();
  await browser?.close();
});

/** How different two pictures are, in cells of four by four pixels. */
const difference = (a, b) => scale.evaluate(async (urls) => {
  const cells = await Promise.all(urls.map(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(image.width / 4, image.height / 4);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  }));
  if (cells[0].length !== cells[1].length) return { share: 1, mean: 255 };
  let [far, sum] = [0, 0];
  const count = cells[0].length / 4;
  for (let i = 0; i < count; i += 1) {
    const apart = Math.max(...[0, 1, 2].map((c) => Math.abs(cells[0][4 * i + c] - cells[1][4 * i + c])));
    sum += apart;
    if (apart > 24) far += 1;
  }
  return { share: far / count, mean: sum / count };
}, [a, b].map((png) => `data:image/png;base64,${png.toString('base64')}`));

/** A picture without panels, of a simulation that stands still. */
async function draw(name, path, more = '', prepare = async () => {}) {
  const server = await serve(path, '--paused');
  const page = await open(browser, `${server.url}&fine=1&bare=1&theme=dark${more}`, SIZE);
  await prepare(page);
  const png = await picture(page, name);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  server.stop();
  return png;
}

const stored = (name) => join(here, 'reference', `${name}.png`);
/** An arm that is bent, its biceps active. */
const bent = async (page) => {
  // joints are sent while their panel is open
  await page.evaluate(() => { window.sinew.store.set('right', true); window.sinew.store.set('rightTab', 'joints'); });
  await send(page, 'qpos', { index: 2, value: 1.7 });
  await send(page, 'ctrl', { index: 0, value: 1 });
  await send(page, 'step', { count: 30 });
  await until(page, (f) => f.qpos?.[2] > 1 && !(f.act?.[0] < 0.5));
};
const PICTURES = {
  humanoid: [model('humanoid.xml')],
  robot: [model('gripper.xml')],
  tendons: [model('elbow.xml'), '&azimuth=120&distance=0.9&show=activation', bent],
  terrain: [model('terrain.xml'), '&distance=1.1'],
  overlays: [model('arm.xml'), '&show=contacts,forces,joints,com,inertia,frames,cameras,lights,skeleton&azimuth=120'],
  labels: [model('arm.xml'), '&show=labels,wireframe,transparent&hide=shadows,skybox'],
};

for (const [name, [path, more, prepare]] of Object.entries(PICTURES)) {
  test(`${name} looks as it did`, async () => {
    const png = await draw(`reference-${name}`, path, more, prepare);
    if (process.env.SINEW_BLESS) writeFileSync(stored(name), png);
    const { share, mean } = await difference(png, readFileSync(stored(name)));
    console.log(`${name}: ${(100 * share).toFixed(2)} % of cells differ, mean ${mean.toFixed(2)} of 255`);
    assert.ok(share <= TOLERANCE.share && mean <= TOLERANCE.mean, `${share} of the cells, mean ${mean}`);
  });
}

test('a picture without its tendons, or of another scene, is told apart', async () => {
  const [path, more, prepare] = PICTURES.tendons;
  const bare = await draw('reference-no-tendons', path, `${more}&hide=tendons`, prepare);
  const without = await difference(bare, readFileSync(stored('tendons')));
  assert.ok(without.share > TOLERANCE.share, `${without.share}`);
  const other = await difference(readFileSync(stored('humanoid')), readFileSync(stored('robot')));
  assert.ok(other.share > 0.2, `${other.share}`);
});

test('sinew shot draws what the page draws', async () => {
  const out = join(shots, 'reference-shot.png');
  execFileSync(sinew, ['shot', model('humanoid.xml'), '-o', out, '--size', `${SIZE.width}x${SIZE.height}`]);
  const { share, mean } = await difference(readFileSync(out), readFileSync(stored('humanoid')));
  assert.ok(share <= TOLERANCE.share && mean <= TOLERANCE.mean, `${share} of the cells, mean ${mean}`);
});

/** Switches that change only what another one shows. */
const NEEDS = { split: ['forces'], scaleInertia: ['inertia'], activation: ['actuators'] };
/** Sections of a frame that switches need and that are not sent without them. */
const SENT = {
  contacts: ['contact'], forces: ['contact'], split: ['contact'], joints: ['joint'], actuators: ['joint', 'act'], activation: ['joint', 'act'],
  skeleton: ['joint'], com: ['subtreeCom'], islands: ['bodyState'], sleeping: ['bodyState'],
};

test('every switch and every group of geoms changes what is seen', async () => {
  const server = await serve(model('gallery.xml'));
  const page = await open(browser, `${server.url}&fine=1&bare=1&theme=dark`, SIZE);
  const [asleep, bob] = await page.evaluate(() => ['sleeper', 'bob'].map((name) => window.sinew.stage.scene.bodies.findIndex((body) => body.name === name)));
  await send(page, 'ctrl', { index: 1, value: 1 });
  await until(page, (f, b) => f.bodyState?.[2 * b + 1] === 0 && f.time > 1, asleep);
  // a hand that pulls
  await send(page, 'drag', { body: bob, point: [0, 0, 0], target: [-0.7, 0.3, 0.7] });
  await until(page, (f) => f.perturb?.length === 8);
  await send(page, 'pause');
  await until(page, (f) => f.paused);
  const set = (values) => page.evaluate((v) => Object.entries(v).forEach(([name, value]) => window.sinew.store.set(name, value)), values);
  const shown = (name) => picture(page, `switch-${name}`);

  const keys = await page.evaluate(async () => (await import('/js/keys.js')).SWITCHES);
  const defaults = await page.evaluate(async () => ({ ...(await import('/js/store.js')).DEFAULTS, left: false, right: false }));
  await set(defaults);
  const plain = await shown('none');
  assert.equal((await difference(plain, await shown('none'))).mean, 0, 'nothing changed');
  const same = [];
  for (const [name] of Object.values(keys)) {
    const needs = Object.fromEntries((NEEDS[name] ?? []).map((other) => [other, true]));
    // what it is drawn from comes with the first frame after it was asked for
    await set({ ...needs, [name]: true });
    await until(page, (f, sections) => sections.every((section) => f[section]), SENT[name] ?? []);
    const on = await shown(name);
    await set({ [name]: false });
    if ((await difference(on, await shown('off'))).share === 0) same.push(name);
    await set(defaults);
  }
  for (const group of [0, 4]) {
    await page.keyboard.press(String(group));
    if ((await difference(plain, await shown(`group-${group}`))).share === 0) same.push(`group ${group}`);
    await page.keyboard.press(String(group));
  }
  assert.deepEqual(same, []);
  assert.equal((await difference(plain, await shown('none'))).mean, 0, 'as it was');
  assert.deepEqual(page.errors, []);
  await page.context().close();
  server.stop();
});
