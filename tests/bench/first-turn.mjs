// The first page turn compared with the tenth, in five books that start with a cover, at CPU 4×, when the key is pressed 50 to 800 ms after
// the first page is visible. Compare ratios only. Usage: node tests/bench/first-turn.mjs [--runs 3] [--cpu 4]
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { probe } from './page-probe.mjs';
import { makeBook } from './reader-book.ts';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) : fallback);
const RUNS = option('runs', 3);
const CPU = option('cpu', 4);
const DELAYS = [50, 100, 200, 400, 800];
const TURNS = 10;
const GOAL = 1.5;
/** Milliseconds. Later than this a turn counts as lost. */
const LOST = 5_000;

const plans = [
  { title: '封面之后', chapters: 20, characters: 3_100 },
  { title: '竖排的信', chapters: 20, characters: 3_100, vertical: true },
  { title: '长夜行船', chapters: 300, characters: 3_100 },
  { title: '长章', chapters: 3, characters: 40_000 },
  { title: '江城影集', chapters: 20, characters: 300, pictures: true },
];
const server = await browserServer();
const books = [];
for (const plan of plans)
  books.push([plan.title, await server.publish((await makeBook({ ...plan, cover: true })).epub), plan.vertical ? 'ArrowLeft' : 'ArrowRight']);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const median = (numbers) => [...numbers].sort((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? NaN;

async function turned(page, count) {
  await page.waitForFunction((wanted) => window.bench.turns.length >= wanted, count, { timeout: LOST, polling: 20 }).catch(() => undefined);
  return page.evaluate((wanted) => window.bench.turns[wanted - 1] ?? null, count);
}

async function measured(id, key, delay) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, serviceWorkers: 'block' });
  await context.addInitScript(probe);
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const said = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('first page'), timeout: 60_000 });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${id}`, { waitUntil: 'commit' });
  await said;
  await page.waitForTimeout(delay);
  const times = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn > 1) await page.waitForTimeout(500);
    await page.keyboard.press(key);
    times.push(await turned(page, turn));
    if (times.at(-1) === null) break;
  }
  await context.close();
  return times;
}

let lost = 0;
let missed = 0;
for (const [title, id, key] of books) {
  const firsts = [];
  const tenths = [];
  for (let run = 0; run < RUNS; run++)
    for (const delay of DELAYS) {
      const times = await measured(id, key, delay);
      if (times.includes(null)) lost += 1;
      else {
        firsts.push(times[0]);
        tenths.push(times.at(-1));
      }
      if (process.argv.includes('--verbose')) console.log(title, delay, times.map((one) => one?.toFixed(0)).join(' '));
    }
  const ratio = median(firsts) / median(tenths);
  if (!(ratio <= GOAL)) missed += 1;
  console.log(
    `${title}: first turn ${median(firsts).toFixed(0)} ms, tenth ${median(tenths).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (goal ${GOAL})`,
  );
}
console.log(`turns lost: ${lost} (goal 0)`);
await browser.close();
await server.close();
process.exit(missed > 0 || lost > 0 ? 1 : 0);
