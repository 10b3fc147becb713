// Whether the viewer's memory grows: one page stays open while others come and go.
// `SINEW_BIN=…/release/sinew node soak.mjs [minutes, 60] [model, humanoid]` prints a line per minute and ends with 1 if it grew.

import { readFileSync } from 'node:fs';
import { launch, open, serve } from './support.mjs';

/** Minutes in which states to go back to are gathered and caches filled. */
const WARM_UP = 5;
/** Kilobytes by which the highest of the last minutes may lie above the highest just after the warm-up: a new peak of threads at once. */
const MOST_GROWTH = { server: 512, page: 2048 };
/** How long another page stays. */
const STAY_MS = 3000;

const minutes = Number(process.argv[2] ?? 60);
const server = await serve(process.argv[3] ?? 'humanoid');
const browser = await launch();
const start = Date.now();
const elapsed = () => (Date.now() - start) / 60000;
const samples = [];
let opened = 0;

/** Resident memory of the server. */
function resident() {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
}

const page = await open(browser, server.url);
const tools = await page.context().newCDPSession(page);
/** Kilobytes of the staying page that are not garbage. */
async function heap() {
  await tools.send('HeapProfiler.collectGarbage');
  return Math.round((await tools.send('Runtime.getHeapUsage')).usedSize / 1024);
}

/** Pages that come and go, each with its files, its scene and its socket. */
async function others() {
  while (elapsed() < minutes) {
    try {
      const other = await open(browser, server.url);
      await other.waitForTimeout(STAY_MS);
      await other.context().close();
      opened += 1;
    } catch (error) {
      // a busy machine may be too slow for a page; the server's memory is what matters
      console.log(`a page did not open: ${error.message.split('\n')[0]}`);
    }
  }
}

async function watch() {
  console.log('minute  server kB  page kB  pages opened  frames at the page');
  for (let next = 0; next <= minutes; next += 1) {
    await new Promise((resolve) => { setTimeout(resolve, Math.max(0, next - elapsed()) * 60000); });
    const [received, kept] = [await page.evaluate(() => window.sinew.socket.received), await heap()];
    samples.push({ minute: next, server: resident(), page: kept });
    console.log(`${String(next).padStart(6)}${String(samples.at(-1).server).padStart(11)}${String(kept).padStart(9)}${String(opened).padStart(14)}${String(received).padStart(20)}`);
  }
}

await Promise.all([others(), watch()]);
await browser.close();
server.stop();

const warm = samples.filter(({ minute }) => minute >= WARM_UP);
const span = Math.ceil(warm.length / 4);
const highest = (list, what) => Math.max(...list.map((sample) => sample[what]));
for (const what of ['server', 'page']) {
  const [before, after] = [highest(warm.slice(0, span), what), highest(warm.slice(-span), what)];
  console.log(`${what}: ${before} kB after the warm-up, ${after} kB at the end`);
  if (after - before > MOST_GROWTH[what]) process.exitCode = 1;
}
