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

test('pictures and sheets that sheets fetch move the text; a sheet that was there already does not', () => {
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

test('so do fonts', () => {
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

test('what comes within one frame of the screen is told once; whoever stops is told at once', () => {
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

test('a page that is not seen is told without waiting for a frame', () => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  const moved = vi.fn<() => void>();
  watchLateLoads(inside, moved);
  load('img');
  expect(moved).toHaveBeenCalledTimes(1);
});
