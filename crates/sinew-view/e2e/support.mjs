// A server, a browser and what tests ask of a page.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '..', '..', '..');
/** The command. */
export const sinew = process.env.SINEW_BIN ?? join(root, 'target', 'debug', 'sinew');
/** Where pictures are kept. */
export const shots = process.env.SINEW_SHOTS ?? join(root, 'target', 'view-pictures');
mkdirSync(shots, { recursive: true });

/** How long anything may take: a machine without a graphics card that does something else besides is slow. */
const PATIENCE = 90000;
export const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
];
/** As small as the panels allow beside one another: without a graphics card every pixel counts. */
const SMALL = { width: 800, height: 480 };

/** A model of the repository; the viewer has a few of its own. */
export const model = (name) => [join(root, 'models', name), join(here, '..', 'models', name)].find((path) => existsSync(path));

/** A headless browser. */
export function launch() {
  const executablePath = process.env.SINEW_BROWSER ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

const servers = new Set();
/** Ends every server that still runs, as after a test that failed. */
export const stopAll = () => { for (const child of servers) child.kill(); };

/** Serves a model; resolves to its address, its process and a function that ends it. */
export function serve(path, ...more) {
  const child = spawn(sinew, ['view', path, '--no-open', ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  servers.add(child);
  child.on('exit', () => servers.delete(child));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const url = /http:\S+/.exec(said)?.[0];
      if (url) resolve({ url, pid: child.pid, stop: () => child.kill() });
    });
    child.stderr.on('data', (data) => { said += data; });
    child.on('exit', () => reject(new Error(`sinew view ended: ${said}`)));
    child.on('error', reject);
  });
}

/** Opens a page and waits until it has drawn the scene. Errors of the page are gathered in `page.errors`. */
export async function open(browser, url, size = SMALL, more = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: 'dark', ...more });
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.stack ?? String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.errors.push(message.text()); });
  page.setDefaultTimeout(PATIENCE);
  // everything comes out of the program: a page that asks elsewhere would need a network
  page.on('request', (request) => { if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin) page.errors.push(`asks ${request.url()}`); });
  try {
    await page.goto(url);
    await page.waitForFunction(() => window.sinew?.stage.drawn > 0);
  } catch (error) {
    await context.close();
    throw new Error(`${error.message}\n${page.errors.join('\n')}`);
  }
  return page;
}

/** Keeps a picture. */
export async function picture(page, name) {
  const drawn = await page.evaluate(() => { window.sinew.stage.dirty = true; return window.sinew.stage.drawn; });
  await page.waitForFunction((n) => window.sinew.stage.drawn > n, drawn);
  return page.screenshot({ path: join(shots, `${name}.png`) });
}

/** The last frame, with its typed arrays as lists. */
export const frame = (page) => page.evaluate(() => {
  const f = window.sinew.frame();
  return Object.fromEntries(Object.entries(f).map(([k, v]) => [k, ArrayBuffer.isView(v) ? Array.from(v) : v]));
});

/** Waits until a function of the frame is true; the page's own rules forbid to make functions there. */
export async function until(page, test, argument = null) {
  const ask = `(() => { const f = window.sinew.frame(); return Boolean(f && (${test})(f, ${JSON.stringify(argument)})); })()`;
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await page.evaluate(ask)) return;
    await new Promise((resolve) => { setTimeout(resolve, 40); });
  }
  throw new Error(`it did not come to pass that ${test}\n${page.errors.join('\n')}`);
}

/** Sends a command as the page would. */
export const send = (page, name, fields) => page.evaluate(([n, f]) => window.sinew.socket.send(n, f), [name, fields]);

/** Where a body's frame is on the screen. */
export const project = (page, body) => page.evaluate((b) => {
  const { stage } = window.sinew;
  const p = stage.bodies.groups[b].position.clone().project(stage.view.camera);
  const box = stage.canvas.getBoundingClientRect();
  return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
}, body);
