// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLateLoads } from './late-loads.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  Object.defineProperty(document, 'hidden', { configurable: true, value: false });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
});

const inside = document.implementation.createHTMLDocument();
const load = (name: string, text = ''): void => {
  const element = inside.createElement(name);
  element.textContent = text;
  inside.body.append(element);
  element.dispatchEvent(new Event('load'));
};

test('pictures, and sheets that other sheets import, move the text; a sheet that was already there does not', () => {
  const moved = vi.fn<() => void>();
  const stop = watchLateLoads(inside, moved);
  load('style', 'p { color: red }');
  vi.advanceTimersToNextFrame();
  expect(moved).not.toHaveBeenCalled();
  load('img');
  vi.advanceTimersToNextFrame();
  load('style', '@import "more.css";');
  vi.advanceTimersToNextFrame();
  expect(moved).toHaveBeenCalledTimes(2);
  stop();
  load('img');
  vi.advanceTimersToNextFrame();
  expect(moved).toHaveBeenCalledTimes(2);
});

test('fonts move the text too', () => {
  const other = document.implementation.createHTMLDocument();
  const fonts = new EventTarget();
  Object.defineProperty(other, 'fonts', { value: fonts });
  const moved = vi.fn<() => void>();
  const stop = watchLateLoads(other, moved);
  fonts.dispatchEvent(new Event('loadingdone'));
  vi.advanceTimersToNextFrame();
  stop();
  fonts.dispatchEvent(new Event('loadingdone'));
  vi.advanceTimersToNextFrame();
  expect(moved).toHaveBeenCalledTimes(1);
});

test('reports everything that arrives within one frame once; stopping reports it at once', () => {
  const moved = vi.fn<() => void>();
  const stop = watchLateLoads(inside, moved);
  for (let picture = 0; picture < 12; picture++) load('img');
  expect(moved).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  expect(moved).toHaveBeenCalledTimes(1);
  load('img');
  stop();
  expect(moved).toHaveBeenCalledTimes(2);
  vi.advanceTimersToNextFrame();
  expect(moved).toHaveBeenCalledTimes(2);
});

test('reports at once, without waiting for a frame, when the page is hidden', () => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  const moved = vi.fn<() => void>();
  watchLateLoads(inside, moved);
  load('img');
  expect(moved).toHaveBeenCalledTimes(1);
});
