// Helpers for the tests of the product in WebKit.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 10_000;

export function walker(phone, server) {
  const results = [];

  /** Polls the page until `look` returns a `wanted` result, and returns it. */
  async function until(wanted, look, ...args) {
    for (const end = Date.now() + WAIT_MS; ; await sleep(50)) {
      const found = await phone.inPage(look, ...args);
      if (wanted(found)) return found;
      assert.ok(Date.now() < end, `${look.name || look} of ${JSON.stringify(args)} stayed ${JSON.stringify(found)}`);
    }
  }

  async function check(title, run) {
    try {
      await run();
      results.push(true);
      console.log(`✓ ${title}`);
    } catch (error) {
      results.push(false);
      console.log(`✗ ${title}\n  ${error.message}`);
    }
  }

  return {
    phone,
    server,
    results,
    until,
    check,
    async signIn(userName) {
      await phone.open(`${server.origin}/404`);
      await phone.cookie('Admin-Token', await server.logIn(userName));
    },
    async openBook(publishId, at = '&at=0') {
      await phone.open(`${server.origin}/cms/main/epubRead?publishId=${publishId}${at}`);
      await until((found) => found >= 0, offset);
      await until(Boolean, () => document.body.textContent.includes('打开阅读工具'));
    },
    /** Presses the button with that name, once a tap at its position would reach it. */
    async press(name) {
      const [x, y] = await until(Boolean, storedRow, name);
      await phone.tap(x, y);
    },
    sees: (text) => until(Boolean, (wanted) => document.body.innerText.includes(wanted), text),
    async callTools() {
      const width = await phone.inPage(() => innerWidth);
      await phone.tap(width / 2, 110);
      await until(Boolean, () => document.querySelector('[aria-label="阅读工具"]')?.getBoundingClientRect().top < innerHeight - 10);
    },
    /** Returns the positions of the first and the last character of a text on the shown page. */
    async textAt(text) {
      return until(Boolean, placeOf, text);
    },
  };
}

/** Returns the scroll offset of the shown document; -1 without one. */
export const offset = () => document.querySelector('iframe[data-shown]')?.contentDocument.documentElement.scrollLeft ?? -1;

function storedRow(name) {
  const named = (one) => (one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ?? one.textContent).trim();
  const all = [
    ...document.querySelectorAll('button, a, input, textarea, label, [role=radio], [role=menuitemradio], [role=tab], [role=option], [role=switch]'),
  ];
  for (const one of all.filter((each) => named(each).includes(name)).sort((a, b) => named(a).length - named(b).length)) {
    const box = one.getBoundingClientRect();
    const at = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = box.width > 0 && document.elementFromPoint(...at);
    if (hit && (one.contains(hit) || hit.contains(one))) return at;
  }
  return null;
}

function placeOf(text) {
  const frame = document.querySelector('iframe[data-shown]');
  const inside = frame?.contentDocument;
  const texts = inside && inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
  while (texts?.nextNode()) {
    const begin = texts.currentNode.data.indexOf(text);
    if (begin < 0) continue;
    const range = inside.createRange();
    range.setStart(texts.currentNode, begin);
    range.setEnd(texts.currentNode, begin + text.length);
    const boxes = [...range.getClientRects()];
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (first.left < 0 || first.left > frame.clientWidth || first.top < 0 || first.top > frame.clientHeight) continue;
    const { left, top } = frame.getBoundingClientRect();
    return {
      start: [left + first.left + 2, top + first.top + first.height / 2],
      end: [left + last.right - 2, top + last.top + last.height / 2],
    };
  }
  return null;
}
