// First page, page turns and downloads of our reader compared with plain epub.js 0.3.93, which opens the complete .epub, in one shuffled
// run. Compare ratios only: milliseconds differ between runs. With --books FOLDER the .epub files of that folder replace the generated
// books; pages are turned in generated books only. Usage: node tests/bench/reader.mjs [--runs 5] [--turns 40] [--books FOLDER]
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { barePage } from './bare-page.mjs';
import { probe } from './page-probe.mjs';
import { plainReader } from './plain-reader.mjs';
import { makeBook } from './reader-book.ts';

const option = (name, fallback) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || fallback;
const RUNS = process.argv.includes('--runs') ? option('runs', 5) : 5;
const TURNS = process.argv.includes('--turns') ? option('turns', 40) : 40;
const BROWSER = { executablePath: await findBrowser(), args: ['--no-sandbox'] };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

const folder = process.argv.includes('--books') ? process.argv[process.argv.indexOf('--books') + 1] : null;
const books = folder ? await booksIn(folder) : await madeBooks();
for (const [name, { epub }] of Object.entries(books)) console.log(`${name}: ${(epub.byteLength / 1e6).toFixed(1)} MB`);

const plain = await plainReader(books);
const bare = await barePage();
const server = await browserServer();
const ids = {};
for (const [name, book] of Object.entries(books)) ids[name] = await server.publish(book.epub);
const reader = (book) => `${server.origin}/cms/main/epubRead?publishId=${ids[book]}`;

async function booksIn(path) {
  const names = (await readdir(path)).filter((name) => name.endsWith('.epub')).sort();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [basename(name, '.epub'), { epub: await readFile(join(path, name)) }])));
}

/** Smallest first; page turns are measured in the novel, which is also compared with the small book. */
async function madeBooks() {
  return {
    small: await makeBook({ title: '桥上的灯', chapters: 20, characters: 3100 }),
    vertical: await makeBook({ title: '竖排的信', chapters: 20, characters: 3100, vertical: true }),
    novel: await makeBook({ title: '长夜行船', chapters: 1000, characters: 3100 }),
    album: await makeBook({ title: '江城影集', chapters: 200, characters: 300, pictures: true }),
  };
}

async function measured(context, address, cpu, turns = 0) {
  const page = await context.newPage();
  if (cpu > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const said = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('first page'), timeout: 60_000 });
  await page.goto(address, { waitUntil: 'commit' });
  await said;
  const first = await page.evaluate(() => window.bench.first);
  for (let turn = 0; turn < turns; turn++) {
    await page.waitForTimeout(turn === 0 ? 1200 : 180);
    await page.keyboard.press('ArrowRight');
  }
  if (turns > 0) await page.waitForTimeout(400);
  const moved = await page.evaluate(() => window.bench.turns);
  await page.close();
  return { first, moved };
}

const profile = await mkdtemp(join(tmpdir(), 'shuzhou-bench-'));
const device = await chromium.launchPersistentContext(profile, { ...BROWSER, ...PHONE });
await device.addInitScript(probe);
await device.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
const keeping = {};
{
  const page = await device.newPage();
  for (const origin of [bare.origin, server.origin]) {
    await page.goto(origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  }
  for (const book of Object.keys(books)) {
    await page.goto(reader(book));
    const button = page.getByRole('button', { name: '存到本机' });
    await page.locator('iframe[data-shown]').waitFor();
    await page.mouse.click(195, 420);
    await button.waitFor();
    const from = Date.now();
    await button.click();
    await page.getByText('已存到本机', { exact: true }).waitFor({ timeout: 60_000 });
    keeping[book] = Date.now() - from;
  }
  await page.close();
}

const browser = await chromium.launch(BROWSER);
const fresh = async (address, cpu, turns) => {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addInitScript(probe);
  const result = await measured(context, address, cpu, turns);
  await context.close();
  return result;
};
/** CPU at full speed, and as slow as a phone. The throttling applies to the page; the service worker, if any, runs at full speed. */
const CPUS = [1, 4];
const cases = Object.fromEntries(
  CPUS.flatMap((cpu) => [
    [`${cpu}x bare page cached`, () => measured(device, bare.address, cpu)],
    ...Object.keys(books).flatMap((book) => {
      const turns = book === 'novel' ? TURNS : 0;
      return [
        [`${cpu}x plain ${book} cold`, () => fresh(plain.addressOf(book), cpu, turns)],
        [`${cpu}x plain ${book} again`, () => measured(device, plain.addressOf(book), cpu)],
        [`${cpu}x ours ${book} cold`, () => fresh(reader(book), cpu, turns)],
        [`${cpu}x ours ${book} downloaded`, () => measured(device, reader(book), cpu)],
      ];
    }),
  ]),
);
const results = Object.fromEntries(Object.keys(cases).map((name) => [name, { first: [], moved: [] }]));
for (const name of Object.keys(cases)) if (name.startsWith('1x') && !name.includes('novel')) await cases[name]();
for (let run = 0; run < RUNS; run++) {
  for (const name of Object.keys(cases).sort(() => Math.random() - 0.5)) {
    const { first, moved } = await cases[name]();
    results[name].first.push(first);
    results[name].moved.push(...moved);
  }
}

const at = (numbers, share) => [...numbers].sort((one, two) => one - two)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN;
const median = (name) => at(results[name].first, 0.5);
const ratio = (one, two) => (median(one) / median(two)).toFixed(2);
for (const [name, { first }] of Object.entries(results))
  console.log(`${name.padEnd(20)} first page ${median(name).toFixed(0)} ms (${first.map((each) => each.toFixed(0)).join(' ')})`);
for (const cpu of CPUS) {
  for (const book of Object.keys(books)) {
    const online = ratio(`${cpu}x ours ${book} cold`, `${cpu}x plain ${book} cold`);
    const kept = ratio(`${cpu}x ours ${book} downloaded`, `${cpu}x plain ${book} cold`);
    const again = ratio(`${cpu}x ours ${book} downloaded`, `${cpu}x plain ${book} again`);
    console.log(
      `${cpu}x ${book}: online / plain ${online}  (target 0.50), downloaded / plain ${kept}  (target 0.25), ` +
        `downloaded / plain with cached scripts ${again}, ` +
        `minimum of any cached page / plain ${ratio(`${cpu}x bare page cached`, `${cpu}x plain ${book} cold`)}`,
    );
  }
  const together = (state) => {
    const logs = Object.keys(books).map((book) => Math.log(median(`${cpu}x ours ${book} ${state}`) / median(`${cpu}x plain ${book} cold`)));
    return Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length).toFixed(2);
  };
  console.log(`${cpu}x geometric mean of all books: online / plain ${together('cold')}, downloaded / plain ${together('downloaded')}`);
  if (folder) continue;
  const [online, kept] = ['cold', 'downloaded'].map((state) => ratio(`${cpu}x ours novel ${state}`, `${cpu}x ours small ${state}`));
  console.log(`${cpu}x 1000 chapters / small: online ${online}, downloaded ${kept}  (target 1.30)`);
  const [ours, plainTurns] = [`${cpu}x ours novel cold`, `${cpu}x plain novel cold`].map((name) => results[name].moved);
  const turn = (share) => (at(ours, share) / at(plainTurns, share)).toFixed(2);
  console.log(
    `${cpu}x page turn p50, p95 / plain ${turn(0.5)}, ${turn(0.95)}  (targets 0.80, 0.40; turns measured ${ours.length}, ${plainTurns.length})`,
  );
}
console.log(
  `download: ${Object.entries(keeping)
    .map(([name, ms]) => `${name} ${ms} ms`)
    .join(', ')} (targets: novel 3000, album 6000)`,
);

await browser.close();
await device.close();
plain.close();
bare.close();
await server.close();
await rm(profile, { recursive: true, force: true });
