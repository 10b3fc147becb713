// A server, a browser and what tests ask of a page.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '..', '..', '..');
export const sinew = process.env.SINEW_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug', 'sinew');
const shots = process.env.SINEW_SHOTS;

export const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
];

/** A headless browser. */
export function launch() {
  const executablePath = process.env.SINEW_BROWSER ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** Serves a model; resolves to its address and a function that ends it. */
export function serve(model, ...more) {
  const child = spawn(sinew, ['view', model, '--no-open', ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const url = /http:\S+/.exec(said)?.[0];
      if (url) resolve({ url, stop: () => child.kill() });
    });
    child.stderr.on('data', (data) => { said += data; });
    child.on('exit', () => reject(new Error(`sinew view ended: ${said}`)));
    child.on('error', reject);
  });
}

/** Opens a page and waits until it has drawn the scene. Errors of the page are gathered in `page.errors`. */
export async function open(browser, url, size = { width: 1280, height: 720 }) {
  const context = await browser.newContext({ viewport: size, colorScheme: 'dark' });
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.stack ?? String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.errors.push(message.text()); });
  page.setDefaultTimeout(40000);
  await page.goto(url);
  try {
    await page.waitForFunction(() => window.sinew?.stage.drawn > 0);
  } catch (error) {
    throw new Error(`${error.message}\n${page.errors.join('\n')}`);
  }
  return page;
}

/** Keeps a picture if a folder for them is named. */
export async function picture(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** The last frame, with its typed arrays as lists. */
export const frame = (page) => page.evaluate(() => {
  const f = window.sinew.frame();
  return Object.fromEntries(Object.entries(f).map(([k, v]) => [k, ArrayBuffer.isView(v) ? Array.from(v) : v]));
});

/** Waits until a function of the frame is true; the page's own rules forbid to make functions there. */
export async function until(page, test, argument = null) {
  const ask = `(() => { const f = window.sinew.frame(); return Boolean(f && (${test})(f, ${JSON.stringify(argument)})); })()`;
  const end = Date.now() + 40000;
  while (Date.now() < end) {
    if (await page.evaluate(ask)) return;
    await new Promise((resolve) => { setTimeout(resolve, 40); });
  }
  throw new Error(`it did not come to pass that ${test}\n${page.errors.join('\n')}`);
}

/** How many colours the picture has, and how much of it is the most common one. */
export const colours = (page) => page.evaluate(() => {
  const { stage } = window.sinew;
  stage.dirty = true;
  stage.draw();
  const gl = stage.renderer.getContext();
  const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const key = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { distinct: counts.size, most: Math.max(...counts.values()) / (w * h) };
});

/** Where a point of a body's frame is on the screen. */
export const project = (page, body) => page.evaluate((b) => {
  const { stage } = window.sinew;
  const p = stage.bodies.groups[b].position.clone().project(stage.view.camera);
  const box = stage.canvas.getBoundingClientRect();
  return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
}, body);
