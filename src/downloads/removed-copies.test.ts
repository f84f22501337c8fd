// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookCard } from '../../contract/catalog/book.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { removePendingDownload, addPendingDownload } from './pending-downloads.ts';
import { reportRemoved } from './removed-copies.ts';

const notified = vi.hoisted(() => ({ works: [] as number[], online: true }));
vi.mock('../api/call.ts', async (original) => {
  const real = await original<typeof import('../api/call.ts')>();
  return {
    ...real,
    call: async (_endpoint: unknown, { body }: { body: { publishId: number } }) => {
      if (!notified.online) throw new real.CallError(real.OFFLINE, '网络已断开');
      notified.works.push(body.publishId);
    },
  };
});

beforeEach(() => {
  notified.works = [];
  notified.online = true;
  removePendingDownload(5, 'book/3');
  writeMemory('shuzhou.download-removed.5', null);
});

it('#33.28 reports a removed copy to the server, also one removed offline, once it can be reached', async () => {
  notified.online = false;
  await reportRemoved(5, 3);
  await reportRemoved(5, 4);
  expect([notified.works, readMemory('shuzhou.download-removed.5')]).toEqual([[], '[3,4]']);
  notified.online = true;
  await reportRemoved(5);
  expect([notified.works, readMemory('shuzhou.download-removed.5')]).toEqual([[3, 4], null]);
});

it('#33.28 does not report a copy as removed that was requested again', async () => {
  notified.online = false;
  await reportRemoved(5, 3);
  notified.online = true;
  addPendingDownload(5, 'book/3', { work: { publishId: 3 } as BookCard, asked: 'run' });
  await reportRemoved(5);
  expect([notified.works, readMemory('shuzhou.download-removed.5')]).toEqual([[], null]);
});
