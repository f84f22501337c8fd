// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { watchLateLoads } from './late-loads.ts';

const load = (inside: Document, name: string, text = ''): void => {
  const element = inside.createElement(name);
  element.textContent = text;
  inside.body.append(element);
  element.dispatchEvent(new Event('load'));
};

test('pictures and sheets that sheets fetch move the text; a sheet that was there already does not', () => {
  const inside = document.implementation.createHTMLDocument();
  const moved = vi.fn<() => void>();
  const stop = watchLateLoads(inside, moved);
  load(inside, 'style', 'p { color: red }');
  expect(moved).not.toHaveBeenCalled();
  load(inside, 'img');
  load(inside, 'style', '@import "more.css";');
  expect(moved).toHaveBeenCalledTimes(2);
  stop();
  load(inside, 'img');
  expect(moved).toHaveBeenCalledTimes(2);
});

test('so do fonts', () => {
  const inside = document.implementation.createHTMLDocument();
  const fonts = new EventTarget();
  Object.defineProperty(inside, 'fonts', { value: fonts });
  const moved = vi.fn<() => void>();
  const stop = watchLateLoads(inside, moved);
  fonts.dispatchEvent(new Event('loadingdone'));
  stop();
  fonts.dispatchEvent(new Event('loadingdone'));
  expect(moved).toHaveBeenCalledTimes(1);
});
