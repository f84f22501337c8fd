import { SYNC_MOST, type Change } from '../../contract/annotation/sync.ts';
import { sendingLine } from '../reading-progress/sending-line.ts';
import type { AnnotationBook } from './annotation-book.ts';
import type { Kept } from './kept.ts';

export interface SyncAnswer {
  readonly changes: readonly Change[];
  readonly cursor: number;
  readonly more: boolean;
  readonly refused: readonly { readonly clientId: string; readonly why: string }[];
}
/** `later` may go better another time; `invalid` never will, with the words why. */
export type SyncOutcome = SyncAnswer | 'later' | { readonly invalid: string };

interface SenderOptions {
  /** Whose token the next call would carry; null while nobody is sure. */
  readonly person: () => number | null;
  readonly bookOf: (userId: number) => AnnotationBook;
  readonly send: (cursor: number, objects: readonly Kept[]) => Promise<SyncOutcome>;
  /** Runs alone among the tabs of this device. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly settled: (userId: number, clientIds: readonly string[]) => void;
}

/** Brings device and server together: what was written goes in order, what changed elsewhere comes, again after a growing pause. */
export function annotationSender({ person, bookOf, send, alone, settled }: SenderOptions) {
  /** One call; `done` where there is nothing more to do now. */
  async function exchange(userId: number, book: AnnotationBook, most: number): Promise<'more' | 'done' | 'single' | 'later'> {
    const batch = (await book.unsent()).slice(0, most);
    const cursor = await book.cursor();
    if (person() !== userId) return 'done';
    const outcome = await send(cursor, batch);
    if (outcome === 'later') return 'later';
    if ('invalid' in outcome) {
      if (batch.length === 0) return 'later';
      if (batch.length > 1) return 'single';
      const refused = batch.map(({ clientId }) => ({ clientId, why: outcome.invalid }));
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
    for (;;) {
      const state = await exchange(userId, book, single > 0 ? 1 : SYNC_MOST);
      if (state === 'later') return 'later';
      went();
      if (state === 'single') single = SYNC_MOST;
      else if (single > 0) single -= 1;
      if (state === 'done') return 'done';
    }
  }

  return sendingLine({ round, alone });
}
