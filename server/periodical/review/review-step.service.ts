import { inGroup } from '../../../contract/state-machine.ts';
import { journalSubmissionMachine } from '../../../contract/periodical/journal-submission.machine.ts';
import { SCORES } from '../../../contract/periodical/journal-review.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { deadlineMoment } from '../../../contract/deadline.ts';
import { journalReviewMachine, type JournalReviewEvent, type JournalReviewState } from '../../../contract/periodical/journal-review.machine.ts';
import { INVITATION_PATH, PERIODICAL_PATH } from '../../../contract/periodical/periodical.site.ts';
import { REVIEWING, SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findIdentity, type Identity } from '../../document/identity-scan.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { hashOfSecret, newLinkSecret, secretLink, type LinkSite } from '../../mail/link-secret.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { mailText } from '../../mail/mail-template.ts';
import { transition, type EventRule } from '../../state-machine/transition.ts';
import { CODES } from '../periodical-codes.ts';
import { confirmedMailOf, inState, openReviews, reviewById, userWithUnit, type ReviewRow } from './review.queries.ts';
import { transitionSubmission, submissionIn, subjectOf } from '../submission-step.service.ts';

export const taskGone = (): AppError => missing('审稿任务不存在或已结束，请刷新后重试');
export const reviewPath = (reviewId: number): string => `/personalCenter/review?journal=${reviewId}`;

export interface ReviewStep {
  readonly reason?: string | null | undefined;
  readonly declineReason?: string | null | undefined;
  readonly suggestedName?: string | null | undefined;
  readonly suggestedEmail?: string | null | undefined;
  readonly days?: number | null | undefined;
  readonly checked?: boolean;
}

/** Names by which a reviewer could be recognised. */
export async function reviewerIdentity(tx: Database | Tx, row: Pick<ReviewRow, 'reviewerId' | 'inviteName' | 'inviteEmail'>): Promise<Identity> {
  const user = row.reviewerId === null ? undefined : await userWithUnit(tx, row.reviewerId);
  return {
    names: [user?.nickName ?? '', user?.realName ?? '', row.inviteName],
    units: [user?.collegeName ?? ''],
    emails: [user?.email ?? '', row.inviteEmail],
    funds: [],
  };
}

const invited: EventRule<JournalReviewState, JournalReviewEvent, ReviewRow> = {
  columns: ({ now }) => ({ invitedAt: now, answerBy: now + REVIEWING.answerDays * DAY_MS, remindedAt: null }),
};

/** `site`: null for a step that the round takes by itself; such a step sends no invitation and no message. */
const stepWith = (step: ReviewStep, site: LinkSite | null) =>
  transition<JournalReviewState, JournalReviewEvent, ReviewRow>(journalReviewMachine, {
    table: 'journalReview',
    stateOf: (row) => row.status,
    subject: (row) => `${subjectOf(row)}的审稿任务`,
    assigneeOf: (row) => row.reviewerId,
    on: {
      finish: {
        async guard({ tx, row }) {
          const scores = JSON.parse(row.scores) as number[];
          const complete = row.recommendation !== '' && scores.length === SCORES.length && scores.every((score) => score >= 1);
          if (!complete) throw new AppError(CODES.reviewIncomplete, '请选择审稿结论，并给每一项打分');
          if ([...row.toAuthor].length < REVIEWING.toAuthor.min)
            throw new AppError(CODES.reviewIncomplete, `给作者的意见至少${REVIEWING.toAuthor.min}个字`);
          const identity = await reviewerIdentity(tx, row);
          const found = findIdentity([{ place: '意见', text: row.toAuthor }], identity).find(({ kind }) => kind !== 'phrase' && kind !== 'fund');
          if (found) throw new AppError(CODES.reviewIncomplete, `给作者的意见里有“${found.found}”，会让作者知道您是谁，请删去后再交回`);
          if (row.submissionRound !== row.round || !inGroup(journalSubmissionMachine, 'reviewed', row.submissionStatus))
            throw new AppError(CODES.reviewClosed, '编辑部已经作出决定，这次审稿已结束；您写的意见仍保留在草稿里');
        },
        columns: ({ now }) => ({ finishedAt: now }),
        after: ({ tx, row }) => completeRound(tx, row),
      },
      invite: {
        ...invited,
        async after({ tx, row }) {
          if (site) await sendInvitation(tx, await reviewIn(tx, row.id), site);
        },
      },
      promoteAlternate: invited,
      accept: {
        columns: ({ row, now }) => ({
          respondedAt: now,
          dueAt: now + row.days * DAY_MS,
          tokenHash: row.reviewerId === null ? row.tokenHash : '',
          remindedAt: null,
        }),
      },
      decline: {
        columns: ({ now }) => ({
          respondedAt: now,
          tokenHash: '',
          declineReason: step.declineReason ?? '其他',
          declineText: step.reason ?? '',
          suggestedName: step.suggestedName ?? '',
          suggestedEmail: step.suggestedEmail ?? '',
        }),
        async after({ tx, row }) {
          if (site) await promote(tx, row.submissionId, row.round, site);
          await notifyDeclined(tx, row, step);
        },
      },
      lapse: {
        columns: { tokenHash: '' },
        async after({ tx, row }) {
          if (site) await promote(tx, row.submissionId, row.round, site);
        },
      },
      cancel: {
        columns: { tokenHash: '' },
        async after({ tx, row }) {
          if (!site || row.status === 'alternate') return;
          await promote(tx, row.submissionId, row.round, site);
          await notify(tx, row, `${subjectOf(row)}不再需要审稿`, step.reason ?? '编辑部已取消这次审稿，谢谢您。', PERIODICAL_PATH);
        },
      },
      extend: {
        guard({ row }) {
          if (!step.days) throw failed(`请填写延长的天数；现在的期限是${deadlineMoment(wireTime(row.dueAt ?? Date.now()))}`);
        },
        columns: ({ row, now }) => ({ dueAt: Math.max(row.dueAt ?? 0, now) + (step.days ?? 0) * DAY_MS, remindedAt: null }),
        after: ({ tx, row, written }) =>
          notify(tx, row, `${subjectOf(row)}的审稿期限延长`, `新的期限：${deadlineMoment(wireTime(written.dueAt ?? Date.now()))}`),
      },
      reopen: {
        guard({ row }) {
          if (row.submissionRound !== row.round || !inGroup(journalSubmissionMachine, 'reviewed', row.submissionStatus))
            throw failed('这一轮审稿已经结束，不能退回补充');
        },
        columns: ({ row, now }) => ({ finishedAt: null, dueAt: Math.max(row.dueAt ?? 0, now + 7 * DAY_MS), remindedAt: null }),
        after: ({ tx, row }) => notify(tx, row, `请补充${subjectOf(row)}的审稿意见`, step.reason ?? ''),
      },
    },
  });

export async function reviewIn(tx: Database | Tx, id: number): Promise<ReviewRow> {
  const row = await reviewById(tx, id);
  if (!row) throw taskGone();
  return row;
}

/** Tells a reviewer about a task: in the inbox, or by mail while there is no account. Authors are never named. */
async function notify(tx: Tx, row: ReviewRow, title: string, content: string, link = reviewPath(row.id)): Promise<void> {
  if (row.reviewerId !== null) await sendMessage(tx, { userId: row.reviewerId, type: 'task', title, content, link });
  else if (row.inviteEmail !== '')
    await queueMail(
      tx,
      { email: row.inviteEmail, userId: null },
      '审稿通知',
      mailText({ subject: title, greeting: `${row.inviteName}，您好：`, paragraphs: [content] }),
    );
}

/** Sends an invitation with a link that answers it without signing in. */
export async function sendInvitation(tx: Tx, row: ReviewRow, site: LinkSite): Promise<void> {
  const token = newLinkSecret();
  await tx
    .updateTable('journalReview')
    .set({ tokenHash: hashOfSecret(token) })
    .where('id', '=', row.id)
    .execute();
  const user = row.reviewerId === null ? undefined : await userWithUnit(tx, row.reviewerId);
  // A link answers in the name of the account: it goes only to an address that the account has confirmed. Others sign in.
  const email = row.reviewerId === null ? row.inviteEmail : await confirmedMailOf(tx, row.reviewerId);
  const subject = `《${row.journalName}》请您审稿：${row.title}`;
  const answerBy = deadlineMoment(wireTime(row.answerBy ?? Date.now()));
  if (row.reviewerId !== null)
    await sendMessage(tx, {
      userId: row.reviewerId,
      type: 'task',
      title: subject,
      content: `请在${answerBy}前答复是否接受。`,
      link: reviewPath(row.id),
    });
  if (email)
    await queueMail(
      tx,
      { email, userId: row.reviewerId },
      '审稿邀请',
      mailText({
        subject,
        greeting: `${user?.nickName ?? row.inviteName}，您好：`,
        paragraphs: [
          `《${row.journalName}》请您审读一篇来稿：《${row.title}》。`,
          `请在${answerBy}前答复是否接受；接受后有${row.days}天审稿。打开链接不必登录，可以先看摘要，再决定接受或谢绝。`,
        ],
        link: { label: '查看并答复', ...secretLink(site, INVITATION_PATH, 'token', token) },
        note: '链接只供您本人使用，答复之后失效。',
      }),
    );
}

/** Fills free places of a round with alternates. */
export async function promote(tx: Tx, submissionId: number, round: number, site: LinkSite): Promise<void> {
  const submission = await submissionIn(tx, submissionId);
  if (submission.status !== 'external' || submission.round !== round) return;
  const wanted = Math.max(SUBMISSION.leastReviewers, submission.reviewersWanted);
  const done = (await inState(tx, submissionId, round, 'done')).length;
  let active = done + (await openReviews(tx, submissionId, round)).length;
  for (const next of await inState(tx, submissionId, round, 'alternate')) {
    if (active >= wanted) return;
    await stepWith({}, null)(tx, null, next, 'promoteAlternate');
    await sendInvitation(tx, await reviewIn(tx, next.id), site);
    active += 1;
  }
}

/** The round is complete when as many reviews as wanted are back; invitations without an answer are cancelled. */
async function completeRound(tx: Tx, row: ReviewRow): Promise<void> {
  const submission = await submissionIn(tx, row.submissionId);
  if (submission.status !== 'external' || submission.round !== row.round) return;
  const done = (await inState(tx, row.submissionId, row.round, 'done')).length;
  if (done < Math.max(SUBMISSION.leastReviewers, submission.reviewersWanted)) return;
  await transitionSubmission(tx, null, submission, 'complete');
  for (const state of ['invited', 'alternate'] as const)
    for (const other of await inState(tx, row.submissionId, row.round, state)) {
      await stepWith({}, null)(tx, null, other, 'cancel', '已收到足够的意见', 'checked');
      if (state === 'invited') await notify(tx, other, `${subjectOf(other)}不再需要审稿`, '编辑部已收到足够的意见，谢谢您。', PERIODICAL_PATH);
    }
  if (submission.editorId !== null)
    await sendMessage(tx, {
      userId: submission.editorId,
      type: 'task',
      title: `${subjectOf(submission)}外审完成`,
      content: `收到${done}份意见，请作出决定。`,
      link: `/cms/journal/submission?open=${submission.id}`,
    });
}

/** Takes one step of a review with everything that it causes, and returns the row after it. */
export async function transitionReview(
  tx: Tx,
  currentUser: CurrentUser | null,
  row: ReviewRow,
  event: JournalReviewEvent,
  site: LinkSite,
  step: ReviewStep = {},
): Promise<ReviewRow> {
  await stepWith(step, site)(tx, currentUser, row, event, step.reason ?? '', step.checked ? 'checked' : 'check');
  return reviewIn(tx, row.id);
}

async function notifyDeclined(tx: Tx, row: ReviewRow, step: ReviewStep): Promise<void> {
  if (row.editorId === null) return;
  await sendMessage(tx, {
    userId: row.editorId,
    type: 'task',
    title: `${row.reviewerName ?? row.inviteName}谢绝审读${subjectOf(row)}`,
    content: [step.declineReason ?? '', step.reason ?? '', step.suggestedName ? `推荐：${step.suggestedName} ${step.suggestedEmail ?? ''}` : '']
      .filter(Boolean)
      .join('\n'),
    link: `/cms/journal/submission?open=${row.submissionId}`,
  });
}

/** Cancels everything of a round that is still open, for example when the author withdraws. Returns the rows as they were. */
export async function cancelRound(tx: Tx, submissionId: number, round: number, reason: string): Promise<ReviewRow[]> {
  const open = [...(await openReviews(tx, submissionId, round)), ...(await inState(tx, submissionId, round, 'alternate'))];
  for (const row of open) {
    await stepWith({}, null)(tx, null, row, 'cancel', reason, 'checked');
    if (row.status !== 'alternate') await notify(tx, row, `${subjectOf(row)}不再需要审稿`, reason, PERIODICAL_PATH);
  }
  return open;
}
