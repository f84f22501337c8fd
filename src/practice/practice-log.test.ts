// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { CODE } from '../../contract/error.ts';
import type { ReviewEntry } from '../../contract/textbook/review-log.ts';
import { practiceStates } from '../../contract/textbook/wrong-book.ts';

interface Body {
  readonly cursor: number;
  readonly rows: readonly ReviewEntry[];
}
const server = vi.hoisted(() => ({ person: 7 as number | null, bodies: [] as Body[], answer: (_body: Body): unknown => null }));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<typeof import('../api/call.ts')>()),
  call: async (_endpoint: unknown, { body }: { body: Body }) => {
    server.bodies.push(body);
    return server.answer(body);
  },
}));
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => server.person, session: { now: { state: 'anonymous' } } }));
vi.mock('../session/current-person.ts', () => ({ currentPerson: () => server.person }));

const { CallError, OFFLINE } = await import('../api/call.ts');
const { PracticeSitting, setInWrongBook } = await import('./practice-log.ts');
const { syncPractice } = await import('./practice-sender.ts');
const { logOnDevice, unsentOf } = await import('./practice-store.ts');
const { practiceWaits } = await import('./waiting-practice.ts');
const { clearRowsOf, putRows, unsentRows } = await import('../sign-out/personal-keys.ts');

/** The log of the account, as the server keeps it. */
let log: ReviewEntry[] = [];
const target = { questionId: 5, versionId: 6, setId: 1, publishId: 2 };
const taken = ({ cursor, rows }: Body) => {
  for (const row of rows) if (!log.some(({ id }) => id === row.id)) log.push({ ...row, at: row.at - 1_000 });
  return { acknowledged: rows.map(({ id }) => id), rejected: [], rows: log.slice(cursor), cursor: log.length, more: false };
};
const offline = () => {
  throw new CallError(OFFLINE, '没有网络');
};
const inBook = async () => practiceStates(await logOnDevice(server.person ?? 0)).get(5)?.inBook;

beforeEach(() => {
  server.person = (server.person ?? 7) + 1;
  server.bodies = [];
  server.answer = taken;
  log = [];
});

test('a row is stored before it is sent, and leaves the unsent rows when the server has it', async () => {
  server.answer = offline;
  await new PracticeSitting().note(target, 'right', 1, 800);
  expect(await unsentOf(server.person ?? 0)).toMatchObject([{ entry: { questionId: 5, rating: 3, verdict: 'right', tries: 1, ms: 800 } }]);
  expect(practiceWaits(server.person ?? 0)).toBe(true);
  await syncPractice();
  expect(log).toEqual([]);
  server.answer = taken;
  await syncPractice();
  expect(log).toHaveLength(1);
  expect(await unsentOf(server.person ?? 0)).toEqual([]);
  expect(practiceWaits(server.person ?? 0)).toBe(false);
  // The time of the server is the one of the log.
  expect(await logOnDevice(server.person ?? 0)).toEqual(log);
});

test('§7 two tries of a sitting are one row, and one that was sent stays as it is', async () => {
  const sitting = new PracticeSitting();
  await sitting.note(target, 'wrong', 1, 1_000);
  await syncPractice();
  expect(log, 'the second try is waited for').toEqual([]);
  expect(await inBook()).toBe(true);
  await sitting.note(target, 'right', 2, 3_000);
  await syncPractice();
  expect(log).toMatchObject([{ verdict: 'right', tries: 2, rating: 2 }]);

  await sitting.note(target, 'wrong', 1, 1_000);
  await sitting.leave();
  await syncPractice();
  expect(log).toMatchObject([{}, { verdict: 'wrong', tries: 1, rating: 1 }]);
  await sitting.note(target, 'right', 1, 1_000);
  await syncPractice();
  expect(log).toHaveLength(3);
});

test('§12 a right answer at review waits for 「太简单」, and is sent as it is when the question is left', async () => {
  const sitting = new PracticeSitting('review');
  await sitting.note(target, 'right', 1, 900);
  await syncPractice();
  expect(log).toEqual([]);
  await sitting.tooEasy(target);
  await syncPractice();
  expect(log).toMatchObject([{ kind: 'review', rating: 4, verdict: 'right', tries: 1 }]);

  await sitting.note({ ...target, questionId: 8 }, 'right', 1, 900);
  await sitting.note({ ...target, questionId: 9 }, 'right', 1, 900);
  await sitting.leave({ ...target, questionId: 8 });
  await syncPractice();
  expect(log).toMatchObject([{}, { questionId: 8, rating: 3 }]);
  await sitting.tooEasy({ ...target, questionId: 8 });
  await sitting.leave();
  await syncPractice();
  expect(log).toMatchObject([{}, { questionId: 8, rating: 3 }, { questionId: 9, rating: 3 }]);

  // A second try is not too easy, and waits for nothing.
  await sitting.note(target, 'wrong', 1, 900);
  await sitting.note(target, 'right', 2, 900);
  await sitting.tooEasy(target);
  await syncPractice();
  expect(log.at(-1)).toMatchObject({ kind: 'review', rating: 2 });
});

test('rows of other devices arrive by the cursor, once', async () => {
  log = [{ ...target, id: 'a', at: 1, rating: 1, verdict: 'wrong', tries: 2, ms: 1, deviceId: 'tablet', kind: 'practice' }];
  await syncPractice();
  expect(await inBook()).toBe(true);
  await setInWrongBook(target, 'remove');
  expect(await inBook()).toBe(false);
  await syncPractice();
  expect(server.bodies.at(-1)?.cursor).toBeGreaterThan(0);
  expect(log).toMatchObject([{ id: 'a' }, { kind: 'remove', verdict: '', rating: 0 }]);
});

test('a row that the server can never read stops no other', async () => {
  server.answer = offline;
  const sitting = new PracticeSitting();
  for (const questionId of [5, 6, 7]) await sitting.note({ ...target, questionId }, 'right', 1, 1);
  server.answer = (body) => {
    if (body.rows.some(({ questionId }) => questionId === 6)) throw new CallError(CODE.invalid, '编号不正确');
    return taken(body);
  };
  await syncPractice();
  await vi.waitFor(async () => expect(await unsentOf(server.person ?? 0)).toEqual([]));
  expect(log.map(({ questionId }) => questionId).toSorted()).toEqual([5, 7]);
});

test('a visitor practises without a trace', async () => {
  const before = server.person;
  server.person = null;
  await new PracticeSitting().note(target, 'wrong', 1, 1);
  await setInWrongBook(target, 'add');
  await syncPractice();
  expect(server.bodies).toEqual([]);
  server.person = before;
});

test('#44.12 the sign-out keeps what was not sent and removes the rest', async () => {
  const userId = server.person ?? 0;
  await new PracticeSitting().note(target, 'right', 1, 1);
  await syncPractice();
  server.answer = offline;
  await new PracticeSitting().note({ ...target, questionId: 9 }, 'wrong', 2, 1);
  const sealed = await unsentRows(userId);
  expect(sealed).toMatchObject([{ database: 'shuzhou-practice', value: { entry: { questionId: 9 } } }]);
  await clearRowsOf(userId);
  expect(await logOnDevice(userId)).toEqual([]);
  await putRows(sealed);
  server.answer = taken;
  await syncPractice();
  // The cursor was removed too: the whole log comes back.
  expect((await logOnDevice(userId)).map(({ questionId }) => questionId).toSorted()).toEqual([5, 9]);
});
