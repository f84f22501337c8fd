// Reading in WebKit, the engine of every browser on an iPhone: what only another engine can get wrong.
// Needs webkit2gtk-driver and xvfb; without them it says so and is no failure.  node tests/webkit/reading.mjs
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer } from '../support/browser-server.ts';
import { webKit } from './driver.mjs';

const RIGHT = '\uE014';
const WAIT_MS = 10_000;

const phone = await webKit({ width: 390, height: 844 });
if (!phone) {
  console.log('这台机器没有 WebKitWebDriver（Debian：webkit2gtk-driver、xvfb），没有检查。');
  process.exit(0);
}
const house = await browserServer();
const book = await house.publish((await makeBook({ title: '桥上的灯', chapters: 3, characters: 3100 })).epub);
const reader = `${house.origin}/cms/main/epubRead?publishId=${book}`;
const results = [];

/** What `look` finds in the page, once it is `wanted`. */
async function until(wanted, look, ...args) {
  for (const end = Date.now() + WAIT_MS; ; await sleep(50)) {
    const found = await phone.inPage(look, ...args);
    if (wanted(found)) return found;
    assert.ok(Date.now() < end, `${look} stayed ${JSON.stringify(found)}`);
  }
}
const offset = () => document.querySelector('iframe[data-shown]')?.contentDocument.documentElement.scrollLeft ?? -1;
const chapter = () => document.querySelector('iframe[data-shown]')?.contentDocument.body.textContent.trim().slice(0, 3) ?? '';
const tools = () => document.querySelector('[aria-label="阅读工具"]')?.getBoundingClientRect().top < innerHeight - 10;

async function check(title, run) {
  try {
    await phone.open(`${reader}&at=0`);
    await until((found) => found >= 0, offset);
    await until(Boolean, () => document.body.textContent.includes('打开阅读工具'));
    await run();
    results.push(true);
    console.log(`✓ ${title}`);
  } catch (error) {
    results.push(false);
    console.log(`✗ ${title}\n  ${error.message}`);
  }
}

console.log(phone.version);
await phone.open(`${house.origin}/404`);
await phone.cookie('Admin-Token', await house.logIn('reader1'));
await check('a finger turns pages on both sides, and calls the tools in the middle', async () => {
  const width = await phone.inPage(() => innerWidth);
  await phone.tap(width - 30, 400);
  await until((found) => found > 0, offset);
  await phone.tap(30, 400);
  await until((found) => found === 0, offset);
  await phone.tap(width / 2, 400);
  await until(Boolean, tools);
});
await check('a key turns on, over the border of a chapter', async () => {
  const first = await phone.inPage(chapter);
  for (let turns = 0; turns < 40 && (await phone.inPage(chapter)) === first; turns++) {
    await phone.key(RIGHT);
    await sleep(100);
  }
  assert.notEqual(await phone.inPage(chapter), first);
});
await check('nothing of a book runs: no script, no handler, no address that is a script, no eval', async () => {
  await phone.inPage(() => {
    window.ran = [];
    const inside = document.querySelector('iframe[data-shown]').contentDocument;
    const add = (name, set) => {
      const element = inside.createElement(name);
      set(element);
      inside.body.append(element);
      return element;
    };
    add('script', (script) => (script.textContent = 'parent.ran.push("script")'));
    add('script', (script) => Object.assign(script, { src: document.querySelector('script[src]').src, onload: () => window.ran.push('file') }));
    add('p', (text) => text.setAttribute('onclick', 'parent.ran.push("handler")')).click();
    add('a', (link) => (link.href = 'javascript:parent.ran.push("address")')).click();
    try {
      inside.defaultView.eval('parent.ran.push("eval")');
    } catch {
      // As it should.
    }
  });
  await sleep(500);
  assert.deepEqual(await phone.inPage(() => window.ran), []);
});
await check('lines of a Chinese paragraph are full', async () => {
  const shares = await phone.inPage(() => {
    const inside = document.querySelector('iframe[data-shown]').contentDocument;
    const [paragraph] = [...inside.querySelectorAll('p')].sort((one, other) => other.textContent.length - one.textContent.length);
    const range = inside.createRange();
    range.selectNodeContents(paragraph);
    const ends = new Map();
    for (const box of range.getClientRects()) ends.set(Math.round(box.top), Math.max(ends.get(Math.round(box.top)) ?? 0, box.width));
    return [...ends.values()].slice(1, -1).map((width) => width / paragraph.getBoundingClientRect().width);
  });
  assert.ok(shares.length > 1 && shares.every((share) => share > 0.93), `shares of a line: ${shares}`);
});
await check('a book is kept, and opens with the house gone', async () => {
  await until(Boolean, () => navigator.serviceWorker.controller !== null);
  await phone.tap((await phone.inPage(() => innerWidth)) / 2, 400);
  await until(Boolean, tools);
  await phone.inPage(() => [...document.querySelectorAll('button')].find((button) => button.textContent.includes('存到本机')).click());
  await until(Boolean, () => document.body.textContent.includes('已存到本机'));
  await house.stop();
  await phone.open(reader);
  await until((text) => text.startsWith('第'), chapter);
});

await phone.close();
await house.close();
const failed = results.filter((good) => !good).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
