import type { REPORT_REASONS } from '../../contract/comment/comment-limits.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { lastDecision, refusedReasons } from './moderation.queries.ts';
import { moderate } from './moderation.service.ts';
import { reportsComment } from './comment.policy.ts';

const TWICE = 21903;
/** Reporters that fold a comment. */
const FOLDS_AT = 5;
/** Least share of accepted reports among the judged reports of these reporters. */
const TRUSTED_SHARE = 0.3;

/**
 * Stores a report of a visible comment. The fifth reporter folds it, if the reporters were mostly right before. Reports of a kind that a
 * moderator has refused for this text do not fold it again.
 */
export async function report(
  tx: Tx,
  currentUser: CurrentUser,
  comment: { id: number; userId: number; status: string },
  reason: (typeof REPORT_REASONS)[number],
  detail: string,
): Promise<void> {
  if (!reportsComment(comment, currentUser)) throw failed('不能举报本人的评论，您可以删除它');
  const added = await tx
    .insertInto('commentReport')
    .values({ commentId: comment.id, userId: currentUser.userId, reason, detail, createTime: Date.now() })
    .onConflict((oc) => oc.columns(['commentId', 'userId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new AppError(TWICE, '您已举报过');
  await tx
    .updateTable('comment')
    .set((eb) => ({ reportNum: eb('reportNum', '+', 1) }))
    .where('id', '=', comment.id)
    .execute();
  if (comment.status !== 'visible') return;
  const cleared = (await lastDecision(tx, 'comment', comment.id))?.event === 'pass' ? await refusedReasons(tx, comment.id) : [];
  if (cleared.includes(reason)) return;
  const reporters = (
    await tx.selectFrom('commentReport').select(['userId', 'reason']).where('commentId', '=', comment.id).where('result', '=', 'open').execute()
  ).flatMap((one) => (cleared.includes(one.reason) ? [] : [one.userId]));
  if (reporters.length >= FOLDS_AT && (await acceptedShare(tx, reporters)) >= TRUSTED_SHARE) await moderate(tx, null, 'comment', comment.id, 'fold');
}

/** Share of accepted reports among the judged ones of some reporters; 1 without judged reports. */
async function acceptedShare(tx: Tx, userIds: readonly number[]): Promise<number> {
  const rows = await tx
    .selectFrom('commentReport')
    .select(['result', (eb) => eb.fn.countAll<number>().as('total')])
    .where('userId', 'in', userIds)
    .where('result', '!=', 'open')
    .groupBy('result')
    .execute();
  const of = (result: string): number => Number(rows.find((row) => row.result === result)?.total ?? 0);
  const judged = of('accepted') + of('refused');
  return judged === 0 ? 1 : of('accepted') / judged;
}
