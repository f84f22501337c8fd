import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../clock.ts';
import { ratingOf, type ReviewEntry, type ReviewKind, type ReviewVerdict } from '../textbook/review-log.ts';
import { classEnds, LONGEST_DAYS, reviewCards, type ReviewCard } from './review-card.ts';
import { reviewDay, reviewDayOf, startOfReviewDay } from './review-day.ts';
import { mixed, REVIEW_LIMITS, reviewOfDay, reviewQueue, roomForWords } from './review-queue.ts';

/** Noon of 2026-11-30 in Beijing. */
const NOON = Date.parse('2026-11-30T12:00:00+08:00');
const TODAY = reviewDay(NOON);
const day = (n: number): number => NOON + n * DAY_MS;

let made = 0;
function row(at: number, kind: ReviewKind, verdict: ReviewVerdict | '' = '', tries = 1, more: Partial<ReviewEntry> = {}): ReviewEntry {
  return {
    id: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
    questionId: 1,
    versionId: 1,
    setId: 1,
    publishId: 1,
    at,
    rating: verdict === '' ? 0 : ratingOf(verdict, tries),
    verdict,
    tries,
    ms: 1_000,
    deviceId: 'device-1',
    kind,
    ...more,
  };
}
const wrong = (at: number, more: Partial<ReviewEntry> = {}) => row(at, 'practice', 'wrong', 2, more);
const right = (at: number, more: Partial<ReviewEntry> = {}) => row(at, 'review', 'right', 1, more);
const cardOf = (...log: ReviewEntry[]): ReviewCard | undefined => reviewCards(log).get(1);
const dueIn = (...log: ReviewEntry[]): number | undefined => {
  const card = cardOf(...log);
  return card && card.dueDay - TODAY;
};

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

/** A log of some weeks with all kinds of rows; some rows have the same time. */
function anyLog(next: () => number, rows: number): ReviewEntry[] {
  return Array.from({ length: rows }, () => {
    const questionId = 1 + Math.floor(next() * 5);
    const at = day(Math.floor(next() * 40)) + Math.floor(next() * 3) * 1_000;
    const kind = next();
    const more = { questionId, deviceId: next() < 0.5 ? 'phone' : 'tablet' };
    if (kind < 0.06) return row(at, 'add', '', 0, more);
    if (kind < 0.12) return row(at, 'remove', '', 0, more);
    const verdict = (['right', 'right', 'right', 'part', 'wrong'] as const)[Math.floor(next() * 5)]!;
    const tries = next() < 0.3 ? 2 : 1;
    const easy = verdict === 'right' && tries === 1 && next() < 0.2 ? { rating: 4 } : {};
    return row(at, kind < 0.5 ? 'practice' : 'review', verdict, tries, { ...more, ...easy });
  });
}
const sorted = (cards: Map<number, ReviewCard>) => [...cards.values()].toSorted((a, b) => a.questionId - b.questionId);

describe('§12 a day of review begins at 04:00 in Beijing', () => {
  test.each([
    ['2026-11-30T03:59:59+08:00', '2026-11-29'],
    ['2026-11-30T04:00:00+08:00', '2026-11-30'],
    ['2026-12-01T03:59:59+08:00', '2026-11-30'],
    ['2026-11-30T00:30:00Z', '2026-11-30'],
  ])('%s is in the day %s', (at, date) => expect(reviewDay(Date.parse(at))).toBe(reviewDayOf(date)));

  test('a day is found from its date and begins at four', () => {
    expect(startOfReviewDay(reviewDayOf('2026-11-30')!)).toBe(Date.parse('2026-11-30T04:00:00+08:00'));
    expect([reviewDayOf(''), reviewDayOf('2026-13-40'), reviewDayOf('soon')]).toEqual([null, null, null]);
  });
});

describe('§12 the card is the replay of its log', () => {
  test('the first answer that is not right at once makes a card, a right one does not, and a hand does', () => {
    expect(cardOf(row(NOON, 'practice', 'right', 1))).toBeUndefined();
    expect(cardOf(row(NOON, 'practice', 'right', 1, { rating: 2 }))).toBeUndefined();
    expect(dueIn(wrong(NOON))).toBe(1);
    expect(cardOf(row(NOON, 'practice', 'right', 2))).toMatchObject({ reps: 1, lapses: 0 });
    expect(cardOf(row(NOON, 'add', '', 0))).toMatchObject({ dueDay: TODAY, reps: 0, stability: 0, firstReview: null });
    expect(cardOf(wrong(NOON), row(NOON + 1, 'remove', '', 0))).toBeUndefined();
    expect(cardOf(wrong(NOON), row(NOON + 1, 'remove', '', 0), wrong(day(2)))).toMatchObject({ reps: 1, madeAt: day(2) });
  });

  test('no step is shorter than a day, and intervals grow with right answers', () => {
    for (const verdict of ['wrong', 'part'] as const) expect(dueIn(wrong(NOON), row(NOON + 60_000, 'review', verdict, 2))).toBeGreaterThanOrEqual(1);
    const log = [wrong(NOON)];
    const intervals: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      const { dueDay } = cardOf(...log)!;
      log.push(right(startOfReviewDay(dueDay) + 3_600_000));
      const next = cardOf(...log)!;
      intervals.push(next.dueDay - dueDay);
    }
    // Another version of the scheduler moves these days, and those of all cards.
    expect(intervals).toEqual([3, 8, 22, 54, 124, 263]);
  });

  test('a worse answer never comes later than a better one: wrong, second try, right, too easy', () => {
    const after = (more: Partial<ReviewEntry>): number => dueIn(wrong(NOON), right(day(1)), right(day(6), more)) ?? 0;
    const [one, two, three, four] = [{ rating: 1, verdict: 'wrong' as const, tries: 2 }, { rating: 2, tries: 2 }, {}, { rating: 4 }].map(after);
    expect(one).toBeLessThan(two!);
    expect(two).toBeLessThan(three!);
    expect(three).toBeLessThan(four!);
  });

  test('a wrong answer at review is a lapse; practice of the same question counts too', () => {
    expect(cardOf(wrong(NOON), right(day(2)), wrong(day(5)))).toMatchObject({ lapses: 1, reps: 3, firstReview: TODAY + 2, lastReview: TODAY + 2 });
    expect(dueIn(wrong(NOON), row(day(2), 'practice', 'right', 1))).toBeGreaterThan(2);
  });

  test('by hand a question that is there comes back today and keeps what it has learnt', () => {
    const { stability } = cardOf(wrong(NOON), right(day(2)))!;
    expect(cardOf(wrong(NOON), right(day(2)), row(day(3), 'add', '', 0))).toMatchObject({ dueDay: TODAY + 3, stability, reps: 2 });
  });

  test(`never later than ${LONGEST_DAYS} days`, () => {
    const log = [wrong(NOON)];
    for (let times = 1; times < 12; times += 1) log.push(right(day(times * 400), { rating: 4 }));
    const card = cardOf(...log)!;
    expect(card.dueDay - card.lastDay!).toBe(LONGEST_DAYS);
  });

  test('never beyond the end of the class, the soonest one that is still to come', () => {
    const log = [wrong(NOON), right(day(2)), right(day(8)), right(day(30))];
    const due = (endDates: readonly string[], publishId = 1): number =>
      reviewCards(log, classEnds(endDates.map((endDate) => ({ publishId, endDate })))).get(1)!.dueDay;
    const free = due([]);
    expect(free).toBeGreaterThan(reviewDayOf('2027-01-05')!);
    expect(due(['2027-01-05'])).toBe(reviewDayOf('2027-01-05'));
    expect(due(['2027-01-20', '2027-01-05'])).toBe(reviewDayOf('2027-01-05'));
    // Over already, on the day of the last answer, without a date, or of another book.
    expect([due(['2026-12-01']), due(['2026-12-30']), due(['']), due(['2027-01-05'], 2)]).toEqual([free, free, free, free]);
  });
});

describe('E135 any order of arrival gives the same card', () => {
  test('in any order, with repeats, in any parts, from two devices', () => {
    const next = random(20_261_130);
    const ends = classEnds([{ publishId: 1, endDate: '2027-01-02' }]);
    for (let round = 0; round < 150; round += 1) {
      const log = anyLog(next, 60);
      const expected = sorted(reviewCards(log, ends));
      const [phone, tablet] = ['phone', 'tablet'].map((name) => log.filter(({ deviceId }) => deviceId === name));
      expect(sorted(reviewCards([...tablet!, ...phone!], ends))).toEqual(expected);
      for (let times = 0; times < 3; times += 1)
        expect(sorted(reviewCards(shuffled([...log, ...log.filter(() => next() < 0.3)], next), ends))).toEqual(expected);
    }
  });

  test('two devices that review without a network keep both lapses', () => {
    const phone = [wrong(day(1)), right(day(4))];
    const tablet = [right(day(2)), wrong(day(3))];
    const first = wrong(NOON);
    const one = reviewCards([first, ...phone, ...tablet]).get(1);
    expect(reviewCards([...tablet, first, ...phone]).get(1)).toEqual(one);
    expect(one).toMatchObject({ reps: 5, lapses: 2 });
  });

  test('a row that the server has corrected counts once, by the corrected time', () => {
    const entry = right(day(9));
    const corrected = { ...entry, at: day(2) };
    expect(reviewCards([wrong(NOON), entry, corrected]).get(1)).toEqual(reviewCards([corrected, wrong(NOON)]).get(1));
  });
});

describe('T4 the queue of a day', () => {
  const card = (questionId: number, more: Partial<ReviewCard> = {}): ReviewCard => ({
    questionId,
    publishId: 1,
    madeAt: questionId,
    stability: 3,
    difficulty: 5,
    reps: 2,
    lapses: 0,
    lastDay: TODAY - 3,
    dueDay: TODAY,
    firstReview: TODAY - 3,
    lastReview: TODAY - 3,
    ...more,
  });
  const fresh = (questionId: number, more: Partial<ReviewCard> = {}) => card(questionId, { firstReview: null, lastReview: null, ...more });
  const ids = (cards: readonly ReviewCard[], limits = REVIEW_LIMITS, now = NOON) =>
    reviewQueue(cards, limits, now).cards.map(({ questionId }) => questionId);

  test('what is longest overdue comes first, then what is new; nothing before its day', () => {
    const cards = [fresh(1), card(2), card(3, { dueDay: TODAY - 5 }), card(4, { dueDay: TODAY + 1 })];
    expect(ids(cards)).toEqual([3, 2, 1]);
    expect(ids(cards, REVIEW_LIMITS, Date.parse('2026-12-01T03:59:59+08:00'))).toEqual([3, 2, 1]);
    expect(ids(cards, REVIEW_LIMITS, Date.parse('2026-12-01T04:00:00+08:00'))).toEqual([3, 2, 4, 1]);
  });

  test('at most 20 new ones and 100 that come again, and what was done today counts', () => {
    const cards = [
      ...Array.from({ length: 130 }, (_one, at) => card(at + 1)),
      ...Array.from({ length: 30 }, (_one, at) => fresh(1_000 + at)),
      card(2_000, { firstReview: TODAY, lastReview: TODAY, dueDay: TODAY + 1 }),
      ...[1, 2, 3].map((at) => card(3_000 + at, { lastReview: TODAY, dueDay: TODAY + 4 })),
    ];
    const queue = reviewQueue(cards, REVIEW_LIMITS, NOON);
    expect(queue).toMatchObject({ fresh: 19, doneNew: 1, doneReviews: 3, held: 33 + 11 });
    expect(queue.cards).toHaveLength(97 + 19);
    expect(reviewQueue(cards, { newMost: 0, reviewMost: 2 }, NOON).cards).toHaveLength(0);
    // The next day begins again.
    expect(reviewQueue(cards, REVIEW_LIMITS, day(1))).toMatchObject({ fresh: 20, doneNew: 0, doneReviews: 0 });
  });

  test('questions that cannot be practised now are counted and take no place; tomorrow is counted too', () => {
    const places = new Map([1, 3].map((questionId) => [questionId, { versionId: 7, setId: 8, publishId: 9 }] as const));
    const cards = [card(1), card(2), fresh(3, { dueDay: TODAY + 1 }), card(4, { dueDay: TODAY + 1 })];
    expect(reviewOfDay(cards, places, REVIEW_LIMITS, NOON)).toMatchObject({
      items: [{ questionId: 1, versionId: 7, setId: 8, publishId: 9, fresh: false }],
      closed: 1,
      held: 0,
      tomorrow: 2,
      cards: 4,
    });
  });

  test('words take the room that questions leave, and are mixed evenly', () => {
    expect(roomForWords(2, 0, { newMost: 20, reviewMost: 5 })).toBe(3);
    expect(roomForWords(2, 3, { newMost: 20, reviewMost: 5 })).toBe(0);
    expect(roomForWords(2, 0, { newMost: 20, reviewMost: 1 })).toBe(0);
    expect(mixed([1, 2, 3, 4], ['a', 'b'])).toEqual([1, 'a', 2, 3, 'b', 4]);
    expect([mixed([], ['a']), mixed([1], [])]).toEqual([['a'], [1]]);
  });
});
