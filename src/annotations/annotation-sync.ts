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
/** `later`: retry later; `failed`: one object may be the cause; `invalid`: never accepted, with the reason. */
export type SyncOutcome = SyncAnswer | 'later' | 'failed' | { readonly invalid: string };
/** After this many single objects fail in a row, the objects are not the cause. */
const FAILED_MOST = 3;

interface SenderOptions {
  /** The user whose token the next call carries; null while this is unknown. */
  readonly person: () => number | null;
  readonly bookOf: (userId: number) => AnnotationRepository;
  readonly send: (cursor: number, objects: readonly AnnotationRecord[]) => Promise<SyncOutcome>;
  /** Runs exclusively among all tabs of this device. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly settled: (userId: number, clientIds: readonly string[]) => void;
}

/** Synchronises device and server: sends local writes in order, receives changes from elsewhere, and retries with a growing delay. */
export function annotationSync({ person, bookOf, send, alone, settled }: SenderOptions) {
  /** Sends one call without the skipped objects; returns `done` when nothing is left to do now. */
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
    // One object that the server cannot read must not block the others: they are sent one by one for a while.
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
