import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sentence } from '../reader-engine/sentence.ts';
import { type AloudState, type Book, readAloud, type Speech, type Spoken } from './read-aloud.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const CHAPTERS = [['一。', '二。', '三。'], [], ['四。', '五。']];
let documentIndex = 0;
let firstSeen = 0;
let besideIndex: number | undefined;
/** First and last page of sentences that cross pages; all other sentences are on the first page. */
let pages: Record<string, [number, number]> = {};
let page = 0;
/** The position as reported, until the user turns a page. */
let held: string | null = null;
let visited: number[] = [];
let marked: string[] = [];
let spoken: string[] = [];
let wentOn: boolean[] = [];
let states: AloudState[] = [];
let finish: ((cut: boolean) => void) | null = null;
let fail: ((error: Error) => void) | null = null;
let reach: (part: number) => void = () => {};
/** The files of the book fail to load. */
let offline = false;
let troubles: unknown[] = [];

const pagesOf = (text: string): [number, number] => pages[text] ?? [0, 0];
const sentence = (shown: number, index: number, text: string): Sentence => ({
  documentIndex: shown,
  cfi: `${shown}/${index}`,
  text,
  lies(part) {
    if (shown !== documentIndex && shown !== besideIndex) return 1;
    const [from, to] = pagesOf(text);
    return Math.round(from + part * (to - from)) - page;
  },
  cfiAt: (part) => `${shown}/${index}${part ? `/${part}` : ''}`,
});
/** Simulates a page turn by the user. */
const turn = (to: { page?: number; documentIndex?: number }): void => {
  documentIndex = to.documentIndex ?? documentIndex;
  page = to.page ?? 0;
  held = null;
};

const book: Book = {
  *sentences(whole = false): Generator<Sentence> {
    const from = page;
    for (const shown of [documentIndex, besideIndex ?? []].flat())
      for (const [index, text] of (CHAPTERS[shown] ?? []).entries())
        if (whole || (index >= firstSeen && pagesOf(text)[1] >= from)) yield sentence(shown, index, text);
  },
  get following() {
    return (besideIndex ?? documentIndex) + 1;
  },
  async goTo(target) {
    if (offline) return;
    if ('documentIndex' in target) [documentIndex, firstSeen, page, held] = [target.documentIndex, 0, 0, null];
    if ('cfi' in target) {
      const [shown = 0, index = 0, part = 0] = target.cfi.split('/').map(Number);
      [documentIndex, held] = [shown, target.cfi];
      page += sentence(shown, index, CHAPTERS[shown]?.[index] ?? '').lies(part);
    }
    visited.push(documentIndex);
  },
  setMarks: (_layer, marks) => void (marked = marks.map((mark) => mark.cfi)),
  get place() {
    return { documentIndex, besideIndex, cfi: held ?? `${documentIndex}/${firstSeen}/page ${page}` } as Book['place'];
  },
};

const speak = ({ text }: Sentence, how: Spoken): Speech => {
  spoken.push(text);
  wentOn.push(how.goesOn);
  reach = how.reached;
  const done = new Promise<boolean>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { done, stop: () => finish?.(true) };
};
const open = (more: { limit?: number; endsHere?: boolean; canSpeak?: (sentence: Sentence) => boolean } = {}) =>
  readAloud(book, {
    speak,
    canSpeak: more.canSpeak ?? (() => true),
    limit: () => more.limit ?? CHAPTERS.length,
    endsHere: () => more.endsHere ?? false,
    onState: (state) => states.push(state),
    onTrouble: (error) => void troubles.push(error),
  });
const said = async (text: string): Promise<void> => vi.waitFor(() => expect(spoken.at(-1)).toBe(text));
const on = async (text: string): Promise<void> => {
  finish?.(false);
  await said(text);
};

afterEach(() => expect(troubles).toEqual([]));
beforeEach(() => {
  documentIndex = 0;
  firstSeen = 0;
  besideIndex = undefined;
  [page, pages, held, visited, offline] = [0, {}, null, [], false];
  [marked, spoken, wentOn, states, troubles, finish, fail] = [[], [], [], [], [], null, null];
});

test('speaks sentences in order, marks each while it is spoken, and continues in the next chapter with sentences', async () => {
  open().play();
  await said('一。');
  expect(marked).toEqual(['0/0']);
  for (const text of ['二。', '三。', '四。', '五。']) await on(text);
  expect(marked).toEqual(['2/1']);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(marked).toEqual([]);
});

test('skips sentences that cannot be spoken without showing them, forwards and back, even a whole chapter', async () => {
  const aloud = open({ canSpeak: ({ text }) => ['二。', '五。'].includes(text) });
  aloud.play();
  await said('二。');
  expect(marked).toEqual(['0/1']);
  await on('五。');
  expect(marked).toEqual(['2/1']);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
});

test('skips sentences that cannot be spoken when going back from the start of a page', async () => {
  firstSeen = 2;
  const aloud = open({ canSpeak: ({ text }) => text !== '二。' });
  aloud.play();
  await said('三。');
  aloud.skip(-1);
  await said('一。');
});

test('a pause keeps the sentence; back and forward move by sentence; changed settings start the sentence again', async () => {
  const aloud = open();
  aloud.play();
  await said('一。');
  await on('二。');
  aloud.pause();
  expect(states.at(-1)).toBe('paused');
  aloud.play();
  await vi.waitFor(() => expect(spoken).toEqual(['一。', '二。', '二。']));
  aloud.skip(-1);
  await said('一。');
  aloud.skip(1);
  await said('二。');
  aloud.again();
  await vi.waitFor(() => expect(spoken.slice(-2)).toEqual(['二。', '二。']));
});

test('stops at the end of the trial, or of the chapter if requested, and follows the reader to another chapter', async () => {
  open({ limit: 1 }).play();
  for (const text of ['一。', '二。', '三。']) await on(text);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(documentIndex).toBe(0);

  const aloud = open({ endsHere: true });
  aloud.play();
  for (const text of ['一。', '二。', '三。']) await on(text);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('rests'));
  expect(documentIndex).toBe(0);
  // Continuing after that must read the next chapter, not the last page again.
  turn({ documentIndex: 1 });
  aloud.play();
  await vi.waitFor(() => expect(states.at(-1)).toBe('rests'));
  aloud.play();
  await said('四。');
  await on('五。');
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('rests'));
  aloud.play();
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
});

test('reads both pages of a spread, also the second one when the first is empty, and what follows them', async () => {
  [documentIndex, besideIndex] = [1, 2];
  open().play();
  await said('四。');
  await on('五。');
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(spoken).toEqual(['四。', '五。']);
});

test('stops a sentence of a chapter that the user has left', async () => {
  const aloud = open();
  aloud.play();
  await said('一。');
  aloud.moved();
  expect(spoken).toEqual(['一。']);
  turn({ documentIndex: 2 });
  aloud.moved();
  await said('四。');
  await on('五。');
});

test('going back passes the page where reading started, to the start of the chapter', async () => {
  firstSeen = 2;
  const going = open();
  going.play();
  await said('三。');
  going.skip(-1);
  await said('二。');
  going.skip(-1);
  await said('一。');
  going.skip(-1);
  await vi.waitFor(() => expect(spoken).toEqual(['三。', '二。', '一。', '一。']));
  await on('二。');
  await on('三。');
});

test('returns to the original page when nothing from it on can be spoken', async () => {
  firstSeen = 2;
  const aloud = open({ canSpeak: () => false });
  aloud.skip(1);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(visited).toEqual([1, 2, 0]);
  expect(book.place?.cfi).toMatch(/^0\/2/);
});

test('does not turn the page beyond the last sentence that can be spoken', async () => {
  open({ canSpeak: ({ text }) => text === '三。' }).play();
  await said('三。');
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(book.place?.cfi).toMatch(/^0\/2/);
});

test('pauses on an interruption or a failure and continues the sentence from there', async () => {
  const aloud = open();
  aloud.play();
  await said('一。');
  await on('二。');
  finish?.(true);
  await vi.waitFor(() => expect(states.at(-1)).toBe('paused'));
  aloud.play();
  await vi.waitFor(() => expect(spoken).toHaveLength(3));
  fail?.(new Error('network'));
  await vi.waitFor(() => expect(states.at(-1)).toBe('paused'));
  expect(troubles.splice(0)).toEqual([new Error('network')]);
  aloud.play();
  await vi.waitFor(() => expect(spoken).toEqual(['一。', '二。', '二。', '二。']));
  expect(wentOn).toEqual([false, false, true, true]);
  // A sentence that is selected explicitly starts from its beginning.
  aloud.skip(-1);
  await said('一。');
  aloud.skip(1);
  await said('二。');
  expect(wentOn.slice(-2)).toEqual([false, false]);
});

test('keeps a page that the user turned to until the voice reaches it, and follows the voice from there', async () => {
  pages = { '二。': [1, 1], '三。': [2, 2] };
  const aloud = open();
  aloud.play();
  await said('一。');
  turn({ page: 2 });
  await on('二。');
  expect(page).toBe(2);
  await on('三。');
  expect(page).toBe(2);
  await on('四。');
  expect([documentIndex, page]).toEqual([2, 0]);
});

test('keeps the page also when the user turns back to an earlier position of the voice; a repeated position report is not a page turn', async () => {
  pages = { '一。': [1, 1], '二。': [2, 4], '三。': [5, 5] };
  const aloud = open();
  aloud.play();
  await said('一。');
  expect(page).toBe(1);
  turn({ page: 0 });
  await on('二。');
  turn({ page: 1 });
  await on('三。');
  expect(page).toBe(1);
  aloud.skip(-1);
  await said('二。');
  held = 'where a scroll came to rest';
  await on('三。');
  expect(page).toBe(5);
});

test('follows the voice again after the user turns back to the spoken page', async () => {
  pages = { '一。': [0, 1], '二。': [2, 2], '三。': [3, 3] };
  const aloud = open();
  aloud.play();
  await said('一。');
  turn({ page: 3 });
  turn({ page: 1 });
  await on('二。');
  expect(page).toBe(2);
  // A sentence that is selected explicitly is shown, on any page.
  turn({ page: 0 });
  aloud.skip(1);
  await said('三。');
  expect(page).toBe(3);
});

test('after a pause starts on the page that the user turned to, with the sentence that continues on it, and turns no page back', async () => {
  pages = { '二。': [1, 2], '三。': [3, 3] };
  const aloud = open();
  aloud.play();
  await said('一。');
  aloud.pause();
  turn({ page: 2 });
  aloud.play();
  await said('二。');
  expect(page).toBe(2);
  await on('三。');
  expect(page).toBe(3);
});

test('turns pages inside a sentence longer than a page, unless the user has turned another way', async () => {
  pages = { '一。': [0, 4], '二。': [4, 4] };
  const aloud = open();
  aloud.play();
  await said('一。');
  reach(0.5);
  await vi.waitFor(() => expect(page).toBe(2));
  // An interrupted sentence continues where it was, and so does its page.
  aloud.pause();
  aloud.play();
  await vi.waitFor(() => expect(wentOn).toEqual([false, true]));
  expect(page).toBe(2);
  turn({ page: 1 });
  reach(0.75);
  await eventLoopTurns();
  expect(page).toBe(1);
  turn({ page: 3 });
  reach(0.75);
  reach(1);
  await vi.waitFor(() => expect(page).toBe(4));
});

test('pauses instead of ending when the next chapter fails to load', async () => {
  const aloud = open({ canSpeak: ({ text }) => ['三。', '四。'].includes(text) });
  aloud.play();
  await said('三。');
  offline = true;
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('paused'));
  expect(troubles.splice(0)).toHaveLength(1);
  offline = false;
  aloud.play();
  await said('四。');
});

test('44.11 the sleep timer shows the start of the last sentence heard, on whatever page the user is, and continues with it', async () => {
  pages = { '一。': [0, 0], '二。': [1, 3], '三。': [4, 4] };
  const aloud = open();
  aloud.play();
  await said('一。');
  await on('二。');
  reach(0.9);
  await vi.waitFor(() => expect(page).toBe(3));
  turn({ page: 4 });
  aloud.fallAsleep();
  expect(states.at(-1)).toBe('paused');
  await vi.waitFor(() => expect([page, book.place?.cfi]).toEqual([1, '0/1']));
  // The highlight stays on the sentence, and playback starts again at its beginning.
  expect(marked).toEqual(['0/1']);
  aloud.play();
  await vi.waitFor(() => expect(spoken).toEqual(['一。', '二。', '二。']));
  expect(wentOn.at(-1)).toBe(false);
});
