import { DAY_MS } from '../../contract/clock.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import { MANUSCRIPT_STATES } from '../../contract/manuscript/manuscript.machine.ts';
import {
  ACCEPT_DAYS,
  LEVEL_DAYS,
  LEVEL_NAMES,
  LEVEL_QUALIFICATIONS,
  reviewMachine,
  type Level,
  type ReviewEvent,
  type ReviewState,
} from '../../contract/review/review.machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { undoOf } from '../manuscript/letter/letter.service.ts';
import { pressTask, type TaskMessage, type TaskRule } from '../manuscript/press-task.service.ts';
import { behalfWords, isAuthorPerson, objectionOf, qualifiedStation, takerFor, type Taker } from '../manuscript/press-people.service.ts';
import { authorUsers } from '../manuscript/manuscript.policy.ts';
import { undoManuscript } from '../manuscript/manuscript.service.ts';
import { manuscriptIn, subjectOf, type ManuscriptRow, type TurnChange } from '../manuscript/manuscript-step.service.ts';
import { requirePermission, type Step } from '../state-machine/transition.ts';
import { CODES } from './review-codes.ts';
import { levelsOf, reviewById, type ReviewWithNames } from './review.queries.ts';
import { stepsReview } from './review.policy.ts';

const RECALL_MS = DAY_MS;
const LOG = '三审';

/** What comes with an event. */
export interface ReviewBody {
  readonly reason?: string | null | undefined;
  readonly auditorId?: number | null | undefined;
  /** Who takes the task for `auditorId`, where that is a deputy. */
  readonly taker?: Taker | undefined;
  readonly readWhole?: boolean | null | undefined;
  readonly letter?: { readonly subject: string; readonly content: string } | null | undefined;
}

export const reviewGone = (): AppError => missing('审稿任务不存在或与您无关，请刷新后重试');
export const reviewPath = (row: Pick<ReviewWithNames, 'id' | 'level'>): string => `/press/audit/${row.level}?open=${row.id}`;

const NEXT: Readonly<Record<Level, 'passOne' | 'passTwo' | 'passLast'>> = { one: 'passOne', two: 'passTwo', last: 'passLast' };
const AFTER: Readonly<Record<Level, Level | null>> = { one: 'two', two: 'last', last: null };
const BEFORE: Readonly<Record<Level, Level | null>> = { one: null, two: 'one', last: 'two' };
const STATE_OF = { one: 'audit_one', two: 'audit_two', last: 'audit_last' } as const;

const meanOf = (row: Pick<ReviewWithNames, 'quality'>): number => {
  const scores = JSON.parse(row.quality) as number[];
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
};
/** Points of the mean score by which the first two levels differ so much that the last must read the whole manuscript. */
const DIFFERENCE = 2;

export const levelsDiffer = (levels: ReadonlyMap<Level, ReviewWithNames>): boolean => {
  const [one, two] = [levels.get('one'), levels.get('two')];
  return one !== undefined && two !== undefined && Math.abs(meanOf(one) - meanOf(two)) >= DIFFERENCE;
};

/** Why a user may not take a level of a manuscript; null when the user may. */
export async function objectionTo(tx: Tx, row: ReviewWithNames, manuscript: ManuscriptRow, userId: number): Promise<AppError | null> {
  const station = await qualifiedStation(tx, userId, ['editor', 'section_editor', 'chief_editor']);
  if (!station || !LEVEL_QUALIFICATIONS[row.level].includes(station.qualification))
    return new AppError(CODES.unqualified, `审稿人资格不符合${LEVEL_NAMES[row.level]}要求`);
  if (await isAuthorPerson(tx, manuscript, userId)) return failed('稿件的作者不能审读自己的稿件，请指派其他人');
  for (const [level, other] of await levelsOf(tx, row.archiveId, row.round))
    if (level !== row.level && other.auditorId !== null && (await samePerson(tx, other.auditorId, userId)))
      return new AppError(CODES.samePerson, '三审中任何两个环节不能由同一人担任');
  return null;
}

const reportComplete = (row: ReviewWithNames): boolean => {
  const scores = JSON.parse(row.quality) as number[];
  return row.politics !== '' && scores.length === 4 && scores.every((score) => score >= 1) && [...row.opinion].length >= 50;
};

const STEP_COLUMNS = ['status', 'finishedAt', 'suggestion', 'readWhole'] as const;
const authorPath = (archiveId: number): string => `/authorBackground/publish?archiveId=${archiveId}`;
const EMPTY_REPORT = { opinion: '', quality: '[]', politics: '', suggestion: '' };

type Rule = TaskRule<ReviewState, ReviewEvent, ReviewWithNames>;

const letterOf = {
  revise: (subject: string, reason: string) => ({
    subject: `请修改${subject}`,
    content: `您好：\n\n${subject}经审读需要修改，意见如下：\n\n${reason}\n\n请在30天内修回。`,
  }),
  reject: (subject: string, reason: string) => ({
    subject: `${subject}未能采用`,
    content: `您好：\n\n感谢您把${subject}交给我们。经审读，未能采用，意见如下：\n\n${reason}`,
  }),
};

const runner = (body: ReviewBody, manuscript: ManuscriptRow) => {
  const nameOf = (row: ReviewWithNames): string => `${subjectOf(manuscript)}的${LEVEL_NAMES[row.level]}`;
  const withReviewer = ({ written }: { readonly written: ReviewWithNames }): TurnChange => ({
    turn: 'reviewer',
    userId: written.auditorId,
    dueAt: written.dueAt,
  });
  const withManager = (): TurnChange => ({ turn: 'manager', userId: null, dueAt: null });
  const asked = (row: ReviewWithNames): TaskMessage => ({
    userId: row.auditorId,
    title: `请您审读：${nameOf(row)}${behalfWords(body.taker?.onBehalfOf)}`,
    content: `请在${deadlineMoment(wireTime(row.dueAt))}前接收或谢绝；接收后有${LEVEL_DAYS[row.level]}天审读。`,
    link: reviewPath(row),
  });
  const assignment = ({ now, currentUser }: Pick<Step<ReviewState, ReviewEvent, ReviewWithNames>, 'now' | 'currentUser'>) => ({
    auditorId: body.auditorId,
    assignedBy: currentUser?.userId ?? null,
    assignedAt: now,
    dueAt: now + ACCEPT_DAYS * DAY_MS,
  });
  const given: Rule = {
    async guard({ tx, row, event }) {
      if (!body.auditorId) throw invalid('请选择审稿人');
      if (event === 'transfer' && body.auditorId === row.auditorId) throw failed('任务已在此人手上，请选择其他人');
      const objection = await objectionTo(tx, row, manuscript, body.auditorId);
      if (objection) throw body.taker ? objectionOf(body.taker, objection) : objection;
    },
    columns: assignment,
    turn: withReviewer,
    messages: ({ written }) => [asked(written)],
  };
  const decided = (suggestion: string): Pick<Rule, 'guard' | 'columns'> => ({
    guard({ row }) {
      if (!reportComplete(row)) throw new AppError(CODES.noReport, '请先提交审读报告');
    },
    columns: ({ row, now }) => ({ finishedAt: now, suggestion, readWhole: body.readWhole ? '1' : row.readWhole }),
  });
  const told = (words: (typeof letterOf)[keyof typeof letterOf]): Pick<Rule, 'letter'> => ({
    letter: ({ row, event, reason }) =>
      body.letter === null
        ? null
        : {
            entity: 'manuscript',
            entityId: manuscript.id,
            event,
            ...(body.letter ?? words(subjectOf(manuscript), reason)),
            recipients: authorUsers(manuscript),
            link: authorPath(manuscript.id),
            undo: [undoManuscript(manuscript), undoOf('review', row, STEP_COLUMNS)],
          },
  });
  const adopted = decided('adopt');
  return pressTask<ReviewState, ReviewEvent, ReviewWithNames>(reviewMachine, manuscript, {
    table: 'review',
    stateOf: (row) => row.status,
    subject: nameOf,
    assigneeOf: (row) => row.auditorId,
    on: {
      assign: given,
      transfer: {
        ...given,
        // The report of the first person stays with that person's log; the second one writes a new report.
        columns: (step) => ({ ...assignment(step), ...EMPTY_REPORT }),
        messages: (done) => [asked(done.written), { userId: done.row.auditorId, title: `${nameOf(done.row)}已转派他人`, content: done.reason }],
      },
      // Before the acceptance `dueAt` is the date of the answer; the days of the review count from the acceptance.
      accept: { columns: ({ row, now }) => ({ dueAt: now + LEVEL_DAYS[row.level] * DAY_MS }), turn: withReviewer },
      decline: {
        columns: { auditorId: null, dueAt: null },
        turn: withManager,
        messages: ({ row, currentUser, reason }) => [
          { userId: row.assignedBy, title: `${currentUser?.nickName ?? ''}谢绝了${nameOf(row)}`, content: reason, link: reviewPath(row) },
        ],
      },
      release: { columns: { auditorId: null, dueAt: null, ...EMPTY_REPORT }, turn: withManager },
      submitAdopt: {
        ...adopted,
        async guard(step) {
          const { tx, row } = step;
          await adopted.guard?.(step);
          if (row.politics === 'problem') throw failed('政治导向有问题的稿件不能通过，请选择退修或退稿');
          const levels = await levelsOf(tx, row.archiveId, row.round);
          const before = BEFORE[row.level];
          if (before && levels.get(before)?.status !== 'adopted') throw new AppError(CODES.previousOpen, '上一审级未完成');
          if (row.level === 'last' && levelsDiffer(levels) && !body.readWhole)
            throw new AppError(CODES.noReport, '初审与复审意见不一致，终审须通读全稿并勾选“已通读”');
        },
        manuscript: ({ row }) => ({ event: NEXT[row.level] }),
      },
      submitRevise: { ...decided('revise'), manuscript: () => ({ event: 'reviseByReview' }), ...told(letterOf.revise) },
      submitReject: { ...decided('reject'), manuscript: () => ({ event: 'rejectByReview' }), ...told(letterOf.reject) },
      recall: {
        async guard({ tx, row, now }) {
          if (row.finishedAt === null || now - row.finishedAt > RECALL_MS) throw failed('已超过24小时，不能撤回');
          const following = await followingOf(tx, row);
          const begun =
            row.level === 'last' ? manuscript.status !== 'contracting' : following?.status === 'reviewing' || following?.status === 'adopted';
          if (begun) throw new AppError(CODES.nextBegun, '下一审级已开始，不能撤回');
        },
        columns: { finishedAt: null, suggestion: '' },
        after: ({ tx, row }) => cancelFollowing(tx, manuscript, row),
        manuscript: ({ row }) => ({
          event: 'recallReview',
          to: MANUSCRIPT_STATES.find((state) => state === STATE_OF[row.level]) ?? null,
          reason: '撤回审级',
        }),
        turn: withReviewer,
      },
    },
  });
};

/** The review of the next level in the same round. */
async function followingOf(tx: Tx, row: ReviewWithNames): Promise<ReviewWithNames | undefined> {
  const next = AFTER[row.level];
  return next ? (await levelsOf(tx, row.archiveId, row.round)).get(next) : undefined;
}

/** The task of the next level is cancelled when a decision is recalled. */
async function cancelFollowing(tx: Tx, manuscript: ManuscriptRow, row: ReviewWithNames): Promise<void> {
  const following = await followingOf(tx, row);
  if (!following) return;
  await cancelReview(tx, manuscript, following);
  if (following.auditorId !== null)
    await sendMessage(tx, {
      userId: following.auditorId,
      type: 'task',
      title: `${subjectOf(manuscript)}的${LEVEL_NAMES[following.level]}已取消`,
      content: '上一审级撤回了结论。',
    });
}

/** Opens the task of a level; its turn is with the manager until a reviewer is assigned. */
export async function openLevel(tx: Tx, archiveId: number, level: Level, round: number): Promise<void> {
  const now = Date.now();
  await tx
    .insertInto('review')
    .values({
      archiveId,
      level,
      round,
      auditorId: null,
      assignedBy: null,
      assignedAt: null,
      dueAt: null,
      finishedAt: null,
      createTime: now,
      updateTime: now,
    })
    .execute();
}

/** Takes one step of SM04 with everything that it causes. */
export async function handleReviewEvent(
  caller: RequestCaller,
  id: number,
  event: Exclude<ReviewEvent, 'release' | 'cancel'>,
  body: ReviewBody,
): Promise<void> {
  const { currentUser } = caller;
  requirePermission(reviewMachine, event, currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await reviewById(tx, id);
    if (!row) throw reviewGone();
    const may = stepsReview(row, event, currentUser);
    if (may === 'hidden') throw reviewGone();
    if (may === 'forbidden') throw forbidden();
    const manuscript = await manuscriptIn(tx, row.archiveId);
    const taker = body.auditorId ? await takerFor(tx, body.auditorId) : undefined;
    const given = taker ? { ...body, auditorId: taker.userId, taker } : body;
    await runner(given, manuscript)(tx, currentUser, row, event, body.reason ?? '');
  });
}

/** Gives an open review of a stopped account to another reviewer, or back to those who assign reviews. */
export async function handOverReview(tx: Tx, currentUser: CurrentUser, id: number, auditorId: number | null, reason: string): Promise<void> {
  const row = await reviewById(tx, id);
  if (!row) throw reviewGone();
  const manuscript = await manuscriptIn(tx, row.archiveId);
  const event = auditorId === null ? 'release' : 'transfer';
  await runner({ auditorId, reason }, manuscript)(tx, currentUser, row, event, reason, 'checked');
}

/** Cancels an open task of a manuscript that has left the review. */
export async function cancelReview(tx: Tx, manuscript: ManuscriptRow, row: ReviewWithNames): Promise<void> {
  await runner({}, manuscript)(tx, null, row, 'cancel');
}
