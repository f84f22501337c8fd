// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { listenForPull, PULL } from './pull-gesture.ts';

const page = document.body.appendChild(document.createElement('div'));

function touch(name: string, clientY?: number): boolean {
  const touches = clientY === undefined ? [] : [{ clientY }];
  return page.dispatchEvent(Object.assign(new Event(name, { bubbles: true, cancelable: true }), { touches }));
}
function pull(by: number): boolean {
  touch('touchstart', 100);
  const native = touch('touchmove', 100 + by);
  touch('touchend');
  return native;
}

test('a long pull at the top of the page reloads it, a short one, one from below and one after the end do not', () => {
  const ways: number[] = [];
  const reload = vi.fn();
  const stop = listenForPull(page, (way) => ways.push(way), reload);
  expect(pull(60)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(pull(400)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(Math.max(...ways)).toBeGreaterThan(PULL);
  expect(ways.at(-1)).toBe(0);
  // Upwards, and not at the top: the browser scrolls.
  expect(pull(-80)).toBe(true);
  vi.stubGlobal('scrollY', 300);
  expect(pull(400)).toBe(true);
  vi.stubGlobal('scrollY', 0);
  stop();
  expect(pull(400)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
