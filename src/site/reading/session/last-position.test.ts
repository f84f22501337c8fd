// @vitest-environment jsdom
import { eventLoopTurns } from '../../../../tests/support/event-loop.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Progress } from '../../../../contract/reading/progress.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import { returnToWords } from './last-position.ts';
import type { Entered, Opening } from './opening.ts';

const OLD = 4;
const NEW = 5;
const searchTerm: string[] = [];
const gone: string[] = [];
const reader = {
  findPassage: async (_index: number, { text }: { text: string }) => {
    searchTerm.push(text);
    return { cfi: `epubcfi(${text})`, fit: 1 };
  },
  goTo: async ({ cfi }: { cfi: string }) => void gone.push(cfi),
} as unknown as Reader;
const own = { editionId: OLD, documentIndex: 1, text: '这里读到的话' };
const opening = (corrected: boolean) =>
  ({ card: { publishId: 7 }, book: { spine: [{}, {}, {}] }, editionId: NEW, words: own, corrected }) as unknown as Opening;
const there = (editionId: number) => ({ editionId, documentIndex: 2, words: editionId === OLD ? '那边读到的话' : '' }) as Progress;
const entered = (place: Progress | null, stays = true): Promise<Entered> => Promise.resolve({ there: place, stays });

beforeEach(() => void (searchTerm.length = gone.length = 0));

test('looks for the last read text only after the positions of other devices are loaded, so that a later one counts', async () => {
  let hear = (_how: Entered): void => undefined;
  const returning = returnToWords(opening(true), reader, new Promise((resolve) => (hear = resolve)));
  await eventLoopTurns();
  expect(searchTerm).toEqual([]);
  hear({ there: there(OLD), stays: true });
  expect(await returning).toBe('by words');
  expect(gone).toEqual(['epubcfi(那边读到的话)']);
});

test('does not search when the late position is in this edition, nor after the user has turned the page', async () => {
  expect(await returnToWords(opening(true), reader, entered(there(NEW)))).toBe('no');
  expect(await returnToWords(opening(true), reader, entered(null, false))).toBe('by percent');
  expect(await returnToWords(opening(false), reader, entered(null))).toBe('no');
  expect([searchTerm, gone]).toEqual([[], []]);
});

test('a device without a position finds the text of a position that arrives late', async () => {
  expect(await returnToWords(opening(false), reader, entered(there(OLD)))).toBe('by words');
  expect(await returnToWords(opening(true), reader, entered(null))).toBe('by words');
  expect(gone).toEqual(['epubcfi(那边读到的话)', 'epubcfi(这里读到的话)']);
});
