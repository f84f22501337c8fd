// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { CODE } from '../../contract/error.ts';
import { clearRowsOf } from '../sign-out/personal-keys.ts';
import { marksOf, type WaitingMark } from './marks-store.ts';
import { marksWait } from './waiting-marks.ts';

const state = vi.hoisted(() => ({ sent: [] as object[], fault: null as Error | null }));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: (_endpoint: unknown, { body }: { body: object }) => {
    if (state.fault) return Promise.reject(state.fault);
    state.sent.push(body);
    return Promise.resolve({ score: 0, status: 'graded' });
  },
}));
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => 7, session: { now: { state: 'anonymous' } }, onPersonChange: () => undefined }));
const { CallError, OFFLINE } = await import('../api/call.ts');
const { saveMark, sendMarks } = await import('./marks-sender.ts');

const mark = (attemptId: number, more: Partial<WaitingMark> = {}): WaitingMark => ({
  assignmentId: 1,
  attemptId,
  itemId: 'q3',
  points: 350,
  rubric: {},
  feedback: '有见地',
  seen: null,
  rejected: '',
  ...more,
});

beforeEach(() => Object.assign(state, { sent: [], fault: null }));

it('T7 a mark without a network waits on the device, the last one of an answer only, and is sent once', async () => {
  state.fault = new CallError(OFFLINE, '没有网络');
  expect(await saveMark(7, mark(1))).toBe('device');
  expect(await saveMark(7, mark(1, { points: 400 }))).toBe('device');
  expect(await marksOf(7)).toEqual([mark(1, { points: 400 })]);
  expect(await marksOf(8)).toEqual([]);
  expect(marksWait(7)).toBe(true);
  state.fault = null;
  await sendMarks();
  await sendMarks();
  expect(state.sent).toEqual([{ attemptId: 1, itemId: 'q3', points: 400, rubric: {}, feedback: '有见地', seen: null }]);
  expect(await marksOf(7)).toEqual([]);
  expect(marksWait(7)).toBe(false);
});

it('T7 a mark that the server does not take stays with its reason and stops no other', async () => {
  state.fault = new CallError(OFFLINE, '没有网络');
  for (const attemptId of [2, 3]) await saveMark(7, mark(attemptId));
  state.fault = new CallError(CODE.conflict, '另一位老师已把这份改为3分，请看过后再保存');
  await sendMarks();
  expect((await marksOf(7)).map(({ rejected }) => rejected)).toEqual(Array(2).fill('另一位老师已把这份改为3分，请看过后再保存'));
  expect(marksWait(7)).toBe(false);
  state.fault = null;
  // Saved again after a look, it goes.
  expect(await saveMark(7, mark(2, { seen: 5 }))).toBe('server');
  expect((await marksOf(7)).map(({ attemptId }) => attemptId)).toEqual([3]);
});

it('T7 words about a wrong mark are said at once, and nothing waits', async () => {
  state.fault = new CallError(CODE.invalid, '分数不能超过本题的4.00分');
  await expect(saveMark(7, mark(4))).rejects.toThrow('分数不能超过');
  expect((await marksOf(7)).some(({ attemptId }) => attemptId === 4)).toBe(false);
});

it('§8 marks leave the readable store of the device with the sign-out', async () => {
  state.fault = new CallError(OFFLINE, '没有网络');
  await saveMark(7, mark(9));
  await clearRowsOf(7);
  expect(await marksOf(7)).toEqual([]);
});
