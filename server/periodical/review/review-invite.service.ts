import { inGroup } from '../../../contract/state-machine.ts';
import { journalSubmissionMachine } from '../../../contract/periodical/journal-submission.machine.ts';
import type { z } from 'zod';
import type { inviteReviewers, reviewerChoices, staffReviewEvent } from '../../../contract/periodical/journal-review.ts';
import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import { REVIEWING } from '../../../contract/periodical/periodical-limits.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { wireDate } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import type { LinkSite } from '../../mail/link-secret.ts';
import { requireIn } from '../journal-access.service.ts';
import { reviewerHistory, reviewerPeople, reviewsOf, userOfMail, userWithUnit, type ReviewRow } from './review.queries.ts';
import { reviewIn, sendInvitation, transitionReview } from './review-step.service.ts';
import type { SubmissionRow } from '../submission.queries.ts';
import { editedSubmission } from '../submission.service.ts';
import { authorsOf } from '../submission-step.service.ts';
import { isAuthorOf } from '../author-of.queries.ts';

const LOG = '审稿邀请';

/** The round to which new invitations belong: the running one, or the one that comes next. */
const roundOf = (row: Pick<SubmissionRow, 'status' | 'round'>): number => (row.status === 'external' ? row.round : row.round + 1);
const INVITING: ReadonlySet<string> = new Set(journalSubmissionMachine.groups.inviting);

interface Person {
  readonly userId: number | null;
  readonly name: string;
  readonly unit: string;
  readonly email: string;
}

/** Why somebody cannot review a submission, and what an editor should know before inviting. */
async function objections(db: Database | Tx, row: SubmissionRow, person: Person): Promise<{ readonly blocked: string; readonly warning: string }> {
  const authors = authorsOf(row);
  const mail = person.email.toLowerCase();
  if (person.userId !== null && (await samePerson(db, person.userId, row.ownerId))) return { blocked: '是投稿人本人', warning: '' };
  if (person.userId !== null && (await isAuthorOf(db, person.userId, row.id))) return { blocked: '是作者之一', warning: '' };
  if (authors.some((author) => author.name === person.name || (mail !== '' && author.mail.toLowerCase() === mail)))
    return { blocked: '是作者之一', warning: '' };
  const excluded = (JSON.parse(row.excluded) as { name: string; mail: string }[]).some(
    (one) => one.name === person.name || (mail !== '' && one.mail.toLowerCase() === mail),
  );
  const colleague = person.unit !== '' && authors.some(({ unit }) => unit.includes(person.unit) || (unit !== '' && person.unit.includes(unit)));
  return { blocked: '', warning: [colleague && '与作者同一单位', excluded && '作者请求回避'].filter(Boolean).join('；') };
}

export async function choicesFor({ db }: AppContext, currentUser: CurrentUser, submissionId: number, asked: z.output<typeof reviewerChoices.query>) {
  const { row } = await editedSubmission(db, currentUser, submissionId);
  const page = await reviewerPeople(db, asked.keyword, asked.pageSize, (total) => offsetOf(asked, total));
  const history = await reviewerHistory(
    db,
    page.rows.map(({ id }) => id),
  );
  const present = await reviewsOf(db, submissionId);
  const round = roundOf(row);
  const rows = [];
  for (const { id, nickName, email, collegeName } of page.rows) {
    const past = history.find(({ reviewerId }) => reviewerId === id);
    const { blocked, warning } = await objections(db, row, { userId: id, name: nickName, unit: collegeName ?? '', email });
    const now = present.find(
      (review) =>
        review.reviewerId === id &&
        review.round === round &&
        (inGroup(journalReviewMachine, 'active', review.status) || review.status === 'alternate'),
    );
    rows.push({
      userId: id,
      nickName,
      unit: collegeName ?? '',
      email,
      load: Number(past?.load ?? 0),
      declined: past && Number(past.asked) > 0 ? Math.round((Number(past.declined) / Number(past.asked)) * 100) : null,
      lastAsked: past?.lastAsked ? wireDate(Number(past.lastAsked)) : '',
      blocked: now ? '本轮已邀请' : blocked,
      warning,
    });
  }
  return { total: page.total, rows };
}

async function personOf(tx: Tx, one: z.output<typeof inviteReviewers.body>['people'][number]): Promise<Person | null> {
  if ('userId' in one) {
    const user = await userWithUnit(tx, one.userId);
    return user ? { userId: user.id, name: user.nickName, unit: user.collegeName ?? '', email: user.email } : null;
  }
  // An address that somebody has only typed into a profile does not make the invitation theirs.
  const known = await userOfMail(tx, one.email);
  if (known) return personOf(tx, { userId: known.id });
  return { userId: null, name: one.name, unit: '', email: one.email };
}

const samePersonAs = (person: Person) => (review: ReviewRow) =>
  person.userId === null ? review.reviewerId === null && review.inviteEmail === person.email : review.reviewerId === person.userId;

/** A reviewer keeps the number of an earlier round; a new one gets the next free number. */
const seatFor = (all: readonly ReviewRow[], person: Person): number =>
  all.find(samePersonAs(person))?.seat ?? Math.max(0, ...all.map(({ seat }) => seat)) + 1;

async function insertReview(
  tx: Tx,
  currentUser: CurrentUser,
  given: { row: SubmissionRow; round: number; person: Person; seat: number; attempt: number; rank: number; days: number; note: string; now: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('journalReview')
    .values({
      submissionId: given.row.id,
      round: given.round,
      reviewerId: given.person.userId,
      seat: given.seat,
      attempt: given.attempt,
      inviteName: given.person.name,
      inviteEmail: given.person.email,
      rank: given.rank,
      invitedBy: currentUser.userId,
      invitedAt: null,
      answerBy: null,
      days: given.days,
      dueAt: null,
      respondedAt: null,
      finishedAt: null,
      remindedAt: null,
      conflictNote: given.note,
      status: 'alternate',
      createBy: currentUser.userName,
      createTime: given.now,
      updateTime: given.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Invites several people; during a round the free places are filled at once, before it the invitations wait for 送外审. */
export async function invite(caller: RequestCaller, body: z.output<typeof inviteReviewers.body>) {
  const { context, currentUser } = caller;
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const { row, duty } = await editedSubmission(tx, currentUser, body.submissionId);
    requireIn(currentUser, duty, 'journal:review:invite');
    if (!INVITING.has(row.status)) throw failed('稿件现在不在审理中，不能邀请审稿专家');
    const round = roundOf(row);
    const now = Date.now();
    const done: number[] = [];
    const skipped: { name: string; reason: string }[] = [];
    for (const one of body.people) {
      const all = await reviewsOf(tx, row.id);
      const person = await personOf(tx, one);
      const name = person?.name ?? '';
      if (!person) skipped.push({ name: '账号', reason: '账号不存在或已停用' });
      else {
        const own = all.filter((review) => review.round === round && samePersonAs(person)(review));
        const { blocked, warning } = await objections(tx, row, person);
        const last = own.at(-1);
        if (blocked) skipped.push({ name, reason: blocked });
        else if (last && (inGroup(journalReviewMachine, 'active', last.status) || last.status === 'alternate'))
          skipped.push({ name, reason: '本轮已邀请' });
        else if (warning && !body.mayConflict) skipped.push({ name, reason: `${warning}，仍要邀请请填写说明` });
        else if (all.filter((review) => review.round === round).length >= REVIEWING.most)
          skipped.push({ name, reason: `每轮最多邀请${REVIEWING.most}位` });
        else if (own.length >= REVIEWING.attempts) skipped.push({ name, reason: `已邀请${REVIEWING.attempts}次` });
        else {
          const rank = all.filter((review) => review.round === round).length + 1;
          const given = { row, round, person, seat: seatFor(all, person), attempt: own.length + 1, rank, days: body.days, now };
          done.push(await insertReview(tx, currentUser, { ...given, note: warning ? `${warning}：${body.mayConflict ?? ''}` : '' }));
        }
      }
    }
    const wanted = Math.max(body.wanted, row.reviewersWanted);
    await tx.updateTable('journalSubmission').set({ reviewersWanted: wanted, updateTime: now }).where('id', '=', row.id).execute();
    if (row.status === 'external') for (const id of done) await fillPlace(tx, id, wanted, context.settings);
    return { done, skipped };
  });
}

/** Sends an invitation when the round has a free place; otherwise it stays an alternate. */
async function fillPlace(tx: Tx, reviewId: number, wanted: number, site: LinkSite): Promise<void> {
  const review = await reviewIn(tx, reviewId);
  const active = (await reviewsOf(tx, review.submissionId)).filter(
    ({ round, status }) => round === review.round && inGroup(journalReviewMachine, 'active', status),
  );
  if (active.length < wanted) await transitionReview(tx, null, review, 'promoteAlternate', site).then((row) => sendInvitation(tx, row, site));
}

/** Events of the staff on a review. */
export async function handleStaffReviewEvent(
  caller: RequestCaller,
  reviewId: number,
  event: z.output<typeof staffReviewEvent.params>['event'],
  body: z.output<typeof staffReviewEvent.body>,
): Promise<void> {
  const { context, currentUser } = caller;
  const site = context.settings;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const review = await reviewIn(tx, reviewId);
    const { row, duty } = await editedSubmission(tx, currentUser, review.submissionId);
    requireIn(currentUser, duty, event === 'reinvite' ? 'journal:review:invite' : journalReviewMachine.events[event].permission);
    if (event !== 'reinvite') {
      if (event === 'invite' && (row.status !== 'external' || row.round !== review.round)) throw failed('送外审之后，邀请信才会发出');
      await transitionReview(tx, currentUser, review, event, site, { reason: body?.reason, days: body?.days, checked: true });
      return;
    }
    if (review.status !== 'declined' && review.status !== 'cancelled') throw failed('谢绝或取消之后才能再次邀请');
    if (row.status !== 'external' || row.round !== review.round) throw failed('这一轮外审已经结束，不能再次邀请');
    const person: Person = { userId: review.reviewerId, name: review.reviewerName ?? review.inviteName, unit: '', email: review.inviteEmail };
    const own = (await reviewsOf(tx, row.id)).filter((one) => one.round === review.round && samePersonAs(person)(one));
    if (own.some(({ status }) => inGroup(journalReviewMachine, 'active', status) || status === 'alternate')) throw failed('本轮已邀请');
    if (own.length >= REVIEWING.attempts) throw failed(`同一位专家每轮最多邀请${REVIEWING.attempts}次`);
    const id = await insertReview(tx, currentUser, {
      row,
      round: review.round,
      person,
      seat: review.seat,
      attempt: own.length + 1,
      rank: review.rank,
      days: review.days,
      note: review.conflictNote,
      now: Date.now(),
    });
    await transitionReview(tx, currentUser, await reviewIn(tx, id), 'invite', site, { checked: true });
  });
}
