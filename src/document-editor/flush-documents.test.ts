// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { flushDocuments, onFlush } from './flush-documents.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});
const locked = (...names: string[]) => vi.stubGlobal('navigator', { locks: { query: async () => ({ held: names.map((name) => ({ name })) }) } });

test('asks nobody while no document is open', async () => {
  locked('outbox');
  const store = vi.fn(async () => true);
  stops.push(onFlush(store));
  await flushDocuments();
  expect(store).not.toHaveBeenCalled();
});

test('waits until every open document is stored', async () => {
  locked('docx:1', 'docx:2');
  const done: number[] = [];
  for (const number of [1, 2])
    stops.push(
      onFlush(async () => {
        // The first one needs more turns of the event loop than the second.
        for (let turn = number; turn < 3; turn += 1) await Promise.resolve();
        done.push(number);
        return true;
      }),
    );
  await flushDocuments();
  expect(done.toSorted()).toEqual([1, 2]);
});

test('says when a document could not be stored', async () => {
  locked('docx:1', 'docx:2');
  stops.push(
    onFlush(async () => true),
    onFlush(async () => false),
  );
  await expect(flushDocuments()).rejects.toThrow('您打开的文稿还没有存到服务器');
});
