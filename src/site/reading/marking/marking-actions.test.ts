// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { OWN_BOOKS } from '../../../../contract/reading/own-book-id.ts';
import { personOf } from '../../../../tests/support/person.ts';
import { openAnnotations } from '../../../annotations/annotations.store.ts';
import { marksIn } from '../../../annotations/marks.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import { session } from '../../../session/session.store.ts';
import { copyCitation, markSelected } from './marking-actions.ts';
import type { Opening } from '../session/opening.ts';

vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

test('applies the chosen colour to text that is already marked', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 7 }), roles: [], permissions: [] };
  await openAnnotations();
  const opening = { card: { publishId: 12 }, editionId: 3, book: { spine: [], toc: [] } } as unknown as Opening;
  const reader = { clearSelection: () => undefined } as unknown as Reader;
  const selected = { cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:3)', documentIndex: 0, chapterTitle: '一', text: '灯亮了', before: '', after: '' } as Selected;
  const colours = () => marksIn(12).map(({ colour }) => colour);
  await markSelected(opening, reader, selected, 'yellow');
  expect(colours()).toEqual(['yellow']);
  await markSelected(opening, reader, selected, 'pink');
  expect(colours()).toEqual(['pink']);
  await markSelected(opening, reader, selected, 'green', true);
  expect(colours()).toEqual(['pink']);
});

test('a citation of a mark with a truncated passage shows that; a citation of a selection is complete', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  const opening = { card: { publishId: 12, title: '长夜行船', authorsText: '林舟' }, editionId: 3 } as unknown as Opening;
  const passage = { cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:3)', chapterTitle: '一', text: '灯'.repeat(2_000) };
  await copyCitation(opening, { ...passage, editionId: 3 });
  await copyCitation(opening, passage);
  expect(copied.map((text) => text.slice(2_000, 2_004))).toEqual(['灯……”', '灯”\n林']);
  // 44.18: an address of a file of one's own would lead nowhere.
  const own = { card: { publishId: OWN_BOOKS, title: '自己的书', authorsText: '林舟' }, editionId: 0 } as unknown as Opening;
  await copyCitation(own, { ...passage, text: '灯' });
  expect(copied.at(-1)).toBe('“灯”\n林舟. 自己的书[M]. 一.');
});
