import { describe, expect, test } from 'vitest';
import { inOrder, ratingOf, type ReviewEntry, type ReviewKind, type ReviewVerdict } from './review-log.ts';
import { practised, practiceStates } from './wrong-book.ts';

let made = 0;
const row = (questionId: number, kind: ReviewKind, verdict: ReviewVerdict | '' = '', tries = 0, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  id: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
  questionId,
  versionId: 1,
  setId: 1,
  publishId: 1,
  at: made * 1_000,
  rating: verdict === '' ? 0 : ratingOf(verdict, tries),
  verdict,
  tries,
  ms: 1_000,
  deviceId: 'device-1',
  kind,
  ...more,
});
const right = (id = 1, more: Partial<ReviewEntry> = {}) => row(id, 'practice', 'right', 1, more);
const wrong = (id = 1) => row(id, 'practice', 'wrong', 2);
const second = (id = 1) => row(id, 'practice', 'right', 2);
const inBook = (...log: ReviewEntry[]) => practiceStates(log).get(1)?.inBook ?? false;

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const to = Math.floor(next() * (at + 1));
    [all[at], all[to]] = [all[to]!, all[at]!];
  }
  return all;
}

test('§12 wrong is 1, right with the second try or a hint 2, right 3', () => {
  expect([ratingOf('wrong', 2), ratingOf('part', 1), ratingOf('right', 2), ratingOf('right', 1, true), ratingOf('right', 1)]).toEqual([
    1, 1, 2, 2, 3,
  ]);
});

describe('§7 the wrong book', () => {
  test('a first try that is not right brings a question in, whatever the second try was', () => {
    expect([inBook(right()), inBook(wrong()), inBook(second()), inBook(row(1, 'practice', 'part', 1))]).toEqual([false, true, true, true]);
  });

  test('two right first tries in a row take it out; a miss between them begins again', () => {
    expect(inBook(wrong(), right())).toBe(true);
    expect(inBook(wrong(), right(), right())).toBe(false);
    expect(inBook(wrong(), right(), second(), right())).toBe(true);
    expect(inBook(wrong(), right(), wrong(), right(), right())).toBe(false);
    expect(inBook(wrong(), row(1, 'review', 'right', 1), right())).toBe(false);
  });

  test('right answers from before do not count, and one with a hint neither brings it in nor takes it out', () => {
    expect(inBook(right(), right(), wrong(), right())).toBe(true);
    expect(inBook(right(1, { rating: 2 }))).toBe(false);
    expect(inBook(wrong(), right(), right(1, { rating: 2 }), right())).toBe(true);
    expect(inBook(wrong(), right(1, { rating: 4 }), right(1, { rating: 4 }))).toBe(false);
  });

  test('a hand takes it out and puts it in', () => {
    expect(inBook(row(1, 'add'))).toBe(true);
    expect(inBook(wrong(), row(1, 'remove'))).toBe(false);
    expect(inBook(wrong(), row(1, 'remove'), second())).toBe(true);
    expect(inBook(row(1, 'add'), right(), row(1, 'add'), right())).toBe(true);
  });

  test('counts what was practised, and what ended right', () => {
    const states = practiceStates([wrong(), right(), row(1, 'remove'), second(2), wrong(3), row(4, 'add')]);
    expect(states.get(1)).toMatchObject({ times: 2, wrong: 1, right: true });
    expect(practised(states, [1, 2, 3, 4, 5])).toEqual({ done: 3, right: 2 });
  });
});

test('E135 the log is a set: any order of arrival, with repeats and in any parts, gives the same state', () => {
  const next = random(20_261_130);
  for (let round = 0; round < 200; round += 1) {
    const log = Array.from({ length: 40 }, (): ReviewEntry => {
      const id = 1 + Math.floor(next() * 4);
      const made = [right, wrong, second][Math.floor(next() * 3)]!(id);
      const kind = next();
      // Some rows of two devices have the same time.
      const at = Math.floor(next() * 20) * 1_000;
      return kind < 0.1 ? { ...row(id, 'add'), at } : kind < 0.2 ? { ...row(id, 'remove'), at } : { ...made, at };
    });
    const expected = [...practiceStates(log)].toSorted(([a], [b]) => a - b);
    for (let times = 0; times < 3; times += 1) {
      const arrived = shuffled([...log, ...log.filter(() => next() < 0.3)], next);
      expect([...practiceStates(arrived)].toSorted(([a], [b]) => a - b)).toEqual(expected);
      const cut = Math.floor(next() * arrived.length);
      expect(inOrder([...inOrder(arrived.slice(cut)), ...inOrder(arrived.slice(0, cut))])).toEqual(inOrder(log));
    }
  }
});

test('a row that the server has corrected to an earlier time is the same row', () => {
  const entry = wrong();
  const corrected = { ...entry, at: entry.at - 500 };
  expect(inOrder([entry, corrected])).toEqual(inOrder([corrected, entry]));
  expect(inOrder([entry, corrected])).toHaveLength(1);
});
