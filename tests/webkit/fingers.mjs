import assert from 'node:assert/strict';
import { makeBook } from '../bench/reader-book.ts';
import { offset } from './walk.mjs';

/** The driver has only a mouse, so the touch events that WebKit sends are dispatched manually, in the frame. */
function finger(from, to) {
  const { contentDocument: inside, contentWindow: view } = document.querySelector('iframe[data-shown]');
  const target = inside.elementFromPoint(...from) ?? inside.body;
  const say = (kind, [x, y]) => {
    const touches = inside.createTouchList(inside.createTouch(view, target, 7, x, y, x, y));
    const on = kind === 'end' ? inside.createTouchList() : touches;
    const pointer = { pointerId: 7, pointerType: 'touch', isPrimary: true, clientX: x, clientY: y, bubbles: true, cancelable: true };
    target.dispatchEvent(new view.PointerEvent({ start: 'pointerdown', move: 'pointermove', end: 'pointerup' }[kind], pointer));
    target.dispatchEvent(
      new view.TouchEvent(`touch${kind}`, { touches: on, targetTouches: on, changedTouches: touches, bubbles: true, cancelable: true }),
    );
  };
  say('start', from);
  say('move', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  say('end', to);
}
const chapter = () => document.querySelector('iframe[data-shown]')?.contentDocument.body.textContent.trim().slice(0, 3) ?? '';
const scrollTo = (end) => {
  const { documentElement } = document.querySelector('iframe[data-shown]').contentDocument;
  documentElement.scrollTop = end ? documentElement.scrollHeight : 0;
  return documentElement.scrollTop;
};

export default async function fingers({ phone, server, until, check, openBook, callTools, press }) {
  const book = await server.publish((await makeBook({ title: '指间的灯', chapters: 2, characters: 3100 })).epub);
  const choose = async (name) => {
    await callTools();
    await press('排版');
    await until(Boolean, (wanted) => [...document.querySelectorAll('.look-segments label')].some((one) => one.textContent === wanted), name);
    await phone.inPage((wanted) => [...document.querySelectorAll('.look-segments label')].find((one) => one.textContent === wanted).click(), name);
    await press('关闭排版');
  };

  await check('a horizontal swipe turns the page, and a vertical one does not', async () => {
    await openBook(book);
    await phone.inPage(finger, [300, 400], [120, 405]);
    const turned = await until((found) => found > 0, offset);
    await phone.inPage(finger, [200, 500], [205, 200]);
    assert.equal(await phone.inPage(offset), turned);
    await phone.inPage(finger, [120, 400], [300, 405]);
    await until((found) => found === 0, offset);
  });
  await check('pulling a scroll beyond its end opens the next chapter, and beyond its start the previous one', async () => {
    await openBook(book);
    await choose('滚动');
    await until((found) => found > 1000, scrollTo, true);
    assert.equal(await phone.inPage(chapter), '第1章');
    await phone.inPage(finger, [200, 500], [200, 400]);
    await until((found) => found === '第2章', chapter);
    await until((found) => found === 0, scrollTo, false);
    await phone.inPage(finger, [200, 300], [200, 400]);
    await until((found) => found === '第1章', chapter);
    await openBook(book);
    await choose('翻页');
  });
}
