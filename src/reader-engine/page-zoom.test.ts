// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { pageZoom, type ZoomInput } from './page-zoom.ts';

let host: HTMLElement;
let zoom: ZoomInput;
let fixed = true;
let stop: AbortController;

beforeEach(() => {
  host = document.createElement('div');
  Object.defineProperties(host, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
  host.getBoundingClientRect = () => {
    const [, x = 0, y = 0] = /translate\((-?[\d.]+)px,\s*(-?[\d.]+)px\)/.exec(host.style.transform)?.map(Number) ?? [];
    return new DOMRect(x, y, 800, 600);
  };
  fixed = true;
  stop = new AbortController();
  zoom = pageZoom(host, () => fixed, stop.signal);
  zoom.listenIn(host, null);
});

it('zooms in steps about the middle, between the complete page and four times its size', () => {
  const seen: number[] = [];
  zoom.follow((level) => seen.push(level));
  zoom.by(-1);
  zoom.by(1);
  expect(host.style.transform).toBe('translate(-100px,-75px) scale(1.25)');
  expect(host.style.clipPath).toBe('inset(60px 80px 60px 80px)');
  for (let times = 0; times < 9; times++) zoom.by(1);
  expect(zoom.level).toBe(4);
  zoom.reset();
  expect(seen).toEqual([1.25, 1.5, 2, 2.5, 3, 4, 1]);
  expect(host.style.transform).toBe('');
});

it('Ctrl and the wheel zoom to the point under the pointer; the wheel alone moves a zoomed page, never past its edge', () => {
  const wheel = (more: WheelEventInit): WheelEvent => {
    const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...more });
    host.dispatchEvent(event);
    return event;
  };
  expect(wheel({ deltaY: 100 }).defaultPrevented).toBe(false);
  wheel({ deltaY: -Math.log(2) / 0.002, ctrlKey: true, clientX: 200, clientY: 150 });
  expect(zoom.level).toBeCloseTo(2);
  expect(host.style.transform).toMatch(/^translate\(-200px,-150px\) scale\(2(\.0+\d*)?\)$/);
  wheel({ deltaY: -Math.log(1.5) / 0.002, ctrlKey: true, clientX: 200, clientY: 150 });
  expect(host.style.transform).toMatch(/^translate\(-400px,-300px\)/);
  expect(wheel({ deltaY: 10_000, deltaX: -10_000 }).defaultPrevented).toBe(true);
  expect(host.style.transform).toMatch(/^translate\(0px,-1200px\)/);
});

it('does not zoom reflowable text, which has font sizes', () => {
  fixed = false;
  zoom.by(1);
  const event = new WheelEvent('wheel', { cancelable: true, deltaY: -100, ctrlKey: true });
  host.dispatchEvent(event);
  expect([zoom.level, event.defaultPrevented]).toEqual([1, false]);
});
