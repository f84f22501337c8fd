// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { session } from '../session/session.store.ts';
import { unsavedText, saveUnsavedText } from './unsaved-text.ts';

const words = { editionId: 3, documentIndex: 1, text: '船在雾里走了三里' };
const become = (userId: number | null): void => {
  session.now = userId === null ? { state: 'anonymous' } : { state: 'authenticated', user: { userId } as never, roles: [], permissions: [] };
};
beforeEach(() => localStorage.clear());

test('returns the first text of a page to the user who read it, and to nobody later', () => {
  become(1);
  saveUnsavedText(7, words);
  expect(unsavedText(7)).toMatchObject(words);
  for (const other of [2, null]) {
    become(other);
    expect(unsavedText(7)).toBeNull();
  }
  saveUnsavedText(7, { ...words, text: '别人的一页' });
  become(1);
  expect(unsavedText(7)).toBeNull();
});
