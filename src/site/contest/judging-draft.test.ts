// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';

const device = vi.hoisted(() => ({ full: false }));
vi.mock('idb-keyval', async (original) => {
  const all = await original<typeof import('idb-keyval')>();
  return { ...all, set: (...args: Parameters<typeof all.set>) => (device.full ? Promise.reject(new Error('no room')) : all.set(...args)) };
});
const sent = vi.hoisted(() => ({ bodies: [] as unknown[], offline: false }));
vi.mock('../../api/call.ts', async (original) => ({
  ...(await original<typeof import('../../api/call.ts')>()),
  call: (_endpoint: unknown, { body }: { body: unknown }) => {
    if (sent.offline) return Promise.reject(new Error('offline'));
    sent.bodies.push(body);
    return Promise.resolve({});
  },
}));
vi.mock('./judge-queries.ts', () => ({ refreshTasks: () => Promise.resolve() }));
const { saveTaskDraft, readTaskDraft, scoreKey } = await import('./judging-package.ts');
const { taskSaving } = await import('./task-saving.ts');

const place = { contestId: 1, roundType: 2, submitId: 3, calibration: '0' } as const;
const draft = { result: '', scores: { idea: 80 }, comment: '好' } as const;

test('#47.5 a draft of a judge is called stored only when the device has it', async () => {
  expect(await saveTaskDraft(7, place, draft)).toBe(true);
  expect(await readTaskDraft(7, place)).toEqual(draft);
  device.full = true;
  expect(await saveTaskDraft(7, place, { ...draft, comment: '更好' })).toBe(false);
  expect(await readTaskDraft(7, place)).toEqual(draft);
});

test('#47.5 each submission of a score has a key of its own, which the contract accepts', () => {
  const keys = [scoreKey(place), scoreKey(place)];
  expect(new Set(keys).size).toBe(2);
  expect(keys.map((key) => key.length <= 80)).toEqual([true, true]);
});

test('#47.5 judging saves with the saver of the texts: on the device at each change, then on the server, which ends the draft of the device', async () => {
  device.full = false;
  const other = { ...place, submitId: 4 };
  const messages: string[] = [];
  const saving = taskSaving(7, other, draft, (message) => messages.push(message));
  expect(await saving.save()).toBe(false);
  saving.change({ ...draft, comment: '写得很清楚' });
  await vi.waitFor(() => expect(saving.status).toBe('device'));
  expect(await readTaskDraft(7, other)).toMatchObject({ comment: '写得很清楚' });
  expect(await saving.save()).toBe(true);
  expect(saving.status).toBe('server');
  expect(sent.bodies).toEqual([expect.objectContaining({ submitId: 4, comment: '写得很清楚' })]);
  expect(await readTaskDraft(7, other)).toBeUndefined();
  expect(messages.at(-1)).toBe('');
});

test('#47.5 a judge reads that the device is full, and what was typed stays on the device when the server cannot be reached', async () => {
  const other = { ...place, submitId: 5 };
  const messages: string[] = [];
  const saving = taskSaving(7, other, draft, (message) => messages.push(message));
  device.full = true;
  saving.change({ ...draft, comment: '第一稿' });
  await vi.waitFor(() => expect(messages).toEqual(['这台设备存不下草稿，离开前请提交']));
  expect(saving.status).toBe('unsaved');
  device.full = false;
  saving.change({ ...draft, comment: '第二稿' });
  await vi.waitFor(() => expect(saving.status).toBe('device'));
  sent.offline = true;
  await expect(saving.save()).rejects.toThrow('offline');
  sent.offline = false;
  expect(await readTaskDraft(7, other)).toMatchObject({ comment: '第二稿' });
});
