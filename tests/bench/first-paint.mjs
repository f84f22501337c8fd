// First paint on a slow line: 400 kbit/s, 400 ms latency, empty caches, no service worker. Absolute times, because the line decides them and
// not the machine. For a book it also measures when its title and its first sentence are visible, and whether that is before the
// script has arrived. Usage: node tests/bench/first-paint.mjs [--runs 5] [--kbit 400] [--latency 400] [--dark]
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { makeBook } from './reader-book.ts';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) : fallback);
const RUNS = option('runs', 5);
const KBIT = option('kbit', 400);
const LATENCY = option('latency', 400);
/** Milliseconds to the first paint. */
const GOALS = { home: 1_500, book: 2_500 };
/** Layout shift above which a page is called unsteady; Lighthouse uses the same limit. */
const SHIFT = 0.1;
const median = (numbers) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? NaN;

/** Runs before any script of a page: records paints, layout shifts and the first frame in which `words` are visible. */
function record(words) {
  if (window !== window.top) return;
  const seen = (window.firstPaint = { paint: null, words: null, shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) seen.paint = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const visible = (root) => {
    const walker = root.createTreeWalker(root.body, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.includes(words) || getComputedStyle(node.parentElement).visibility === 'hidden') continue;
      const range = root.createRange();
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().width > 0) return true;
    }
    return false;
  };
  const tick = () => {
    if (words && seen.words === null && document.body) {
      const frames = [...document.querySelectorAll('iframe')].filter((frame) => getComputedStyle(frame).visibility !== 'hidden');
      const roots = [document, ...frames.map((frame) => frame.contentDocument)].filter((root) => root?.body);
      if (roots.some(visible)) seen.words = performance.now();
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

const server = await browserServer();
const epub = (plan) => makeBook({ chapters: 20, ...plan }).then((made) => made.epub);
const short = await server.publish(await epub({ title: '第一页', characters: 3_100 }));
const long = await server.publish(await epub({ title: '长章', characters: 40_000 }));
const reader = (id) => `/cms/main/epubRead?publishId=${id}`;
const opening = async (id) => {
  const html = await (await fetch(server.origin + reader(id))).text();
  const { text } = JSON.parse(/id="first-page">(.*?)<\/script>/s.exec(html)[1]);
  return /<p[^>]*>([^<]{8})/.exec(text)[1];
};
const pages = [
  { name: 'home', path: '/', goal: GOALS.home, words: '', ready: '.frame-main a[href*="/bookDetail/"]' },
  { name: 'detail of a book', path: `/cms/main/bookDetail/${short}`, goal: GOALS.book, words: '第一页', ready: '.frame-main h1' },
  { name: 'book, short chapter', path: reader(short), goal: GOALS.book, words: await opening(short), ready: 'iframe[data-shown]' },
  { name: 'book, chapter of 40 000 characters', path: reader(long), goal: GOALS.book, words: await opening(long), ready: 'iframe[data-shown]' },
];
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

async function measured({ path, words, ready }) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    colorScheme: process.argv.includes('--dark') ? 'dark' : 'light',
  });
  await context.addInitScript(record, words);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const throughput = (KBIT * 1000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.goto(server.origin + path, { waitUntil: 'commit', timeout: 60_000 });
  await page.waitForSelector(ready, { timeout: 120_000, state: 'attached' });
  const open = await page.evaluate(() => performance.now());
  // The text of a book is in a frame, whose paint is not one of the page.
  await page.waitForFunction(() => window.firstPaint.paint !== null, undefined, { timeout: 120_000 });
  const found = await page.evaluate(() => ({
    ...window.firstPaint,
    script: performance.getEntriesByName(document.querySelector('script[type="module"][src]').src)[0]?.responseEnd ?? null,
    html: performance.getEntriesByType('navigation')[0].encodedBodySize,
  }));
  await context.close();
  return { ...found, open };
}

let missed = 0;
for (const one of pages) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measured(one));
  const of = (key) => median(runs.map((run) => run[key] ?? NaN));
  const paint = of('paint');
  const good = paint <= one.goal && of('shift') <= SHIFT && (!one.path.includes('epubRead') || of('words') < of('script'));
  if (!good) missed += 1;
  const words = one.words ? `, its first words ${of('words').toFixed(0)} ms` : '';
  console.log(
    `${good ? '✓' : '✗'} ${one.name}: first paint ${paint.toFixed(0)} ms (goal ${one.goal})${words}, entry script ${of('script').toFixed(0)} ms, ` +
      `page of the application ${of('open').toFixed(0)} ms, layout shift ${of('shift').toFixed(3)}, HTML ${(of('html') / 1024).toFixed(1)} KB`,
  );
}
await browser.close();
await server.close();
process.exit(missed > 0 ? 1 : 0);
