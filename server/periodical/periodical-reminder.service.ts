import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { REVIEWING } from '../../contract/periodical/periodical-limits.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { SUBMISSIONS_PATH } from '../../contract/periodical/periodical.site.ts';
import { dueReview } from './review/review.queries.ts';
import { reviewPath, transitionReview } from './review/review-step.service.ts';
import { subjectOf } from './submission-step.service.ts';

const AHEAD_MS = 3 * DAY_MS;

/** Reminds one reviewer, ends an invitation without an answer (an alternate takes its place), or marks a review as late. */
export async function remindNextReview({ db, settings }: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await dueReview(db, now, AHEAD_MS);
  if (!row) return false;
  await db.transaction().execute(async (tx) => {
    if (row.status === 'invited' && row.answerBy !== null && row.answerBy <= now) {
      await transitionReview(tx, null, row, 'lapse', settings, { reason: `${REVIEWING.answerDays}天内没有答复` });
      return;
    }
    const late = row.dueAt !== null && row.dueAt <= now;
    if (row.status === 'accepted' && late) await transitionReview(tx, null, row, 'late', settings);
    const taken = await tx
      .updateTable('journalReview')
      .set({ remindedAt: now })
      .where('id', '=', row.id)
      .where((eb) => (row.remindedAt === null ? eb('remindedAt', 'is', null) : eb('remindedAt', '=', row.remindedAt)))
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) !== 1) return;
    if (row.reviewerId !== null)
      await sendMessage(tx, {
        userId: row.reviewerId,
        type: 'task',
        title:
          row.status === 'invited'
            ? `请答复是否审读${subjectOf(row)}`
            : late
              ? `${subjectOf(row)}的审稿已过期限`
              : `${subjectOf(row)}的审稿将于${deadlineMoment(wireTime(row.dueAt ?? now))}到期`,
        content: late ? '请尽快交回，或告诉编辑部需要延期。' : '',
        link: reviewPath(row.id),
      });
    if (late && row.editorId !== null)
      await sendMessage(tx, {
        userId: row.editorId,
        type: 'task',
        title: `${subjectOf(row)}有审稿逾期`,
        content: `审稿人：${row.reviewerName ?? row.inviteName}`,
        link: `/cms/journal/submission?open=${row.submissionId}`,
      });
  });
  return true;
}

/** Reminds one author of a revision or a completion three days before it is due. */
export async function remindNextAuthor({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await db
    .selectFrom('journalSubmission')
    .select(['id', 'title', 'ownerId', 'dueAt', 'status'])
    .where('status', 'in', journalSubmissionMachine.groups.sentBack)
    .where('dueAt', '<=', now + AHEAD_MS)
    .where('remindedAt', 'is', null)
    .where('delFlag', '=', '0')
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst();
  if (!row) return false;
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('journalSubmission')
      .set({ remindedAt: now })
      .where('id', '=', row.id)
      .where('remindedAt', 'is', null)
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) !== 1) return;
    await sendMessage(tx, {
      userId: row.ownerId,
      type: 'task',
      title: `${subjectOf(row)}的${row.status === 'revision' ? '修改' : '补正'}将于${deadlineMoment(wireTime(row.dueAt ?? now))}到期`,
      content: '',
      link: `${SUBMISSIONS_PATH}/${row.id}`,
    });
  });
  return true;
}
