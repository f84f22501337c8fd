// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type InputTarget, pageInput } from './page-input.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false }));

test('one wheel gesture turns one page, however long it lasts; reversing it turns back at once', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const turns: string[] = [];
  const input = pageInput(host, { forward: () => turns.push('on'), back: () => turns.push('back') } as unknown as InputTarget);
  const wheel = (...pixels: number[]) => pixels.forEach((deltaY) => host.dispatchEvent(new WheelEvent('wheel', { deltaY, cancelable: true })));
  const swing = [1, 4, 15, 40, 50, 38, 27, 19, 13, 9, 6, 4, -1, 1, 30, 3, 2, 1, 1];
  wheel(...swing);
  expect(turns).toEqual(['on']);
  wheel(...swing.map((pixels) => -pixels));
  expect(turns).toEqual(['on', 'back']);
  input.stop();
});
