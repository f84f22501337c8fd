import type { Tx } from '../db/database.ts';

export const erratumById = (tx: Tx, id: number) =>
  tx
    .selectFrom('erratum')
    .innerJoin('publication', 'publication.id', 'erratum.publicationId')
    .selectAll('erratum')
    .select('publication.title')
    .where('erratum.id', '=', id)
    .where('erratum.delFlag', '=', '0')
    .where('erratum.deleted', '=', '0')
    .executeTakeFirst();

interface Answer {
  readonly status: string;
  readonly reply: string;
  readonly replyBy: string;
  readonly seq: number;
}

/** Returns true when the erratum was still pending. */
export async function answerPending(tx: Tx, id: number, updateBy: string, answer: Answer): Promise<boolean> {
  const now = Date.now();
  const row = await tx
    .updateTable('erratum')
    .set((eb) => ({ ...answer, replyTime: now, updateBy, updateTime: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
