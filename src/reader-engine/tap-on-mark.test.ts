import { expect, it } from 'vitest';
import { meansMark } from './tap-on-mark.ts';

const room = { width: 390, height: 760 };

it('a tap at the side turns the page over a mark that reaches the middle or fills the side, and opens a mark of a few words there', () => {
  const page = { left: 20, top: 0, width: 350, height: 700 };
  const words = { left: 280, top: 300, width: 72, height: 33 };
  const column = { left: 330, top: 20, width: 36, height: 700 };
  expect((['left', 'middle', 'right'] as const).map((zone) => meansMark(page, zone, room))).toEqual([false, true, false]);
  expect(meansMark(words, 'right', room)).toBe(true);
  expect(meansMark({ ...words, left: 250 }, 'right', room)).toBe(false);
  expect(meansMark({ ...words, left: 20 }, 'left', room)).toBe(true);
  expect(meansMark(column, 'right', room)).toBe(false);
});
