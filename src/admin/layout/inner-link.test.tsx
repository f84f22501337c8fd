// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { InnerLink, canBeFramed } from './inner-link.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const place = document.body.appendChild(document.createElement('div'));
const waits = () => place.querySelectorAll('.inner-link-wait').length;

test('S2.5.8 S9.7 makes the frame 94.5 px lower than the window and hides its spinner after 300 ms, not before', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('innerHeight', 900);
  const root = createRoot(place);
  await act(async () => root.render(<InnerLink address="https://docs.example.com/" title="文档" />));
  expect(place.querySelector('iframe')?.getAttribute('src')).toBe('https://docs.example.com/');
  expect(place.querySelector<HTMLElement>('.inner-link')?.style.height).toBe('805.5px');
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(waits()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(waits()).toBe(0);
  await act(async () => root.unmount());
  vi.useRealTimers();
});

test.each([
  ['https://docs.example.com/a', true],
  ['/tool/health', true],
  ['//elsewhere.example.com', false],
  ['/\\elsewhere.example.com', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
])('S2.5.8 returns whether %s may be shown in the frame: %s', (address, may) => {
  expect(canBeFramed(address)).toBe(may);
});
