import { expect, test } from 'vitest';
import { passageIn, passagePath } from './passage-address.ts';

const passage = { publishId: 7, editionId: 3, cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:8)', text: '桥上的灯\n一盏一盏地亮起来，像有人在数数。' };
const searchOf = (path: string): URLSearchParams => new URL(path, 'https://house').searchParams;

test('a link to a passage contains the position, its edition, and the beginning of the passage', () => {
  const search = searchOf(passagePath(passage));
  expect([search.get('publishId'), search.get('at')]).toEqual(['7', passage.cfi]);
  expect(passageIn(search)).toEqual({ editionId: 3, begins: '桥上的灯一盏一盏地亮起来，像有人', at: passage.cfi });
});

test('a link does not end with a bracket, where it would be cut', () => {
  expect(passagePath({ ...passage, text: '' })).toMatch(/at=epubcfi%28.*%29$/);
  expect(passagePath({ ...passage, text: '' })).not.toContain('begins');
});

test('an address of another kind contains no passage', () => {
  for (const path of ['/x?publishId=7&at=3', '/x?edition=-1', '/x?edition=abc']) expect(passageIn(searchOf(path))).toBeNull();
});
