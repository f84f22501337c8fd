import { expect, test } from 'vitest';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { heldHint } from './held-hint.ts';

test('a screen that is held the other way is told of, by the book or by the page, and one that is held well is not', () => {
  const spine = [{}, { orientation: 'portrait' }] as unknown as PreparedBook['spine'];
  const book = { spine, orientation: 'landscape' } as const;
  expect(heldHint(book, 0, false)).toContain('横过来');
  expect(heldHint(book, 0, true)).toBeNull();
  expect(heldHint(book, 1, true)).toContain('竖过来');
  expect(heldHint({ spine }, 0, false)).toBeNull();
});
