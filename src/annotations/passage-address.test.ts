import { expect, test } from 'vitest';
import { passageIn, passagePath } from './passage-address.ts';

const passage = { publishId: 7, editionId: 3, cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:8)', text: '桥上的灯\n一盏一盏地亮起来，像有人在数数。' };
const searchOf = (path: string): URLSearchParams => new URL(path, 'https://house').searchParams;

test('a link to a passage says the place, the edition it is of, and how the passage begins', () => {
  const search = searchOf(passagePath(passage));
  expect([search.get('publishId'), search.get('at')]).toEqual(['7', passage.cfi]);
  expect(passageIn(search)).toEqual({ editionId: 3, begins: '桥上的灯一盏一盏地亮起来，像有人', at: passage.cfi });
});

test('it has no bracket at its end, where it would be cut', () => {
  expect(passagePath({ ...passage, text: '' })).toMatch(/at=epubcfi%28.*%29$/);
  expect(passagePath({ ...passage, text: '' })).not.toContain('begins');
});

test('an address of another kind names no passage', () => {
  for (const path of ['/x?publishId=7&at=3', '/x?edition=-1', '/x?edition=abc']) expect(passageIn(searchOf(path))).toBeNull();
});
