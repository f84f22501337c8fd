import { expect, test } from 'vitest';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { heldHint } from './held-hint.ts';

test('shows a hint when the screen has the wrong orientation for the book or the page, and none when it is right', () => {
  const spine = [{}, { orientation: 'portrait' }] as unknown as PreparedBook['spine'];
  const book = { spine, orientation: 'landscape' } as const;
  expect(heldHint(book, 0, false)).toContain('横过来');
  expect(heldHint(book, 0, true)).toBeNull();
  expect(heldHint(book, 1, true)).toContain('竖过来');
  expect(heldHint({ spine }, 0, false)).toBeNull();
});
