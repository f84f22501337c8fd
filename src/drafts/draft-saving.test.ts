// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AUTOSAVE_MS } from './autosave.ts';
import { DraftSaving, type SaveStatus } from './draft-saving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A document of one text, and what the device and the server have of it. */
function saving({ recovered = false, room = true, sendAfterMs }: { recovered?: boolean; room?: boolean; sendAfterMs?: number } = {}) {
  const state = {
    text: '旧',
    device: null as { text: string; base: number } | null,
    server: [] as { text: string; base: number }[],
    said: [] as SaveStatus[],
    sendFails: null as Error | null,
    failures: [] as unknown[],
    writing: null as Promise<void> | null,
    whileSending: () => undefined as void,
  };
  const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
  const one = new DraftSaving<ArrayBuffer>(
    {
      read: async () => new TextEncoder().encode(state.text).buffer as ArrayBuffer,
      keep: async (bytes, base) => {
        await state.writing;
        if (!room) throw new Error('no room');
        state.device = { text: textOf(bytes), base };
      },
      drop: async () => void (state.device = null),
      send: async (bytes, base) => {
        state.whileSending();
        if (state.sendFails) throw state.sendFails;
        state.server.push({ text: textOf(bytes), base });
        return base + 1;
      },
      onStatus: (status) => void state.said.push(status),
      onFailure: (error) => void state.failures.push(error),
      ...(sendAfterMs === undefined ? {} : { sendAfterMs }),
    },
    3,
    recovered,
  );
  const type = (text: string): void => {
    state.text = text;
    one.changed();
  };
  return { state, one, type };
}

test('keeps the document on the device 340 ms after the last change', async () => {
  const { state, one, type } = saving();
  expect(one.status).toBe('server');
  type('一');
  expect(one.status).toBe('unsaved');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
  type('一二');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
  expect(state.device).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(state.device).toEqual({ text: '一二', base: 3 });
  expect([one.status, state.said.at(-1)]).toEqual(['device', 'device']);
  expect(state.server).toEqual([]);
});

test('a save stores a version over the opened one, and then needs no draft', async () => {
  const { state, one, type } = saving();
  type('一');
  await one.save();
  expect(state.server).toEqual([{ text: '一', base: 3 }]);
  expect([one.base, one.status, state.device]).toEqual([4, 'server', null]);
  expect(await one.save()).toBe(false);
  type('二');
  await one.save();
  expect(state.server.at(-1)).toEqual({ text: '二', base: 4 });
});

test('what is typed during a save is not lost and not called stored', async () => {
  const { state, one, type } = saving();
  type('一');
  state.whileSending = () => type('一二');
  await one.save();
  expect(state.server).toEqual([{ text: '一', base: 3 }]);
  expect(one.status).toBe('device');
  expect(state.device).toEqual({ text: '一二', base: 4 });
});

test('when the server does not answer, the draft stays with the version it is based on', async () => {
  const { state, one, type } = saving();
  state.sendFails = new Error('offline');
  type('一');
  await expect(one.save()).rejects.toThrow('offline');
  expect([one.status, one.base]).toEqual(['device', 3]);
  expect(state.device).toEqual({ text: '一', base: 3 });
  state.sendFails = null;
  await one.save();
  expect(one.status).toBe('server');
});

test('a device without room says so, and the server still gets the document', async () => {
  const { state, one, type } = saving({ room: false });
  type('一');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
  expect(one.status).toBe('unsaved');
  await one.save();
  expect(state.server).toEqual([{ text: '一', base: 3 }]);
  expect(one.status).toBe('server');
});

test('a recovered draft counts as changed until the server has it', async () => {
  const { state, one } = saving({ recovered: true });
  expect(one.status).toBe('device');
  await one.save();
  expect(state.server).toHaveLength(1);
});

test('leaving reads the document at once and stores it in both places', async () => {
  const { state, one, type } = saving();
  type('一');
  const left = one.leave('离开时保存');
  state.text = 'the editor is gone';
  expect(await left).toBe(true);
  expect(state.server).toEqual([{ text: '一', base: 3 }]);
  expect(state.device).toBeNull();
});

test('leaving without a network keeps the draft', async () => {
  const { state, one, type } = saving();
  state.sendFails = new Error('offline');
  type('一');
  expect(await one.leave('离开时保存')).toBe(false);
  expect(state.device).toEqual({ text: '一', base: 3 });
});

test('after the end nothing is written any more', async () => {
  const { state, one, type } = saving();
  type('一');
  one.end();
  type('二');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS * 2);
  expect(state.device).toBeNull();
});

test('#47.5 the status says “on this device” only after the write has ended', async () => {
  const { state, one, type } = saving();
  let ended: () => void = () => undefined;
  state.writing = new Promise<void>((resolve) => (ended = resolve));
  type('一');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS * 10);
  expect(one.status).toBe('unsaved');
  ended();
  await vi.advanceTimersByTimeAsync(0);
  expect([one.status, state.said]).toEqual(['device', ['unsaved', 'device']]);
});

test('#47.5 sends after the pause; a failure is told and the work stays on the device', async () => {
  const { state, one, type } = saving({ sendAfterMs: 3_000 });
  type('一');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([one.status, state.server]).toEqual(['server', [{ text: '一', base: 3 }]]);
  state.sendFails = new Error('offline');
  type('二');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([one.status, state.failures, state.device]).toEqual(['device', [state.sendFails], { text: '二', base: 4 }]);
});

test('#47.5 a conflict is decided for this device or for the server', async () => {
  const { state, one, type } = saving();
  type('一');
  one.rebase(9);
  await one.save();
  expect(state.server).toEqual([{ text: '一', base: 9 }]);
  type('二');
  await one.keep();
  await one.replaced(12);
  expect([one.status, one.base, state.device]).toEqual(['server', 12, null]);
  expect(await one.save()).toBe(false);
});
