// Measures the paint delay after each of two hundred taps in our reader at a quarter of the CPU speed, and the JS heap after fifty page
// turns compared with plain epub.js 0.3.93 with the same book. Usage: node tests/bench/taps.mjs [--taps 200]
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { plainReader } from './plain-reader.mjs';
import { makeBook } from './reader-book.ts';

const TAPS = process.argv.includes('--taps') ? Number(process.argv[process.argv.indexOf('--taps') + 1]) : 200;
const TURNS = 50;
const SLOW = 4;
/** Milliseconds between two taps of a user who skims quickly. */
const PAUSE = 150;
/** Milliseconds after which a page turn is complete, also across a chapter boundary. */
const DONE = 450;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const BOOKS = {
  novel: await makeBook({ title: '长夜行船', chapters: 1000, characters: 3100 }),
  small: await makeBook({ title: '桥上的灯', chapters: 20, characters: 3100 }),
};

const plain = await plainReader(BOOKS);
const server = await browserServer();
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

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

/** As in the page-turn measurement: CPU throttled, and each turn is awaited, for epub.js too. */
async function heap(page, devtools) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  for (let turn = 0; turn < TURNS; turn++) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(DONE);
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
  // Mostly forwards, sometimes back; every twentieth tap shows and hides the toolbars.
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
  const address = `${server.origin}/cms/main/epubRead?publishId=${await server.publish(epub)}`;
  const ours = await opened(address, heap);
  const theirs = await opened(plain.addressOf(name), heap);
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
await server.close();
plain.close();
