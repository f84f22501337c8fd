// @vitest-environment jsdom
import { eventLoopTurns } from '../../../../tests/support/event-loop.ts';
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { openAnnotations } from '../../../annotations/annotations.store.ts';
import { addMark } from '../../../annotations/marks.ts';
import { personOf } from '../../../../tests/support/person.ts';
import { session } from '../../../session/session.store.ts';
import { ReaderSheets } from '../reader-sheets.tsx';
import { marking } from './marking.store.ts';
import type { SheetProps } from '../sheet-props.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
Element.prototype.scrollIntoView = () => undefined;

const bookmark = (chapterTitle: string, percent: number) => ({
  publishId: 12,
  editionId: 3,
  documentIndex: 0,
  cfi: `epubcfi(/6/2!/4/${percent * 2})`,
  before: '',
  after: '',
  type: 'bookmark' as const,
  text: chapterTitle,
  chapterTitle,
  percent,
  note: '',
  colour: 'yellow' as const,
});
const props = { opening: { card: { publishId: 12, title: '书' }, editionId: 3 }, reader: { place: null } } as unknown as SheetProps;
const settle = () => act(eventLoopTurns);

test('after a bookmark is deleted the focus goes to the next note, the previous one, or the heading, across chapters', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 7 }), roles: [], permissions: [] };
  await openAnnotations();
  for (const [chapter, percent] of [
    ['一', 1],
    ['一', 2],
    ['二', 3],
  ] as const)
    addMark(bookmark(chapter, percent));
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<ReaderSheets sheet="notes" {...props} />));
  await vi.waitFor(async () => {
    await settle();
    expect(place.querySelectorAll('.note-row')).toHaveLength(3);
  }, 10_000);
  const rows = () => [...place.querySelectorAll('.note-row')];
  const takeAway = async (at: number): Promise<void> => {
    const button = rows()[at]?.querySelector<HTMLElement>('[aria-label^="删除"]');
    button?.focus();
    await act(async () => button?.click());
    await settle();
  };
  const focusedRow = (): number => rows().findIndex((row) => row.contains(document.activeElement));
  await takeAway(0);
  expect(focusedRow()).toBe(0);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('删除：书签');
  await takeAway(1);
  expect([rows().length, focusedRow()]).toEqual([1, 0]);
  await takeAway(0);
  expect(document.activeElement?.textContent).toBe('笔记');
  await act(async () => root.unmount());
});

test('filters notes by colour; shows no filter where only one colour is used', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 8 }), roles: [], permissions: [] };
  await openAnnotations();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<ReaderSheets sheet="notes" {...props} />));
  const add = async (text: string, percent: number, colour: 'yellow' | 'pink') => {
    await act(async () => void addMark({ ...bookmark('一', percent), type: 'highlight', text, colour }));
    await settle();
  };
  const shown = () => [...place.querySelectorAll('.note-text')].map((row) => row.textContent);
  const colours = () => [...place.querySelectorAll<HTMLElement>('[aria-label="按颜色筛选"] button')];
  await add('灯', 1, 'yellow');
  await add('船', 2, 'yellow');
  expect([shown(), colours()]).toEqual([['灯', '船'], []]);
  await add('雾', 3, 'pink');
  expect(colours().map((one) => one.getAttribute('aria-label'))).toEqual(['黄色', '粉色']);
  await act(async () => colours()[1]?.click());
  expect([shown(), colours()[1]?.getAttribute('aria-pressed')]).toEqual([['雾'], 'true']);
  await act(async () => colours()[1]?.click());
  expect(shown()).toEqual(['灯', '船', '雾']);
  await act(async () => root.unmount());
});

test('does not show a note of an older edition as lost before searching for it, and shows that a passage was truncated', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 9 }), roles: [], permissions: [] };
  await openAnnotations();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<ReaderSheets sheet="notes" {...props} />));
  let older = '';
  await act(async () => {
    older = addMark({ ...bookmark('一', 1), type: 'highlight', text: '灯亮了', editionId: 2 });
    addMark({ ...bookmark('一', 2), type: 'highlight', text: '长'.repeat(2_100) });
  });
  await settle();
  const said = () => [...place.querySelectorAll('.note-lost')].map((row) => row.textContent);
  expect(said()).toEqual(['这本书已更新，还没能在新版中查找这段文字，联网后再找；点按到原来附近']);
  await act(async () => void (marking.lost = [older]));
  expect(said()).toEqual(['这本书已更新，新版中没有找到这段文字；点按到原来附近']);
  expect([...place.querySelectorAll('.note-text')].map((row) => row.textContent?.slice(-4))).toEqual(['灯亮了', '长长……']);
  await act(async () => root.unmount());
});
