import 'fake-indexeddb/auto';
import { createStore, type UseStore } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import type { Change } from '../../contract/annotation/sync.ts';
import { onStorageFull, reportIfFull } from '../storage/storage-full.ts';
import { positionRepository, type SavedPosition } from '../reading-progress/position-repository.ts';
import { positionSync } from '../reading-progress/position-sync.ts';
import { bookIn } from './annotation-repository.ts';
import { annotationSync } from './annotation-sync.ts';
import type { AnnotationRecord, StoredMark } from './annotation-record.ts';

const USER = 1;
const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
});

/** A database that cannot store anything while `full` is true. */
function fillable(name: string): { store: UseStore; device: { full: boolean } } {
  const inner = createStore(name, 'rows');
  const device = { full: true };
  const store: UseStore = async (mode, work) => {
    if (device.full && mode === 'readwrite') throw new DOMException('no room', 'QuotaExceededError');
    return inner(mode, work);
  };
  return { store, device };
}
const note = (clientId: string, clock: number, change: Partial<StoredMark> = {}): AnnotationRecord =>
  ({ kind: 'mark', clientId, clock, seq: 0, deleted: false, note: '记', twins: [], sent: false, refused: '', ...change }) as StoredMark;
const alone = (work: () => Promise<void>): Promise<void> => work();

it('reads a note for which the device has no space, sends it once, and stores it when there is space', async () => {
  const { store, device } = fillable('full-notes');
  const book = bookIn(USER, store);
  const heard: AnnotationRecord[] = [];
  let seq = 0;
  const sender = annotationSync({
    person: () => USER,
    bookOf: () => book,
    alone,
    settled: () => undefined,
    async send(cursor, objects) {
      heard.push(...objects);
      seq += objects.length;
      return { changes: objects.map((one, index) => ({ ...one, seq: cursor + index + 1 }) as Change), cursor: seq, more: false, refused: [] };
    },
  });
  await expect(book.put([note('one', 1)])).rejects.toThrow('no room');
  await expect(book.put([note('one', 2, { note: '改' })])).rejects.toThrow('no room');
  expect(await book.all()).toMatchObject([{ note: '改', sent: false }]);
  await sender.sendNow();
  await sender.sendNow();
  expect(heard).toMatchObject([{ clientId: 'one', note: '改' }]);
  expect(await book.some(['one'])).toMatchObject([{ note: '改', sent: true }]);
  // A killed tab would still have it.
  expect(stored.get('shuzhou.notes.ahead')).toContain('改');
  device.full = false;
  await book.put([note('two', 3)]);
  expect(await bookIn(USER, store).all()).toMatchObject([
    { clientId: 'one', sent: true },
    { clientId: 'two', sent: false },
  ]);
  expect(stored.get('shuzhou.notes.ahead') ?? null).toBeNull();
});

it('sends a position for which the device has no space once, and opens the book at it', async () => {
  const { store, device } = fillable('full-places');
  const book = positionRepository(store);
  const sent: number[] = [];
  const sender = positionSync({
    book,
    person: () => USER,
    alone,
    async send({ clock }) {
      sent.push(clock);
      return { clock };
    },
  });
  const place: SavedPosition = {
    userId: USER,
    publishId: 7,
    editionId: 2,
    cfi: 'epubcfi(/6/4)',
    percent: 5,
    documentIndex: 1,
    chapterTitle: '',
    clock: 100,
    sent: false,
  };
  await expect(book.put(place)).rejects.toThrow('no room');
  expect(await book.get(USER, 7)).toMatchObject({ percent: 5 });
  await sender.sendNow();
  await sender.sendNow();
  expect(sent).toEqual([100]);
  device.full = false;
  await book.put({ ...place, clock: 200, percent: 6 });
  expect(await positionRepository(store).get(USER, 7)).toMatchObject({ percent: 6 });
});

it('reports a full device once, and does not report other errors as a full device', () => {
  const say = vi.fn();
  onStorageFull(say);
  reportIfFull(new DOMException('left', 'AbortError'));
  expect(say).not.toHaveBeenCalled();
  for (let again = 0; again < 3; again++) reportIfFull(new DOMException('no room', 'QuotaExceededError'));
  expect(say).toHaveBeenCalledOnce();
  const late = vi.fn();
  onStorageFull(late);
  expect(late).toHaveBeenCalledOnce();
});
