// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AttemptPaper, SyncResult } from '../../contract/teaching/attempt.ts';
import { CODE } from '../../contract/error.ts';
import { AttemptSession } from './attempt-session.ts';
import { attemptsOf } from './attempt-store.ts';
import { sendAttempts } from './attempt-sender.ts';
import { unsentEvents } from './attempt-record.ts';

const calls = vi.hoisted(() => ({
  bodies: [] as { attempts: { attemptKey: string; events: { seq: number }[] }[] }[],
  answer: null as null | ((body: unknown) => unknown),
}));
vi.mock('../api/call.ts', async (original) => {
  const real = await original<typeof import('../api/call.ts')>();
  return {
    ...real,
    call: (_endpoint: unknown, { body }: { body: (typeof calls.bodies)[number] }) => {
      calls.bodies.push(body);
      return Promise.resolve().then(() => calls.answer?.(body));
    },
  };
});
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => 7, session: { now: { state: 'anonymous' } }, onPersonChange: () => undefined }));

const { CallError } = await import('../api/call.ts');
let made = 0;
const paper = (): AttemptPaper => ({
  attemptKey: `key-0000-0000-000${(made += 1)}`,
  assignmentId: 1,
  classId: 1,
  title: '作业',
  intro: '',
  mode: 'homework',
  no: 1,
  seed: 's',
  shuffleOptions: false,
  limitMs: 0,
  begunAt: 0,
  notBefore: 0,
  dueAt: 0,
  notAfter: 0,
  status: 'doing',
  items: [],
  events: [],
  serverNow: 0,
});

/** The server takes everything. */
const taken = (body: unknown): SyncResult[] =>
  (body as (typeof calls.bodies)[number]).attempts.map(({ attemptKey, events }) => ({
    attemptKey,
    acknowledged: Math.max(0, ...events.map(({ seq }) => seq)),
    others: [],
    status: 'doing',
    flags: [],
    words: '',
    rejected: '',
  }));

beforeEach(() => {
  calls.bodies.length = 0;
  calls.answer = () => {
    throw new CallError(0, '没有网络');
  };
});
afterEach(() => vi.restoreAllMocks());

const stored = async (key: string) => (await attemptsOf(7)).find((one) => one.paper.attemptKey === key);

it('writes every answer down on the device before it says so, and the server says so after its answer', async () => {
  const one = paper();
  const session = await AttemptSession.open(7, one);
  session.answer('q1', 'a');
  expect(session.view.status).toBe('unsaved');
  await session.flush();
  expect(session.view.status).toBe('device');
  expect((await stored(one.attemptKey))?.events.map(({ kind, answer }) => [kind, answer])).toEqual([
    ['resume', undefined],
    ['answer', 'a'],
  ]);
  calls.answer = taken;
  await sendAttempts();
  expect(session.view.status).toBe('server');
  session.close();
});

it('goes on after a reload with the same count and the merged answers', async () => {
  const one = paper();
  const first = await AttemptSession.open(7, one);
  first.answer('q1', 'a');
  await first.flush();
  first.close();
  const second = await AttemptSession.open(7, one);
  expect(second.answerOf('q1')).toBe('a');
  await second.submit();
  expect((await stored(one.attemptKey))?.events.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'resume'],
    [2, 'answer'],
    [3, 'resume'],
    [4, 'submit'],
  ]);
  second.close();
});

it('sends again what the server has not acknowledged', async () => {
  const one = paper();
  const session = await AttemptSession.open(7, one);
  session.answer('q1', 'a');
  await session.flush();
  calls.answer = (body) => taken(body).map((each) => ({ ...each, acknowledged: 1 }));
  await sendAttempts();
  calls.bodies.length = 0;
  calls.answer = taken;
  await sendAttempts();
  expect(
    calls.bodies
      .flatMap(({ attempts }) => attempts.filter(({ attemptKey }) => attemptKey === one.attemptKey))
      .flatMap(({ events }) => events.map(({ seq }) => seq)),
  ).toEqual([2]);
  session.close();
});

it('sets an attempt aside that the server can never read, and sends the others', async () => {
  const [bad, good] = [paper(), paper()];
  for (const one of [bad, good]) (await AttemptSession.open(7, one)).close();
  calls.answer = (body) => {
    if ((body as (typeof calls.bodies)[number]).attempts.some(({ attemptKey }) => attemptKey === bad.attemptKey))
      throw new CallError(CODE.invalid, '答案不能超过5000个字');
    return taken(body);
  };
  await sendAttempts();
  expect(await stored(bad.attemptKey)).toMatchObject({ rejected: '答案不能超过5000个字' });
  const left = await stored(bad.attemptKey);
  expect(left && unsentEvents(left)).toHaveLength(1);
  const sent = await stored(good.attemptKey);
  expect(sent && unsentEvents(sent)).toEqual([]);
});

it('§9 a device without room keeps the answers in the page and sends them; nothing typed is lost, also when the server is away', async () => {
  const one = paper();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const session = await AttemptSession.open(7, one);
  session.answer('q1', 'a');
  await session.flush();
  await session.submit();
  expect(session.view).toMatchObject({ full: true, status: 'unsaved' });
  expect(session.answerOf('q1')).toBe('a');
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  calls.answer = taken;
  await sendAttempts();
  const own = calls.bodies.flatMap(({ attempts }) => attempts.filter(({ attemptKey }) => attemptKey === one.attemptKey));
  expect(new Set(own.flatMap(({ events }) => events.map(({ seq }) => seq)))).toEqual(new Set([1, 2, 3]));
  expect(session.view.status).toBe('server');
  // Room again: the next change is stored with everything before it.
  full.mockRestore();
  session.flag('q1', true);
  await session.flush();
  expect(session.view.full).toBe(false);
  session.close();
  expect((await stored(one.attemptKey))?.events).toHaveLength(4);
});
