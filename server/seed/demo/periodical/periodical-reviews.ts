import { DAY_MS } from '../../../../contract/clock.ts';
import type { JournalReviewState } from '../../../../contract/periodical/journal-review.machine.ts';
import type { SubmissionState } from '../../../../contract/periodical/journal-submission.machine.ts';
import type { Recommendation } from '../../../../contract/periodical/periodical-limits.ts';
import type { Tx } from '../../../db/database.ts';
import { OPINIONS, TO_EDITOR } from './periodical-texts.ts';

/** User ids by user name. */
export type People = ReadonlyMap<string, number>;

const REVIEWERS = ['reviewer1', 'reviewer2', 'reviewer3'] as const;
const GIVEN: readonly Recommendation[] = ['minor', 'minor', 'major', 'accept'];

/** Two reviews of each submission that was sent out; those of open rounds are in different states. */
export async function addReviews(
  tx: Tx,
  people: People,
  given: { submissionId: number; order: number; status: SubmissionState; began: number; ended: number | null; now: number },
): Promise<void> {
  const { submissionId, order, status, began, ended, now } = given;
  const open = status === 'external';
  for (const seat of [1, 2]) {
    const who = REVIEWERS[(order + seat) % REVIEWERS.length] ?? 'reviewer1';
    const late = open && order % 2 === 1;
    const state: JournalReviewState = !open ? 'done' : seat === 1 ? (late ? 'overdue' : 'accepted') : late ? 'done' : 'invited';
    const done = state === 'done';
    const dueAt = late ? began + 30 * DAY_MS : Math.max(began + 30 * DAY_MS, now + 6 * DAY_MS);
    await tx
      .insertInto('journalReview')
      .values({
        submissionId,
        round: 1,
        reviewerId: people.get(who) ?? null,
        seat,
        attempt: 1,
        rank: seat,
        invitedBy: people.get('jeditor') ?? null,
        invitedAt: state === 'invited' ? now - 3 * DAY_MS : began,
        answerBy: state === 'invited' ? now + 4 * DAY_MS : began + 7 * DAY_MS,
        days: 30,
        dueAt: state === 'invited' ? null : dueAt,
        respondedAt: state === 'invited' ? null : began + 2 * DAY_MS,
        finishedAt: done ? (ended ?? began + 20 * DAY_MS) : null,
        remindedAt: now,
        recommendation: done ? (GIVEN[(order + seat) % GIVEN.length] ?? 'minor') : '',
        scores: done ? JSON.stringify([4, 3 + ((order + seat) % 3), 4, 4]) : '[]',
        toAuthor: done ? (OPINIONS[(order + seat) % OPINIONS.length] ?? '') : '',
        toEditor: done ? (TO_EDITOR[(order + seat) % TO_EDITOR.length] ?? '') : '',
        status: state,
        createBy: 'jeditor',
        createTime: began,
        updateTime: done ? (ended ?? began) : began,
      })
      .execute();
  }
}

/** The points of a revision; `answered` when the author has sent it back. */
export async function addPoints(tx: Tx, submissionId: number, at: number, answered: boolean): Promise<void> {
  const points = ['请说明参加者是怎样选出来的，有没有中途退出的。', '表格的单位不一致，请统一。', '请给出数据的分布，不要只给平均数。'];
  await tx
    .insertInto('journalPoint')
    .values(
      points.map((text, index) => ({
        submissionId,
        round: 1,
        reviewId: null,
        seat: index === 2 ? 2 : 1,
        pointNo: index + 1,
        text,
        answer: answered ? ['已在第二节补充选样的办法和退出的人数。', '已统一为百分比。', '已增加分布的附表。'][index] : '',
        createBy: 'jchief',
        createTime: at,
        updateTime: at,
      })),
    )
    .execute();
}
