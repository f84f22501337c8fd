// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Transcript } from './transcript.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const scrollTo = vi.fn();
Object.defineProperties(HTMLElement.prototype, {
  scrollTo: { value: scrollTo },
  scrollHeight: { value: 900 },
  clientHeight: { value: 300 },
  // Every line is outside the visible area.
  offsetTop: { value: 0 },
  scrollTop: { value: 600, writable: true },
});
const cues = [1, 2, 3, 4].map((start) => ({ start, end: start + 1, text: `第${start}句` }));

let root: Root;
let place: HTMLElement;
const hear = (seconds: number) => act(async () => root.render(<Transcript cues={cues} seconds={seconds} goTo={() => undefined} />));
const back = (): HTMLButtonElement | null => place.querySelector('.transcript-now');
beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await hear(1);
  scrollTo.mockClear();
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

test('the transcript follows playback until the user scrolls in it, and again on request', async () => {
  await hear(2);
  expect(scrollTo).toHaveBeenCalledTimes(1);
  expect(back()).toBeNull();
  await act(async () => place.querySelector('ol')?.dispatchEvent(new WheelEvent('wheel', { bubbles: true })));
  await hear(3);
  expect(scrollTo).toHaveBeenCalledTimes(1);
  expect(back()?.textContent).toBe('回到正在播放的一句');
  await act(async () => back()?.click());
  expect(scrollTo).toHaveBeenCalledTimes(2);
  expect(back()).toBeNull();
  // The focus has moved with it.
  expect(document.activeElement?.textContent).toContain('第3句');
});

test('follows playback from a line that the user selects', async () => {
  await act(async () => place.querySelector('ol')?.dispatchEvent(new WheelEvent('wheel', { bubbles: true })));
  await act(async () => place.querySelector<HTMLElement>('[data-cue="3"] button')?.click());
  await hear(4);
  expect(scrollTo).toHaveBeenCalled();
  expect(back()).toBeNull();
});
