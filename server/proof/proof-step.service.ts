import { DAY_MS } from '../../contract/clock.ts';
import { spokenCharacters, workFiles } from '../../contract/manuscript/work-files.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import { errorRate, type ErrorRule } from '../../contract/proof/error-rate.ts';
import { proofDays, proofMachine, type PROOF_EVENTS, type ProofEvent, type ProofState, type Stage } from '../../contract/proof/proof.machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { behalfWords, isAuthorPerson, isOutsider, objectionOf, qualifiedStation, takerFor, type Taker } from '../manuscript/press-people.service.ts';
import { assertNotAuthor, manuscriptIn, subjectOf, type ManuscriptRow, type TurnChange } from '../manuscript/manuscript-step.service.ts';
import { pressTask, type TaskMessage, type TaskRule } from '../manuscript/press-task.service.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { masterSeconds } from '../media/master/master-track.service.ts';
import { openCorrections, placeCorrections, proofObjection, savePlaced } from './correction-check.service.ts';
import { CODES } from './proof-codes.ts';
import { errorRules, marksOf, type MarkRow } from './proof-mark.queries.ts';
import { compositionFor, lastRoundOf, proofById, stagesOf, type ProofRowWithNames } from './proof.queries.ts';
import { checkFault } from './proof.policy.ts';
import { compositionMachine } from '../../contract/composition/composition.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';

const LOG = '校对';
/** Intermediate titles and above, which the third proof needs. */
const INTERMEDIATE: ReadonlySet<string> = new Set(['一级校对', '编辑', '副编审', '编审']);
const NEXT = { one: 'passProofOne', two: 'passProofTwo', three: 'passProofThree', read: 'readPassed' } as const;
const OTHER: Readonly<Partial<Record<Stage, Stage>>> = { one: 'two', two: 'one' };

/** What comes with an event. */
export interface ProofBody {
  readonly reason?: string | null | undefined;
  readonly proofreaderId?: number | null | undefined;
  /** Who takes the task for `proofreaderId`, where that is a deputy. */
  readonly taker?: Taker | undefined;
  readonly charCount?: number | null | undefined;
  readonly noErrors?: boolean | null | undefined;
  readonly reportText?: string | null | undefined;
  /** Length of a recording or film as characters. */
  readonly spoken?: number | undefined;
  /** Writes the adopted corrections into the text when the stage passes. */
  readonly place?: ((tx: Tx) => Promise<unknown>) | null;
}

export const proofGone = (): AppError => missing('校对任务不存在，请刷新后重试');
export const proofPath = (row: Pick<ProofRowWithNames, 'id' | 'stage'>): string =>
  `/press/proofread/${row.stage === 'read' ? 'three' : row.stage}?open=${row.id}`;

/** The rules of the press for the error rate. */
export const rulesOf = async (db: Database | Tx): Promise<ErrorRule[]> =>
  (await errorRules(db)).map((row) => ({ ...row, oncePerPage: row.oncePerPage === '1' }));

/** Marks of a round that count: those of the round, without what the editor has rejected. */
const countedOf = (marks: readonly MarkRow[], row: Pick<ProofRowWithNames, 'id' | 'round'>): MarkRow[] =>
  marks.filter((mark) => mark.proofId === row.id && mark.round === row.round && mark.fate !== 'rejected');

/** F11 for one round of a proof. */
export async function rateOf(db: Database | Tx, row: Pick<ProofRowWithNames, 'id' | 'round' | 'archiveId'>, charCount: number) {
  return errorRate(countedOf(await marksOf(db, row.archiveId), row), await rulesOf(db), charCount);
}

/** Why a user may not take a proof; null when the user may. */
export async function objectionTo(tx: Tx, row: ProofRowWithNames, manuscript: ManuscriptRow, userId: number): Promise<AppError | null> {
  const station = await qualifiedStation(tx, userId, ['proofreader']);
  if (!station) return new AppError(CODES.unqualified, '没有有效的校对岗位');
  if (row.stage === 'three' && (!INTERMEDIATE.has(station.qualification) || (await isOutsider(tx, userId))))
    return new AppError(CODES.unqualified, '终校须由本社具有中级以上职称的专职校对担任');
  if (await isAuthorPerson(tx, manuscript, userId)) return failed('稿件的作者不能校对自己的稿件，请指派其他人');
  const other = OTHER[row.stage];
  const proof = other ? (await stagesOf(tx, row.archiveId)).get(other) : undefined;
  if (proof?.proofreaderId != null && (await samePerson(tx, proof.proofreaderId, userId)))
    return new AppError(CODES.samePerson, '一校、二校须由不同人员担任');
  return null;
}

export function assertChecks(row: ProofRowWithNames, currentUser: CurrentUser | null): void {
  const fault = currentUser && checkFault(row, currentUser);
  if (fault) throw fault.kind === 'forbidden' ? forbidden(fault.words) : failed(fault.words);
}

const runner = (body: ProofBody, manuscript: ManuscriptRow) => {
  const nameOf = (row: ProofRowWithNames): string => `${subjectOf(manuscript)}的${workFiles(manuscript.kind).stages[row.stage]}`;
  const withProofreader = ({ written }: { readonly written: ProofRowWithNames }): TurnChange => ({
    turn: 'proofreader',
    userId: written.proofreaderId,
    dueAt: written.dueAt,
  });
  const asked = (words: string, { written, reason }: { readonly written: ProofRowWithNames; readonly reason: string }): TaskMessage => ({
    userId: written.proofreaderId,
    title: `${words}：${nameOf(written)}${behalfWords(body.taker?.onBehalfOf)}`,
    content: reason || `期限：${deadlineMoment(wireTime(written.dueAt))}`,
    link: proofPath(written),
  });
  const given: TaskRule<ProofState, ProofEvent, ProofRowWithNames> = {
    async guard({ tx, row, event }) {
      if (!body.proofreaderId) throw invalid('请选择校对');
      if (event === 'transfer' && body.proofreaderId === row.proofreaderId) throw failed('任务已在此人手上，请选择其他人');
      const objection = await objectionTo(tx, row, manuscript, body.proofreaderId);
      if (objection) throw body.taker ? objectionOf(body.taker, objection) : objection;
    },
    columns: ({ now, currentUser }) => ({
      proofreaderId: body.proofreaderId,
      assignedBy: currentUser?.userId ?? null,
      assignedAt: now,
      dueAt: now + proofDays(Math.max(manuscript.wordCount, body.spoken ?? 0)) * DAY_MS,
    }),
    turn: withProofreader,
    messages: (done) => [asked('请您校对', done)],
  };
  return pressTask<ProofState, ProofEvent, ProofRowWithNames>(proofMachine, manuscript, {
    table: 'proofread',
    stateOf: (row) => row.status,
    subject: nameOf,
    assigneeOf: (row) => row.proofreaderId,
    on: {
      assign: given,
      transfer: {
        ...given,
        messages: (done) => [
          asked('请您校对', done),
          { userId: done.row.proofreaderId, title: `${nameOf(done.row)}已转给他人`, content: done.reason, link: proofPath(done.row) },
        ],
      },
      release: {
        columns: { proofreaderId: null, assignedAt: null, dueAt: null },
        turn: () => ({ turn: 'manager', userId: null, dueAt: null }),
      },
      start: {
        async guard({ tx, row }) {
          const composition = await compositionFor(tx, row.archiveId);
          if (composition && !inGroup(compositionMachine, 'built', composition.status))
            throw failed(`${workFiles(manuscript.kind).making.proof}正在改样，出样后才能开始`);
        },
        columns: ({ now }) => ({ startedAt: now }),
      },
      submit: {
        async guard({ tx, row }) {
          const own = (await marksOf(tx, row.archiveId)).some(
            (mark) => mark.proofId === row.id && mark.round === row.round && mark.source === 'proofreader',
          );
          if (!body.charCount || (!own && !body.noErrors)) throw new AppError(CODES.noResult, '请填写校对结果');
          if (own && body.noErrors) throw invalid('已有记号，不能勾选“无差错”');
        },
        columns: ({ row, now }) => ({
          finishedAt: now,
          charCount: body.charCount,
          noErrors: body.noErrors ? '1' : '0',
          reportText: body.reportText ?? row.reportText,
        }),
        after: ({ tx, row }) => writeRate(tx, row, body.charCount ?? 0),
        turn: () => ({ turn: 'editor', userId: manuscript.editorId, dueAt: null }),
        messages: ({ row }) => [{ userId: manuscript.editorId, title: `请核红：${nameOf(row)}`, link: proofPath(row) }],
      },
      pass: {
        async guard({ tx, row, currentUser }) {
          assertChecks(row, currentUser);
          const marks = await marksOf(tx, row.archiveId);
          const undecided = marks.filter((mark) => mark.fate === 'pending' || (row.stage === 'read' && mark.fate === 'carried')).length;
          if (undecided > 0) throw new AppError(CODES.openMarks, `尚有${undecided}处标记未处理`);
          const composition = await compositionFor(tx, row.archiveId);
          if (composition && !inGroup(compositionMachine, 'built', composition.status))
            throw failed(`${workFiles(manuscript.kind).making.proof}正在改样，出样后才能核红`);
          const open = await openCorrections(tx, row.archiveId);
          const objection = proofObjection(open.due, open);
          if (objection) throw new AppError(CODES.unchecked, objection);
          if (row.stage === 'read' && !(await rateOf(tx, row, row.charCount)).passes) throw new AppError(CODES.rate, '差错率超过万分之一，不能付印');
        },
        async after({ tx, row }) {
          await writeRate(tx, row, row.charCount);
          await body.place?.(tx);
        },
        manuscript: ({ row }) => ({ event: NEXT[row.stage] }),
      },
      redo: {
        guard: ({ row, currentUser }) => assertChecks(row, currentUser),
        columns: ({ row, now }) => ({
          round: row.round + 1,
          finishedAt: null,
          noErrors: '0',
          score: 0,
          rate: 0,
          dueAt: now + proofDays(Math.max(manuscript.wordCount, body.spoken ?? 0)) * DAY_MS,
        }),
        turn: withProofreader,
        messages: (done) => [asked('请重校', done)],
      },
      cancel: {
        messages: ({ row, reason }) => [{ userId: row.proofreaderId, title: `${nameOf(row)}已取消`, content: reason }],
      },
    },
  });
};

/** Writes the points and the error rate (F11) of a round. */
async function writeRate(tx: Tx, row: ProofRowWithNames, charCount: number): Promise<void> {
  const { score, rate } = await rateOf(tx, row, charCount);
  await tx
    .updateTable('proofread')
    .set({ score, rate: Math.round(rate * 10_000) })
    .where('id', '=', row.id)
    .execute();
}

/** Opens the proof of a stage; its turn is with the manager until a reviewer is assigned. */
export async function openProof(tx: Tx, archiveId: number, stage: Stage): Promise<void> {
  const now = Date.now();
  await tx
    .insertInto('proofread')
    .values({
      archiveId,
      stage,
      round: (await lastRoundOf(tx, archiveId, stage)) + 1,
      proofreaderId: null,
      assignedBy: null,
      assignedAt: null,
      dueAt: null,
      startedAt: null,
      finishedAt: null,
      createTime: now,
      updateTime: now,
    })
    .execute();
}

/** Cancels an open proof of a manuscript that has gone back, and tells its proofreader. */
export async function cancelProof(tx: Tx, row: ProofRowWithNames, reason: string): Promise<void> {
  const manuscript = await manuscriptIn(tx, row.archiveId);
  await runner({}, manuscript)(tx, null, row, 'cancel', reason);
}

const spokenOf = async (tx: Tx, archiveId: number): Promise<number> => spokenCharacters(await masterSeconds(tx, archiveId));

/** Takes one step of SM06 with everything that it causes. */
export async function handleProofEvent(caller: RequestCaller, id: number, event: (typeof PROOF_EVENTS)[number], body: ProofBody): Promise<void> {
  const { currentUser } = caller;
  requirePermission(proofMachine, event, currentUser);
  const asked = event === 'pass' ? await proofById(caller.context.db, id) : undefined;
  // What the editor adopted is written into the text when the stage passes.
  const placed = asked?.status === 'submitted' ? await placeCorrections(caller.context, asked.archiveId) : null;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await proofById(tx, id);
    if (!row) throw proofGone();
    const manuscript = await manuscriptIn(tx, row.archiveId);
    assertNotAuthor(manuscript, currentUser);
    const taker = body.proofreaderId ? await takerFor(tx, body.proofreaderId) : undefined;
    const place = placed && ((inside: Tx) => savePlaced(caller.context, currentUser, row.archiveId, placed, inside));
    await runner({ ...body, proofreaderId: taker?.userId, taker, place, spoken: await spokenOf(tx, row.archiveId) }, manuscript)(
      tx,
      currentUser,
      row,
      event,
      body.reason ?? '',
    );
  });
}

/** Gives an open proof of a stopped account to another proofreader, or back to those who assign proofs. */
export async function handOverProof(tx: Tx, currentUser: CurrentUser, id: number, proofreaderId: number | null, reason: string): Promise<void> {
  const row = await proofById(tx, id);
  if (!row) throw proofGone();
  const manuscript = await manuscriptIn(tx, row.archiveId);
  const body = proofreaderId === null ? { reason } : { proofreaderId, reason, spoken: await spokenOf(tx, row.archiveId) };
  await runner(body, manuscript)(tx, currentUser, row, proofreaderId === null ? 'release' : 'transfer', reason, 'checked');
}
