import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { LetterTable } from '../../db/tables/manuscript-tables.ts';

export type LetterRow = Selectable<LetterTable>;

/** Letters of rows that have not been delivered, the newest first. */
export async function pendingLetters(db: Database | Tx, entity: string, ids: readonly number[]): Promise<LetterRow[]> {
  if (ids.length === 0) return [];
  const waiting = await db
    .selectFrom('letter')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('sendAt', '>', Date.now())
    .where('entity', '=', entity)
    .orderBy('id', 'desc')
    .execute();
  const wanted = new Set(ids);
  return waiting.filter(({ entityId }) => wanted.has(entityId));
}

/** Lines of the transition log that belong to letters which are not delivered or were withdrawn. */
export async function hiddenLogLines(db: Database | Tx, entity: string, id: number): Promise<Set<number>> {
  const letters = await db
    .selectFrom('letter')
    .select('logIds')
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where((eb) => eb.or([eb('status', '=', 'withdrawn'), eb.and([eb('status', '=', 'waiting'), eb('sendAt', '>', Date.now())])]))
    .execute();
  return new Set(letters.flatMap(({ logIds }) => JSON.parse(logIds) as number[]));
}

/** The newest line of the transition log of a row; null without any. */
export async function lastLogLine(db: Database | Tx, entity: string, id: number): Promise<number | null> {
  const found = await db
    .selectFrom('flowLog')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('entityType', '=', entity)
    .where('entityId', '=', id)
    .executeTakeFirst();
  return found?.id ?? null;
}

export const makeDue = (tx: Tx, letterId: number, now: number) => tx.updateTable('letter').set({ sendAt: now }).where('id', '=', letterId).execute();

export const setLogLines = (tx: Tx, letterId: number, logIds: readonly number[]) =>
  tx
    .updateTable('letter')
    .set({ logIds: JSON.stringify(logIds) })
    .where('id', '=', letterId)
    .execute();
