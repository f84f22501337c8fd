// Two hundred taps of our reader at a quarter of the speed (how late is the picture after each), and the JS heap after
// fifty turns beside plain epub.js 0.3.93 with the same book.  node tests/bench/taps.mjs [--taps 200]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserServer } from '../support/browser-server.ts';
import { makeBook } from './reader-book.ts';

const TAPS = process.argv.includes('--taps') ? Number(process.argv[process.argv.indexOf('--taps') + 1]) : 200;
const TURNS = 50;
const SLOW = 4;
/** Between two taps, as a quick reader leafs. Milliseconds. */
const PAUSE = 150;
const MODULES = join(import.meta.dirname, '../../node_modules');
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const BOOKS = {
  novel: await makeBook({ title: '长夜行船', chapters: 1000, characters: 3100 }),
  small: await makeBook({ title: '桥上的灯', chapters: 20, characters: 3100 }),
};

const files = {
  '/jszip.js': ['text/javascript', await readFile(join(MODULES, 'jszip/dist/jszip.min.js'))],
  '/epub.js': ['text/javascript', await readFile(join(MODULES, 'epubjs/dist/epub.min.js'))],
  '/plain.html': [
    'text/html',
    `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}#v{width:100%;height:100%}</style><body><div id="v"></div>
<script src="/jszip.js"></script><script src="/epub.js"></script><script>
const r = ePub(location.search.slice(1)).renderTo('v', { width: '100%', height: '100%', flow: 'paginated', manager: 'default' });
const key = (e) => { if (e.key === 'ArrowRight') r.next() }; addEventListener('keydown', key); r.on('keydown', key); r.display()</script>`,
  ],
  ...Object.fromEntries(Object.entries(BOOKS).map(([name, { epub }]) => [`/${name}.epub`, ['application/epub+zip', epub]])),
};
const plain = createServer((request, response) => {
  const [type, body] = files[request.url.split('?')[0]] ?? [];
  response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body);
});
await new Promise((resolve) => plain.listen(0, '127.0.0.1', resolve));
const house = await browserServer();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

async function opened(address, work) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(address);
  await page.locator('iframe').first().waitFor();
  await page.waitForTimeout(2000);
  const result = await work(page, devtools);
  await context.close();
  return result;
}

async function heap(page, devtools) {
  for (let turn = 0; turn < TURNS; turn++) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(PAUSE);
  }
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 2 ** 20;
}

async function taps(page, devtools) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  await page.evaluate(() => {
    window.frames100 = [];
    new PerformanceObserver((list) => window.frames100.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'long-animation-frame',
    });
  });
  const events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value.filter(({ name }) => name === 'EventTiming')));
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } });
  // Mostly on, now and then back; every twentieth calls the tools and puts them away.
  for (let tap = 0; tap < TAPS; tap++) {
    const middle = tap % 20 > 17;
    await page.touchscreen.tap(middle ? 195 : tap % 7 === 6 ? 30 : 360, 420);
    await page.waitForTimeout(PAUSE);
  }
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  const longest = new Map();
  for (const { args } of events) {
    const { interactionId, duration } = args?.data ?? {};
    if (interactionId) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration));
  }
  const late = [...longest.values()].sort((one, two) => one - two);
  const frames = await page.evaluate(() => window.frames100);
  return { count: late.length, p98: late[Math.floor(late.length * 0.98)], most: late.at(-1), frames: frames.filter((one) => one > 100) };
}

for (const [name, { epub }] of Object.entries(BOOKS)) {
  const address = `${house.origin}/cms/main/epubRead?publishId=${await house.publish(epub)}`;
  const ours = await opened(address, heap);
  const theirs = await opened(`http://127.0.0.1:${plain.address().port}/plain.html?/${name}.epub`, heap);
  console.log(
    `${name}: heap after ${TURNS} turns ${ours.toFixed(1)} MB, plain ${theirs.toFixed(1)} MB, ratio ${(ours / theirs).toFixed(2)}  (target 1.00)`,
  );
  if (name === 'small') continue;
  const { count, p98, most, frames } = await opened(address, taps);
  console.log(
    `${name}: ${count} taps at ${SLOW}x: p98 ${p98} ms  (target 100), longest ${most} ms; frames over 100 ms: ${frames.length}  (target 0)`,
  );
}
await browser.close();
await house.close();
plain.close();
