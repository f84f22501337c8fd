// A real Chromium downloads a film of 500 MB and plays it to its end with the server stopped; the memory of the browser processes is
// watched throughout: npm run bench:download-video [MB]
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { vp8In, webmOf } from '../../server/seed/demo/webm-slides.ts';
import { browserServer } from '../support/browser-server.ts';
import { publishFilm } from '../support/publish-film.ts';

const MB = 1024 * 1024;
const SIZE = Number(process.argv[2] ?? 500) * MB;
/** Maximum memory growth of any one process: above it, the film was not stored part by part. */
const MOST = 200 * MB;
const [WIDTH, HEIGHT] = [1920, 1080];

const noise = async () =>
  vp8In(
    await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      .webp({ quality: 92 })
      .toBuffer(),
  );
const slides = await Promise.all([0, 1, 2, 3, 4].map(noise));
const seconds = 5;
const each = slides.reduce((sum, slide) => sum + slide.length, 0) / slides.length;
const film = webmOf(
  Array.from({ length: Math.ceil(SIZE / each / seconds) }, (_, index) => slides[index % slides.length]),
  seconds,
  WIDTH,
  HEIGHT,
);
const duration = Math.ceil(SIZE / each / seconds) * seconds;
console.log(`film: ${(film.length / MB).toFixed(0)} MB, ${duration} s, ${WIDTH} × ${HEIGHT}`);

const server = await browserServer();
const profile = await mkdtemp(join(tmpdir(), 'shuzhou-film-'));
let well = true;
const say = (words, right = true) => {
  well &&= right;
  console.log(`${right ? '' : 'FAILED: '}${words}`);
};

/** Returns the non-shared resident bytes of each process of this browser, by process type. */
async function memory() {
  const found = {};
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes(profile)) continue;
    const kind = /--type=([\w-]+)/.exec(line)?.[1] ?? 'browser';
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const anonymous = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
    const name = /--utility-sub-type=([\w.]+)/.exec(line)?.[1] ?? kind;
    found[name] = Math.max(found[name] ?? 0, anonymous);
  }
  return found;
}
function watched() {
  const most = {};
  const life = { over: false };
  const done = (async () => {
    while (!life.over) {
      for (const [name, bytes] of Object.entries(await memory())) most[name] = Math.max(most[name] ?? 0, bytes);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    life.over = true;
    await done;
    return most;
  };
}
const grown = (before, most) =>
  Object.entries(most)
    .map(([name, bytes]) => ({ name, more: bytes - (before[name] ?? bytes) }))
    .sort((one, two) => two.more - one.more);

try {
  const title = '五百兆的电影';
  const { publishId } = await publishFilm(server, film, { title, fileName: 'film.webm' });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    locale: 'zh-CN',
  });
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.origin}/cms/main/collectedVideoDetail/${publishId}`);
  const keep = page.getByRole('button', { name: new RegExp(`^下载“${title}”`) });
  await keep.waitFor();
  await page.waitForTimeout(3000);
  const before = await memory();
  const stopWatching = watched();
  const begun = performance.now();
  await keep.click();
  // Kills the page in the middle; the download continues from there.
  await page.waitForFunction(() => /(3\d|4\d)%/.test(document.body.innerText), null, { timeout: 600_000 });
  const outside = await context.newPage();
  await outside.goto(`${server.origin}/robots.txt`);
  await page.close();
  const alone = await outside.evaluate(wholeWithoutAPage);
  say(
    `with every page of the product closed in the middle, the download ${alone === null ? 'waits for the next visit: this browser has no background fetch' : `was completed by the browser and the service worker (${alone})`}`,
    alone !== 'incomplete',
  );
  const again = await context.newPage();
  await again.goto(`${server.origin}/cms/main/collectedVideoDetail/${publishId}`);
  await again.getByRole('button', { name: new RegExp(`“${title}”已存到本机`) }).waitFor({ timeout: 600_000 });
  const took = (performance.now() - begun) / 1000;
  const kept = grown(before, await stopWatching());
  say(`downloaded in ${took.toFixed(1)} s (${(film.length / MB / took).toFixed(0)} MB/s), with the page closed once in the middle`);
  say(
    `largest memory growth of a process during the download: ${words(kept)}`,
    kept.every(({ more }) => more < MOST),
  );

  await again.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await again.getByRole('button', { name: '播放' }).first().waitFor();
  await server.stop();
  await again.reload();
  await again.getByRole('button', { name: '播放' }).first().click();
  const at = () => again.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
  const until = (second) =>
    again.waitForFunction((wanted) => (document.querySelector('video')?.currentTime ?? -1) > wanted, second, { timeout: 60_000 });
  await until(1);
  const quiet = await memory();
  const stopAgain = watched();
  const jumps = [];
  for (const part of [0.5, 0.1, 0.9, 0.3, 0.75, 0.98]) {
    const to = Math.floor(duration * part);
    const started = performance.now();
    await again.evaluate((second) => void (document.querySelector('video').currentTime = second), to);
    await until(to + 0.5);
    jumps.push(performance.now() - started);
    await again.waitForTimeout(1500);
  }
  await again.waitForFunction(() => document.querySelector('video')?.ended, null, { timeout: 120_000 });
  const played = grown(quiet, await stopAgain());
  say(
    `with the server stopped the film plays, seeks to six positions (${jumps.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s each, including half a second of playback) and ends at ${(await at()).toFixed(1)} s`,
  );
  say(
    `largest memory growth of a process during playback: ${words(played)}`,
    played.every(({ more }) => more < MOST),
  );
  await context.close();
} finally {
  await server.close();
  await rm(profile, { recursive: true, force: true });
}
console.log(well ? `passed: no process grew by ${MOST / MB} MB for a film of ${(film.length / MB).toFixed(0)} MB` : 'failed');
process.exit(well ? 0 : 1);

function words(list) {
  return list
    .slice(0, 4)
    .map(({ name, more }) => `${name} ${(more / MB).toFixed(0)} MB`)
    .join(', ');
}

/**
 * Runs in the browser in parallel with the product: waits until the background fetch has finished, and checks whether the service worker
 * completed the copy.
 */
async function wholeWithoutAPage() {
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (!registration?.backgroundFetch || (await registration.backgroundFetch.getIds()).length === 0) return null;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  for (let wait = 0; wait < 1200 && (await registration.backgroundFetch.getIds()).length > 0; wait++) await pause(250);
  const [{ name }] = (await indexedDB.databases()).filter((one) => /^kept-\d+$/.test(one.name));
  const answerOf = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
  const db = await answerOf(indexedDB.open(name));
  for (let wait = 0; wait < 240; wait++) {
    const [kept] = await answerOf(db.transaction('files').objectStore('files').getAll(IDBKeyRange.bound('m/', 'm/\uffff')));
    if (kept.complete) return `${kept.parts.length} parts`;
    await pause(250);
  }
  return 'incomplete';
}
