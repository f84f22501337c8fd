// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dailyReview } from '../../contract/teaching/daily-review.ts';
import type { ReviewEntry } from '../../contract/textbook/review-log.ts';

const DAY_MS = 86_400_000;
/** Noon in Beijing. */
const NOON = Date.parse('2026-11-30T12:00:00+08:00');

const server = vi.hoisted(() => ({
  person: 7,
  away: false,
  log: [] as ReviewEntry[],
  daily: {} as object,
  stored: [] as object[],
  packed: [] as object[],
}));
vi.mock('../api/call.ts', async (original) => {
  const real = await original<typeof import('../api/call.ts')>();
  return {
    ...real,
    call: async (endpoint: { key: string }, { body }: { body?: { cursor: number; rows: readonly ReviewEntry[] } }) => {
      if (server.away) throw new real.CallError(real.OFFLINE, '没有网络');
      if (endpoint.key === dailyReview.key) return server.daily;
      if (!body) throw new Error(endpoint.key);
      server.log.push(...body.rows);
      return {
        acknowledged: body.rows.map(({ id }) => id),
        rejected: [],
        rows: server.log.slice(body.cursor),
        cursor: server.log.length,
        more: false,
      };
    },
  };
});
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => server.person, session: { now: { state: 'anonymous' } } }));
vi.mock('../session/current-person.ts', () => ({ currentPerson: () => server.person }));
vi.mock('../downloads/downloaded-books.ts', () => ({
  downloadedBooks: () => ({ list: async () => [{ book: { publishId: 2, title: '渡口', kind: 'textbook' }, complete: true }] }),
}));
vi.mock('../downloads/downloads.store.ts', () => ({
  downloadedCopy: async () => ({ book: { publishId: 2, title: '渡口' }, editionId: 1, detail: null }),
}));
vi.mock('../class-pack/class-pack.ts', () => ({ packedReview: async () => server.packed, packFacts: async () => [] }));
vi.mock('../downloads/placed-media.ts', () => ({ storedExercises: async () => server.stored }));

const { loadDailyReview, loadQueue, nextReviewDays } = await import('./daily-review.ts');
const { answerQuestion } = await import('./practice-source.ts');
const { PracticeSitting } = await import('./practice-log.ts');

const shown = (kind: string) => ({ kind, stem: '<p>渡口在哪里？</p>' });
const question = (questionId: number, kind = 'judge') => ({ questionId, versionId: questionId + 100, points: 1, shown: shown(kind), key: {} });
const row = (questionId: number, at: number, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  id: `row ${questionId} ${at}`,
  questionId,
  versionId: questionId + 100,
  setId: 1,
  publishId: 2,
  at,
  rating: 1,
  verdict: 'wrong',
  tries: 2,
  ms: 1,
  deviceId: 'tablet-0001',
  kind: 'practice',
  ...more,
});

beforeEach(() => {
  server.person += 1;
  server.away = false;
  server.log = [];
  server.packed = [];
  server.stored = [
    { setId: 1, publishId: 2, title: '练习', documentIndex: 1, shuffle: false, questions: [question(1), question(2), question(3, 'short')] },
  ];
  server.daily = {
    items: [],
    limits: { newMost: 20, reviewMost: 100 },
    doneNew: 0,
    doneReviews: 0,
    held: 0,
    closed: 0,
    tomorrow: 0,
    cards: 0,
    ends: [],
  };
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => void vi.useRealTimers());

test('T4 without a network the queue comes from the log and the copies on this device', async () => {
  // Of a question that is in no copy, and of one that a teacher marks.
  server.log = [row(1, NOON - 2 * DAY_MS), row(2, NOON - 60_000), row(9, NOON - 2 * DAY_MS), row(3, NOON - 2 * DAY_MS)];
  await loadDailyReview();
  server.away = true;
  expect(await loadDailyReview()).toMatchObject({
    here: true,
    items: [{ questionId: 1, versionId: 101, setId: 1, publishId: 2, fresh: true }],
    closed: 2,
    tomorrow: 2,
    cards: 4,
  });
});

test('T4 what was reviewed here without a network leaves the queue at once', async () => {
  server.log = [row(1, NOON - 2 * DAY_MS), row(2, NOON - 2 * DAY_MS)];
  await loadDailyReview();
  server.away = true;
  const sitting = new PracticeSitting('review');
  await sitting.note({ questionId: 1, versionId: 101, setId: 1, publishId: 2 }, 'right', 1, 900);
  expect(await loadDailyReview()).toMatchObject({ items: [{ questionId: 2 }], doneNew: 1 });
  expect(await nextReviewDays(1)).toBeGreaterThan(0);
  expect(await nextReviewDays(5)).toBeNull();
});

test('the limits and the ends of classes that the account had last hold without a network', async () => {
  server.log = [row(1, NOON - 2 * DAY_MS), row(2, NOON - 2 * DAY_MS)];
  server.daily = { ...server.daily, limits: { newMost: 1, reviewMost: 5 }, ends: [{ publishId: 2, endDate: '2026-12-03' }] };
  await loadDailyReview();
  server.away = true;
  expect(await loadDailyReview()).toMatchObject({ limits: { newMost: 1, reviewMost: 5 }, held: 1, items: [{ questionId: 1 }] });
  await new PracticeSitting('review').note({ questionId: 1, versionId: 101, setId: 1, publishId: 2 }, 'right', 1, 900);
  expect(await nextReviewDays(1)).toBeLessThanOrEqual(3);
});

test('a device that knows nothing says that it has no network', async () => {
  server.away = true;
  server.stored = [];
  expect(await loadDailyReview()).toMatchObject({ here: true, items: [], cards: 0 });
});

test('T4 without a copy of the textbook the questions of the pack of a class are reviewed and judged here', async () => {
  server.stored = [];
  const judged = { ...question(1), key: { kind: 'judge', right: true, explanation: '' } };
  server.packed = [{ setId: 1, publishId: 2, title: '练习', documentIndex: 1, bookTitle: '渡口', chapterTitle: '', questions: [judged] }];
  server.log = [row(1, NOON - 2 * DAY_MS), row(2, NOON - 2 * DAY_MS)];
  await loadDailyReview();
  server.away = true;
  expect(await loadDailyReview()).toMatchObject({ here: true, items: [{ questionId: 1 }], closed: 1 });
  const [asked] = await loadQueue([1]);
  expect(asked).toEqual({ questionId: 1, versionId: 101, points: 1, shown: shown('judge'), setId: 1, publishId: 2 });
  const sitting = new PracticeSitting('review');
  expect(await answerQuestion(sitting, asked!, true as never, 1, 900)).toMatchObject({ judged: { verdict: 'right' }, key: { right: true } });
  expect(await loadDailyReview()).toMatchObject({ items: [], doneNew: 1 });
});
