import type { Tx } from '../db/database.ts';
import { targetKind } from './comment-target.service.ts';

interface Counted {
  readonly targetType: string;
  readonly targetId: number;
  readonly rootId: number | null;
}

/** Changes the stored numbers after a comment became visible (+1) or stopped being so (-1): replies of its thread, comments of its target. */
export async function changeCount(tx: Tx, { targetType, targetId, rootId }: Counted, change: 1 | -1): Promise<void> {
  if (rootId !== null)
    await tx
      .updateTable('comment')
      .set((eb) => ({ replyNum: eb('replyNum', '+', change) }))
      .where('id', '=', rootId)
      .execute();
  await targetKind(targetType)?.count?.(tx, targetId, change);
}
