import type { Tx } from '../db/database.ts';

/** Records what a moderator's decision means for the open reports of a comment; refused reports lower the weight of their reporters. */
export async function settleReports(tx: Tx, commentId: number, result: 'accepted' | 'refused'): Promise<void> {
  await tx.updateTable('commentReport').set({ result }).where('commentId', '=', commentId).where('result', '=', 'open').execute();
}
