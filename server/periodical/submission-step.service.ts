import { DAY_MS } from '../../contract/clock.ts';
import {
  journalSubmissionMachine,
  SUBMISSION_TURN_OF,
  type SubmissionEvent,
  type SubmissionState,
} from '../../contract/periodical/journal-submission.machine.ts';
import { SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import type { Database, Tx } from '../db/database.ts';
import { wireDate } from '../db/clock.ts';
import { nextNumber } from '../db/sequence.ts';
import { findIdentity } from '../document/identity-scan.ts';
import { AppError, failed, invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition, type Step } from '../state-machine/transition.ts';
import { authorIdentity } from './review/blind.service.ts';
import { submissionGone } from './journal-access.service.ts';
import { isAuthorOf } from './author-of.queries.ts';
import { placePageFee } from './extensions/page-fee.service.ts';
import { editorsOf } from './journal.queries.ts';
import { CODES } from './periodical-codes.ts';
import { countPlanned, openReviews } from './review/review.queries.ts';
import { fileById, filesOf, issueById, lastPageOf, pointsOf, sameElsewhere, submissionById, type SubmissionRow } from './submission.queries.ts';
import { samePerson } from '../db/same-person.ts';
import { handlesAppeal } from './submission.policy.ts';

/** Characters of one printed page, for the proposed number of pages. */
const PAGE_CHARACTERS = 1800;

export interface SubmissionStep {
  readonly reason?: string | null | undefined;
  readonly revisionKind?: 'minor' | 'major' | null | undefined;
  readonly issueId?: number | null | undefined;
  readonly checked?: boolean;
}

export async function submissionIn(tx: Database | Tx, id: number): Promise<SubmissionRow> {
  const row = await submissionById(tx, id);
  if (!row) throw submissionGone();
  return row;
}

const NOBODY: AuthorLine = { name: '', nameEn: '', family: '', given: '', orcid: '', unit: '', mail: '', corresponding: false };
export interface AuthorLine {
  readonly name: string;
  readonly nameEn: string;
  readonly family: string;
  readonly given: string;
  readonly orcid: string;
  readonly unit: string;
  readonly mail: string;
  readonly corresponding: boolean;
}
export const authorsOf = (row: { readonly authors: string }): AuthorLine[] =>
  // Drafts of earlier versions have no parts of names.
  (JSON.parse(row.authors) as Partial<AuthorLine>[]).map((author) => ({ ...NOBODY, ...author }));
export const authorsText = (row: { readonly authors: string }): string =>
  authorsOf(row)
    .map(({ name }) => name)
    .join('、');
export const subjectOf = ({ title }: { readonly title: string }): string => `《${title}》`;
const listOf = (text: string): string[] => JSON.parse(text) as string[];

/** What a submission lacks before it may be submitted, in words. */
export async function lackingOf(tx: Database | Tx, row: SubmissionRow): Promise<string[]> {
  const authors = authorsOf(row);
  const keywords = listOf(row.keywords);
  const length = [...row.abstract].length;
  const file = row.manuscriptFileId === null ? undefined : await fileById(tx, row.manuscriptFileId);
  return [
    row.title === '' && '题名',
    row.columnName === '' && '栏目',
    (length < SUBMISSION.abstract.min || length > SUBMISSION.abstract.max) &&
      `摘要（${SUBMISSION.abstract.min}至${SUBMISSION.abstract.max}字，现在${length}字）`,
    (keywords.length < SUBMISSION.keywords.min || keywords.length > SUBMISSION.keywords.max) &&
      `关键词（${SUBMISSION.keywords.min}至${SUBMISSION.keywords.max}个）`,
    authors.length === 0 && '作者',
    authors.length > 0 && !authors.some(({ corresponding, mail }) => corresponding && mail !== '') && '通讯作者和邮箱',
    authors.some(({ unit }) => unit === '') && '每位作者的单位',
    !file && '稿件文件',
    row.isMultipleSubmit === '1' && '确认没有一稿多投',
    row.declared === '0' && '作者声明',
  ].filter((one) => one !== false);
}

const assertComplete = async (tx: Tx, row: SubmissionRow): Promise<void> => {
  const lacking = await lackingOf(tx, row);
  if (lacking.length > 0) throw new AppError(CODES.incomplete, `请完善稿件信息：${lacking.join('、')}`);
  const file = row.manuscriptFileId === null ? undefined : await fileById(tx, row.manuscriptFileId);
  const other = await sameElsewhere(tx, row, file?.sha256 ?? '');
  if (other) throw new AppError(CODES.elsewhere, '该稿件正在其他期刊审理中');
};

/** Whether the manuscript of the next round may be shown to reviewers: its anonymised copy was confirmed by an editor. */
export async function blindProblem(tx: Database | Tx, row: SubmissionRow): Promise<string> {
  if (row.reviewMode !== 'double_blind') return '';
  const file = row.manuscriptFileId === null ? undefined : await fileById(tx, row.manuscriptFileId);
  if (!file || file.blindKey === '') return '稿件还没有匿名稿，请上传去掉作者信息的稿件';
  return file.blindStatus === 'confirmed' ? '' : '请先查看匿名检查的结果，并确认匿名稿';
}

/** An appeal is handled by somebody else than the editor who declined. */
const assertOtherEditor = (row: SubmissionRow, currentUser: CurrentUser | null): void => {
  if (currentUser && !handlesAppeal(row, currentUser)) throw new AppError(CODES.sameEditor, '申诉的稿件须由另一位编辑处理，请转给其他主编');
};

const dueOf = (to: SubmissionState, step: SubmissionStep, row: SubmissionRow, now: number): number | null => {
  if (to === 'submitted') return (row.submittedAt ?? now) + SUBMISSION.answerDays * DAY_MS;
  if (to === 'returned') return now + SUBMISSION.completionDays * DAY_MS;
  if (to === 'revision') return now + (step.revisionKind === 'major' ? SUBMISSION.majorDays : SUBMISSION.minorDays) * DAY_MS;
  return null;
};

/** The user whose turn a state is. */
function turnUserOf(row: Pick<SubmissionRow, 'ownerId' | 'editorId'>, to: SubmissionState): number | null {
  const turn = SUBMISSION_TURN_OF[to];
  return turn === 'author' ? row.ownerId : turn === 'editor' ? row.editorId : null;
}

/** Who decided what, and why. */
const decision = ({ event, reason, currentUser, now }: Step<SubmissionState, SubmissionEvent, SubmissionRow>) => ({
  decision: event,
  decisionNote: reason,
  decidedBy: currentUser?.userId ?? null,
  decidedAt: now,
});

const stepWith = (step: SubmissionStep) =>
  transition<SubmissionState, SubmissionEvent, SubmissionRow>(journalSubmissionMachine, {
    table: 'journalSubmission',
    stateOf: (row) => row.status,
    subject: (row) => `来稿${subjectOf(row)}`,
    ownerOf: (row) => row.ownerId,
    notOwner: submissionGone,
    on: {
      submit: {
        guard: ({ tx, row }) => assertComplete(tx, row),
        columns: ({ now }) => ({ submittedAt: now }),
        async after({ tx, row, now }) {
          if (row.submissionNo !== '') return;
          await tx
            .updateTable('journalSubmission')
            .set({ submissionNo: await numberOf(tx, row.abbr, now) })
            .where('id', '=', row.id)
            .execute();
        },
      },
      resubmit: { guard: ({ tx, row }) => assertComplete(tx, row) },
      passScreening: {
        async guard({ tx, row, currentUser }) {
          assertOtherEditor(row, currentUser);
          const planned = await countPlanned(tx, row.id, row.round + 1);
          if (planned < SUBMISSION.leastReviewers) throw new AppError(CODES.fewReviewers, `请至少邀请${SUBMISSION.leastReviewers}名审稿专家`);
          const problem = await blindProblem(tx, row);
          if (problem !== '') throw new AppError(CODES.notBlind, problem);
        },
        columns: ({ row, to, now, currentUser }) => {
          const editorId = row.editorId ?? currentUser?.userId ?? null;
          return { round: row.round + 1, screenedAt: row.screenedAt ?? now, editorId, turnUserId: turnUserOf({ ...row, editorId }, to) };
        },
      },
      endReview: {
        async guard({ tx, row, now }) {
          const open = await openReviews(tx, row.id, row.round);
          if (open.some(({ dueAt }) => dueAt === null || dueAt > now)) throw failed('还有审稿任务没有到期，不能结束外审；可以先取消或催办');
        },
        columns: ({ now }) => ({ finalReviewAt: now }),
      },
      complete: { columns: ({ now }) => ({ finalReviewAt: now }) },
      rejectScreening: { columns: decision },
      requestRevision: {
        guard({ row, currentUser }) {
          if (!step.revisionKind) throw invalid('请选择小修或大修');
          assertOtherEditor(row, currentUser);
        },
        columns: (context) => ({ ...decision(context), revisionKind: step.revisionKind ?? 'minor' }),
      },
      revise: {
        async guard({ tx, row }) {
          const files = await filesOf(tx, row.id);
          const fresh = files.some((file) => file.role === 'manuscript' && file.createTime >= row.stageSince && file.id === row.manuscriptFileId);
          const response = files.some((file) => file.role === 'response' && file.createTime >= row.stageSince);
          const points = (await pointsOf(tx, row.id)).filter(({ round }) => round === row.round);
          const answered = points.length > 0 && points.every(({ answer }) => answer !== '');
          if (!fresh || !(response || answered)) throw new AppError(CODES.noRevision, '请上传修改稿和修改说明（逐条答复每条意见，或上传说明文件）');
          if (row.reviewMode !== 'double_blind') return;
          const texts = points.map(({ answer, pointNo }) => ({ place: `第${pointNo}条`, text: answer }));
          const leak = findIdentity(texts, authorIdentity(row)).find(({ kind }) => kind !== 'phrase');
          if (leak) throw new AppError(CODES.noRevision, `${leak.place}的答复里有“${leak.found}”，会让审稿人知道您是谁，请删去后再修回`);
        },
      },
      accept: {
        guard({ row, currentUser }) {
          assertOtherEditor(row, currentUser);
          if (row.screenedAt === null || row.finalReviewAt === null)
            throw new AppError(CODES.stageMissing, '初审、外审、终审都完成后才能录用；请先送外审');
          if (row.status === 'revised' && row.revisionKind === 'major')
            throw new AppError(CODES.stageMissing, '大修后的稿件须再次送外审，才能决定录用');
        },
        columns: (context) => ({
          ...decision(context),
          acceptedAt: context.now,
          feeFen: context.row.pageFeeFen,
          feeStatus: context.row.pageFeeFen > 0 ? 'due' : 'none',
        }),
        async after({ tx, row, currentUser }) {
          if (row.pageFeeFen > 0) await placePageFee(tx, currentUser, { ...row, feeFen: row.pageFeeFen });
        },
      },
      decline: { guard: ({ row, currentUser }) => assertOtherEditor(row, currentUser), columns: decision },
      undoDecline: {
        guard({ row, now }) {
          if (row.decidedAt === null || now - row.decidedAt > SUBMISSION.undoDeclineDays * DAY_MS)
            throw new AppError(CODES.undoLate, `退稿已超过${SUBMISSION.undoDeclineDays}天，不能撤销，请作者重新投稿`);
        },
      },
      appeal: {
        guard({ row, now }) {
          if (row.appealedAt !== null) throw new AppError(CODES.appeal, '每篇稿件只能申诉一次');
          if (row.decidedAt === null || now - row.decidedAt > SUBMISSION.appealDays * DAY_MS)
            throw new AppError(CODES.appeal, `退稿已超过${SUBMISSION.appealDays}天，不能申诉`);
        },
        columns: ({ now, reason }) => ({ appealedAt: now, appealText: reason }),
        after: ({ tx, row }) => giveToOther(tx, row),
      },
      edit: {
        guard({ row }) {
          if (row.feeStatus === 'due') throw new AppError(CODES.feeOpen, '版面费未支付');
        },
      },
      schedule: {
        async guard({ tx, row }) {
          const issue = step.issueId ? await issueById(tx, step.issueId) : undefined;
          if (!issue || issue.journalId !== row.journalId || issue.status !== 'planning')
            throw new AppError(CODES.noIssue, '请选择本刊正在组稿的一期');
        },
        after: ({ tx, row }) => place(tx, row, step.issueId ?? 0),
      },
      unschedule: {
        async guard({ tx, row }) {
          const issue = row.issueId === null ? undefined : await issueById(tx, row.issueId);
          if (issue && issue.status !== 'planning') throw new AppError(CODES.noIssue, '本期已经定稿，请先取消定稿');
        },
        columns: { issueId: null, pageStart: 0, pageEnd: 0 },
        async after({ tx, row }) {
          if (row.issueId !== null) await takeOut(tx, row.issueId, row.id);
        },
      },
    },
    target: ({ row }) => (row.prevStatus === '' ? 'decision' : row.prevStatus),
    columns: ({ row, from, to, now }) => ({
      prevStatus: to === 'declined' ? from : '',
      turn: SUBMISSION_TURN_OF[to],
      turnUserId: turnUserOf(row, to),
      stageSince: now,
      remindedAt: null,
      dueAt: dueOf(to, step, row, now),
    }),
  });

/** F18: `{刊缩写}2026-0001`. */
async function numberOf(tx: Tx, abbr: string, now: number): Promise<string> {
  const year = wireDate(now).slice(0, 4);
  return `${abbr}${year}-${String(await nextNumber(tx, `journal ${abbr}:${year}`)).padStart(4, '0')}`;
}

/** An appeal goes to an editor of the journal who did not decide; chief editors first. */
async function giveToOther(tx: Tx, row: SubmissionRow): Promise<void> {
  const others = [];
  for (const one of await editorsOf(tx, [row.journalId]))
    if (!(row.decidedBy !== null && (await samePerson(tx, one.userId, row.decidedBy))) && !(await isAuthorOf(tx, one.userId, row.id)))
      others.push(one);
  const next = others.find(({ duty }) => duty === 'chief') ?? others[0];
  if (next) await tx.updateTable('journalSubmission').set({ editorId: next.userId }).where('id', '=', row.id).execute();
}

/** Puts an article at the end of an issue, on the pages after the last one. */
async function place(tx: Tx, row: SubmissionRow, issueId: number): Promise<void> {
  const issue = await issueById(tx, issueId);
  if (!issue) throw new AppError(CODES.noIssue, '请选择本刊正在组稿的一期');
  const pageStart = (await lastPageOf(tx, issueId)) + 1;
  const pageEnd = pageStart + Math.max(1, Math.ceil(row.wordCount / PAGE_CHARACTERS)) - 1;
  await tx.updateTable('journalSubmission').set({ issueId, pageStart, pageEnd }).where('id', '=', row.id).execute();
  const ids = [...(JSON.parse(issue.articleIds) as number[]).filter((id) => id !== row.id), row.id];
  await setArticleIds(tx, issue, ids);
}

async function takeOut(tx: Tx, issueId: number, submissionId: number): Promise<void> {
  const issue = await issueById(tx, issueId);
  if (issue)
    await setArticleIds(
      tx,
      issue,
      (JSON.parse(issue.articleIds) as number[]).filter((id) => id !== submissionId),
    );
}

const setArticleIds = async (tx: Tx, issue: { readonly id: number; readonly version: number }, ids: readonly number[]): Promise<void> => {
  await tx
    .updateTable('journalIssue')
    .set({ articleIds: JSON.stringify(ids), version: issue.version + 1, updateTime: Date.now() })
    .where('id', '=', issue.id)
    .execute();
};

/**
 * Takes one step of SM09 inside the caller's transaction and returns the submission after it. With `checked` the caller has checked the
 * permission inside the journal. Throws as `transition` does.
 */
export async function transitionSubmission(
  tx: Tx,
  currentUser: CurrentUser | null,
  row: SubmissionRow,
  event: SubmissionEvent,
  step: SubmissionStep = {},
): Promise<SubmissionRow> {
  await stepWith(step)(tx, currentUser, row, event, step.reason ?? '', step.checked ? 'checked' : 'check');
  return submissionIn(tx, row.id);
}
