import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sentence } from '../reader-engine/sentence.ts';
import { type AloudState, type Book, readAloud, type Speech, type Spoken } from './read-aloud.ts';

const CHAPTERS = [['一。', '二。', '三。'], [], ['四。', '五。']];
let documentIndex = 0;
let firstSeen = 0;
let besideIndex: number | undefined;
/** Pages that a sentence runs over, from one to another; all else stands on the first. */
let pages: Record<string, [number, number]> = {};
let page = 0;
/** What the place was given as, until the person turns a page. */
let held: string | null = null;
let visited: number[] = [];
let marked: string[] = [];
let spoken: string[] = [];
let wentOn: boolean[] = [];
let states: AloudState[] = [];
let finish: ((cut: boolean) => void) | null = null;
let fail: ((error: Error) => void) | null = null;
let reach: (part: number) => void = () => {};
/** The book's files do not come. */
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
/** As a person turns. */
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

test('sentences are spoken in order, each marked while it is spoken, and on into the next chapter that has any', async () => {
  open().play();
  await said('一。');
  expect(marked).toEqual(['0/0']);
  for (const text of ['二。', '三。', '四。', '五。']) await on(text);
  expect(marked).toEqual(['2/1']);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(marked).toEqual([]);
});

test('what nothing here can speak is passed over unseen, forwards and back, a whole chapter of it too', async () => {
  const aloud = open({ canSpeak: ({ text }) => ['二。', '五。'].includes(text) });
  aloud.play();
  await said('二。');
  expect(marked).toEqual(['0/1']);
  await on('五。');
  expect(marked).toEqual(['2/1']);
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
});

test('back from where a page begins passes over what cannot be spoken too', async () => {
  firstSeen = 2;
  const aloud = open({ canSpeak: ({ text }) => text !== '二。' });
  aloud.play();
  await said('三。');
  aloud.skip(-1);
  await said('一。');
});

test('a pause keeps the sentence; back and on go by sentences; another manner begins it again', async () => {
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

test('it goes no further than the trial, nor than the chapter where that was asked, and follows the reader elsewhere', async () => {
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
  // To go on from there is to read the next chapter, not the last page again.
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

test('both pages of an opening are read, the one beside too where the first says nothing, and what follows them', async () => {
  [documentIndex, besideIndex] = [1, 2];
  open().play();
  await said('四。');
  await on('五。');
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(spoken).toEqual(['四。', '五。']);
});

test('a sentence of a chapter that is left is not read to its end', async () => {
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

test('a sentence back goes before the page that reading began on, to the beginning of the chapter', async () => {
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

test('where nothing from the page on can be spoken, the page is the one it was', async () => {
  firstSeen = 2;
  const aloud = open({ canSpeak: () => false });
  aloud.skip(1);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(visited).toEqual([1, 2, 0]);
  expect(book.place?.cfi).toMatch(/^0\/2/);
});

test('behind the last sentence that can be spoken the page goes no further than that', async () => {
  open({ canSpeak: ({ text }) => text === '三。' }).play();
  await said('三。');
  finish?.(false);
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'));
  expect(book.place?.cfi).toMatch(/^0\/2/);
});

test('what something else cuts short, or what fails, is a pause: the sentence goes on from there', async () => {
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
  // Asked for by its name it is begun anew.
  aloud.skip(-1);
  await said('一。');
  aloud.skip(1);
  await said('二。');
  expect(wentOn.slice(-2)).toEqual([false, false]);
});

test('a page that the person turned to stays until the voice is on it, and goes along from there', async () => {
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

test('back where the voice was once, the page stays too; a place that is told anew is no turn', async () => {
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

test('turned back to where it is read, the page goes along again', async () => {
  pages = { '一。': [0, 1], '二。': [2, 2], '三。': [3, 3] };
  const aloud = open();
  aloud.play();
  await said('一。');
  turn({ page: 3 });
  turn({ page: 1 });
  await on('二。');
  expect(page).toBe(2);
  // A sentence that is asked for is shown, wherever he is.
  turn({ page: 0 });
  aloud.skip(1);
  await said('三。');
  expect(page).toBe(3);
});

test('after a pause it begins on the page that was turned to, with what runs over to it, and turns none back', async () => {
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

test('the page goes along inside a sentence that is longer than it, unless the person turned another way', async () => {
  pages = { '一。': [0, 4], '二。': [4, 4] };
  const aloud = open();
  aloud.play();
  await said('一。');
  reach(0.5);
  await vi.waitFor(() => expect(page).toBe(2));
  // What was cut short goes on where it was, and so does its page.
  aloud.pause();
  aloud.play();
  await vi.waitFor(() => expect(wentOn).toEqual([false, true]));
  expect(page).toBe(2);
  turn({ page: 1 });
  reach(0.75);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(page).toBe(1);
  turn({ page: 3 });
  reach(0.75);
  reach(1);
  await vi.waitFor(() => expect(page).toBe(4));
});

test('a next chapter that does not come is a pause, not the end', async () => {
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
