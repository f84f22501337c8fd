import type { z } from 'zod';
import type { answerInvitation, Invitation } from '../../../contract/periodical/journal-review.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { hashOfSecret } from '../../mail/link-secret.ts';
import { reviewByToken, userOfMail } from './review.queries.ts';
import { transitionReview } from './review-step.service.ts';
import { isAuthorOf } from '../author-of.queries.ts';
import { isReviewer, takesInvitation } from './journal-review.policy.ts';

/** A token has 192 random bits; the limit only keeps a broken client from asking without end. */
const OPENINGS: RateLimit = { name: 'review-invitation', points: 60, windowMs: 60_000, message: '打开得太频繁了，请一分钟后再试' };

const gone = () => missing('邀请链接已经失效：可能已经答复过，或编辑部取消了邀请');

type TokenRow = NonNullable<Awaited<ReturnType<typeof reviewByToken>>>;

async function rowOf(db: Database | Tx, token: string): Promise<TokenRow> {
  const row = await reviewByToken(db, hashOfSecret(token));
  if (!row) throw gone();
  return row;
}

const wire = (row: TokenRow): Invitation => ({
  journalName: row.journalName,
  title: row.title,
  abstract: row.abstract,
  keywords: JSON.parse(row.keywords) as string[],
  reviewMode: row.reviewMode,
  inviteName: row.reviewerName ?? row.inviteName,
  answerBy: wireTime(row.answerBy),
  days: row.days,
  status:
    row.status === 'invited'
      ? 'open'
      : row.status === 'accepted' || row.status === 'overdue'
        ? 'accepted'
        : row.status === 'declined'
          ? 'declined'
          : 'ended',
  bound: row.reviewerId !== null,
});

export async function invitationFor(context: AppContext, token: string, address: string): Promise<Invitation> {
  await rateLimit(context, OPENINGS, address);
  return wire(await rowOf(context.db, token));
}

/** The person with the link answers without signing in. The link ends with the answer, apart from an acceptance that has no account yet. */
export async function answer(context: AppContext, { token, ...body }: z.output<typeof answerInvitation.body>, address: string): Promise<Invitation> {
  await rateLimit(context, OPENINGS, address);
  return context.db.transaction().execute(async (tx) => {
    const row = await rowOf(tx, token);
    if (row.status !== 'invited') throw gone();
    if (body.answer === 'decline' && !body.declineReason) throw failed('请选择谢绝的原因');
    const holder = { userId: row.reviewerId, userName: row.inviteEmail, nickName: row.inviteName } as CurrentUser;
    const step = { ...body, reason: body.reason || body.declineReason || '', checked: true };
    // Somebody without an account has no id; the step then belongs to the program, and the log names the mail address.
    const after = await transitionReview(tx, row.reviewerId === null ? null : holder, row, body.answer, context.settings, step);
    return { ...wire({ ...row, status: after.status }), bound: after.reviewerId !== null };
  });
}

/** Gives an accepted invitation that came by mail to the account of the caller. */
export async function claim(context: AppContext, currentUser: CurrentUser, token: string): Promise<{ reviewId: number }> {
  return context.db.transaction().execute(async (tx) => {
    const row = await rowOf(tx, token);
    if (isReviewer(row, currentUser)) return { reviewId: row.id };
    if (row.reviewerId !== null || (row.status !== 'accepted' && row.status !== 'overdue')) throw gone();
    const invited = await userOfMail(tx, row.inviteEmail);
    if (!takesInvitation(invited, currentUser)) throw failed('邀请发给了另一个账号的邮箱，请用那个账号登录后审稿');
    if (await isAuthorOf(tx, currentUser.userId, row.submissionId)) throw failed('您是这篇稿件的作者，不能审稿；请联系编辑部');
    await tx
      .updateTable('journalReview')
      .set({ reviewerId: currentUser.userId, tokenHash: '', updateTime: Date.now(), version: row.version + 1 })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .execute();
    return { reviewId: row.id };
  });
}
