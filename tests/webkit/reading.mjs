import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBook } from '../bench/reader-book.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { offset } from './walk.mjs';

const RIGHT = '\uE014';
const chapter = () => document.querySelector('iframe[data-shown]')?.contentDocument.body.textContent.trim().slice(0, 3) ?? '';

export default async function reading({ phone, server, until, check, openBook, callTools, press, sees }) {
  const book = await server.publish((await makeBook({ title: '桥上的灯', chapters: 3, characters: 3100 })).epub);

  await check('a tap turns pages on both sides, and shows the toolbars in the middle', async () => {
    await openBook(book);
    const width = await phone.inPage(() => innerWidth);
    await phone.tap(width - 30, 400);
    await until((found) => found > 0, offset);
    await phone.tap(30, 400);
    await until((found) => found === 0, offset);
    await callTools();
  });
  await check('a key turns the page, across a chapter boundary', async () => {
    await openBook(book);
    const first = await phone.inPage(chapter);
    for (let turns = 0; turns < 40 && (await phone.inPage(chapter)) === first; turns++) {
      await phone.key(RIGHT);
      await sleep(100);
    }
    assert.notEqual(await phone.inPage(chapter), first);
  });
  await check('a page left in the middle of a turn does not block the page that comes after it', async () => {
    for (let time = 0; time < 4; time++) {
      await openBook(book, time % 2 === 0 ? '' : '&at=0');
      for (let turn = 0; turn < 3; turn++) await phone.key(RIGHT);
      await sleep(time * 80);
    }
    await openBook(book);
    assert.deepEqual(await phone.inPageLater(silentStores), []);
  });
  await check('text-to-speech shows a message where the browser has no voices', async () => {
    await openBook(book);
    await phone.inPage(() => void Object.defineProperty(window, 'speechSynthesis', { value: undefined }));
    await callTools();
    await press('朗读');
    await sees('这个浏览器不能朗读');
    await press('结束朗读');
  });
  await check('two columns are side by side where the window is wide', async () => {
    await phone.resize(1280, 900);
    await openBook(book);
    const columns = () => {
      const inside = document.querySelector('iframe[data-shown]').contentDocument;
      const lefts = [...inside.querySelectorAll('p')]
        .map((one) => Math.round(one.getBoundingClientRect().left))
        .filter((left) => left < innerWidth / 2);
      const range = inside.createRange();
      range.selectNodeContents(inside.body);
      const seen = [...range.getClientRects()].filter((box) => box.left >= 0 && box.right <= inside.defaultView.innerWidth);
      return { first: Math.min(...lefts), second: seen.filter((box) => box.left > inside.defaultView.innerWidth / 2).length };
    };
    const { first, second } = await phone.inPage(columns);
    await phone.resize(390, 844);
    assert.ok(first === 0 && second > 5, `${second} lines in the second column`);
  });
  await check('a book cannot run anything: no script, no event handler, no javascript: address, no eval', async () => {
    await openBook(book);
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
        // Expected: the frame blocks eval.
      }
    });
    await sleep(500);
    assert.deepEqual(await phone.inPage(() => window.ran), []);
  });
  await check('the lines of a Chinese paragraph are full', async () => {
    await openBook(book);
    const shares = await phone.inPage(() => {
      const inside = document.querySelector('iframe[data-shown]').contentDocument;
      const [paragraph] = [...inside.querySelectorAll('p')].sort((one, other) => other.textContent.length - one.textContent.length);
      const range = inside.createRange();
      range.selectNodeContents(paragraph);
      const ends = new Map();
      for (const box of range.getClientRects()) ends.set(Math.round(box.top), Math.max(ends.get(Math.round(box.top)) ?? 0, box.width));
      return [...ends.values()].slice(1, -1).map((width) => width / paragraph.getBoundingClientRect().width);
    });
    assert.ok(shares.length > 1 && shares.every((share) => share > 0.93), `widths of the lines as fractions of the paragraph: ${shares}`);
  });
  await check('ruby does not move a line', async () => {
    const line = '江上起了雾，船都不出港。'.repeat(12);
    const text = `<p>${line}<ruby>渡<rt>dù</rt>口<rt>kǒu</rt></ruby>${line}</p>`;
    await openBook(await server.publish(await makeEpub({ title: '注音的灯', chapters: { 'c1.xhtml': text } })));
    const pitches = await phone.inPage(() => {
      const inside = document.querySelector('iframe[data-shown]').contentDocument;
      const walker = inside.createTreeWalker(inside.querySelector('p'), NodeFilter.SHOW_TEXT);
      const range = inside.createRange();
      const tops = new Set();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.localName === 'rt') continue;
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) tops.add(Math.round(box.top));
      }
      const sorted = [...tops].sort((one, other) => one - other);
      return sorted.slice(1).map((top, index) => top - sorted[index]);
    });
    assert.ok(pitches.length > 8 && Math.max(...pitches) - Math.min(...pitches) <= 1, `distances between lines: ${pitches}`);
  });
}

/** Returns the names of this device's databases in which an empty write transaction does not complete in time. */
async function silentStores() {
  const silent = new Set();
  for (const { name } of await indexedDB.databases()) {
    silent.add(name);
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const { result } = opening;
      const transaction = result.transaction([...result.objectStoreNames], 'readwrite');
      transaction.oncomplete = () => silent.delete(name) && result.close();
    };
  }
  for (let tries = 0; tries < 100 && silent.size > 0; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  return [...silent];
}
