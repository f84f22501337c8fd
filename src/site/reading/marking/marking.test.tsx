// @vitest-environment jsdom
import { eventLoopTurns } from '../../../../tests/support/event-loop.ts';
import 'fake-indexeddb/auto';
import { act, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { openAnnotations } from '../../../annotations/annotations.store.ts';
import { lostNotes } from '../../../annotations/lost-notes.ts';
import { addMark, marksIn } from '../../../annotations/marks.ts';
import { personOf } from '../../../../tests/support/person.ts';
import { session } from '../../../session/session.store.ts';
import { Marking } from './marking.tsx';
import { marking } from './marking.store.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
let away = true;
const SEARCH_TEXT = JSON.stringify({ documents: ['船', '灯亮了'] });
vi.stubGlobal('fetch', async (address: string) => {
  if (away || !String(address).endsWith('search.json')) throw new TypeError('no network');
  return new Response(SEARCH_TEXT);
});

const passage = { publishId: 12, documentIndex: 1, cfi: 'epubcfi(/6/4!/4/2)', before: '', after: '', chapterTitle: '', percent: 1, note: '' };
const noteOf = (text: string, editionId: number) => addMark({ ...passage, text, editionId, type: 'highlight', colour: 'yellow' });

test('searches again for a note of an older edition when the network is back after the text of the book failed to load', async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 7 }), roles: [], permissions: [] };
  await openAnnotations();
  const [found, lost] = [noteOf('灯亮了', 2), noteOf('船走了', 2)];
  const reader = {
    place: null,
    setMarks: () => undefined,
    clearSelection: () => undefined,
    sentences: () => [][Symbol.iterator](),
    findPassage: async (documentIndex: number, { text }: { text: string }) => {
      if (away) throw new TypeError('no network');
      return text === '灯亮了' && documentIndex === 1 ? { cfi: 'epubcfi(/6/4!/4/8)', fit: 1 } : null;
    },
  };
  const opening = { card: { publishId: 12, title: '书' }, editionId: 3, book: { spine: [] }, start: {}, newer: async () => false };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <Marking
        {...({ opening, reader, limit: 0, entered: Promise.resolve({ there: null, stays: true }) } as unknown as ComponentProps<typeof Marking>)}
      />,
    ),
  );
  await act(eventLoopTurns);
  const editions = () => Object.fromEntries(marksIn(12).map((mark) => [mark.clientId, [mark.editionId, mark.cfi]]));
  expect([editions()[found]?.[0], editions()[lost]?.[0], marking.lost]).toEqual([2, 2, []]);
  away = false;
  await act(async () => void dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(marking.lost).toEqual([lost]));
  const isLost = lostNotes();
  expect(marksIn(12).map((mark) => [mark.clientId, isLost(mark)])).toEqual(
    expect.arrayContaining([
      [found, false],
      [lost, true],
    ]),
  );
  expect([editions()[found], editions()[lost]?.[0]]).toEqual([[3, 'epubcfi(/6/4!/4/8)'], 2]);
  await act(async () => root.unmount());
});
