import { SYNC_MOST, type Change } from '../../contract/annotation/sync.ts';
import { createOutbox } from '../sync/outbox.ts';
import type { AnnotationRepository } from './annotation-repository.ts';
import type { AnnotationRecord } from './annotation-record.ts';

export interface SyncAnswer {
  readonly changes: readonly Change[];
  readonly cursor: number;
  readonly more: boolean;
  readonly refused: readonly { readonly clientId: string; readonly why: string }[];
}
/** `later` may go better another time; `failed` may be the fault of one object; `invalid` never will be taken, with the words why. */
export type SyncOutcome = SyncAnswer | 'later' | 'failed' | { readonly invalid: string };
/** So many objects in a row that fail alone are not to blame. */
const FAILED_MOST = 3;

interface SenderOptions {
  /** Whose token the next call would carry; null while nobody is sure. */
  readonly person: () => number | null;
  readonly bookOf: (userId: number) => AnnotationRepository;
  readonly send: (cursor: number, objects: readonly AnnotationRecord[]) => Promise<SyncOutcome>;
  /** Runs alone among the tabs of this device. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly settled: (userId: number, clientIds: readonly string[]) => void;
}

/** Brings device and server together: what was written goes in order, what changed elsewhere comes, again after a growing pause. */
export function annotationSync({ person, bookOf, send, alone, settled }: SenderOptions) {
  /** One call with what is not passed over; `done` where there is nothing more to do now. */
  async function exchange(
    userId: number,
    book: AnnotationRepository,
    { most, passed }: { most: number; passed: Set<string> },
  ): Promise<'more' | 'done' | 'single' | 'later' | 'failed'> {
    const batch = (await book.unsent()).filter((one) => !passed.has(one.clientId)).slice(0, most);
    const cursor = await book.cursor();
    if (person() !== userId) return 'done';
    const outcome = await send(cursor, batch);
    if (outcome === 'later') return 'later';
    if (outcome === 'failed' || 'invalid' in outcome) {
      const [only] = batch;
      if (!only) return 'later';
      if (batch.length > 1) return 'single';
      if (outcome === 'failed') {
        passed.add(only.clientId);
        return 'failed';
      }
      const refused = [{ clientId: only.clientId, why: outcome.invalid }];
      settled(userId, await book.settle({ changes: [], cursor, sent: batch, refused }));
      return 'more';
    }
    const touched = await book.settle({ changes: outcome.changes, cursor: outcome.cursor, sent: batch, refused: outcome.refused });
    if (touched.length > 0) settled(userId, touched);
    return outcome.more || batch.length === most ? 'more' : 'done';
  }

  async function round(went: () => void): Promise<'done' | 'later'> {
    const userId = person();
    if (userId === null) return 'done';
    const book = bookOf(userId);
    // One object the server cannot read must not hold up the others: they go one by one for a while.
    let single = 0;
    let failed = 0;
    const passed = new Set<string>();
    for (;;) {
      const state = await exchange(userId, book, { most: single > 0 ? 1 : SYNC_MOST, passed });
      failed = state === 'failed' ? failed + 1 : 0;
      if (state === 'later' || failed === FAILED_MOST) return 'later';
      if (state !== 'failed') went();
      if (state === 'single') single = SYNC_MOST;
      else if (single > 0) single -= 1;
      if (state === 'done') return passed.size > 0 ? 'later' : 'done';
    }
  }

  return createOutbox({ round, alone });
}
