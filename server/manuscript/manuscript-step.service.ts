import { DAY_MS } from '../../contract/clock.ts';
import { KIND_NAMES, MANUSCRIPT } from '../../contract/manuscript/manuscript-limits.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import {
  BACK_TARGETS,
  manuscriptMachine,
  TURN_OF,
  type ManuscriptEvent,
  type ManuscriptState,
  type Turn,
} from '../../contract/manuscript/manuscript.machine.ts';
import { visibleCharacters } from '../../contract/field.ts';
import type { Database, Tx } from '../db/database.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { AppError, conflict, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import { followManuscript } from './edit-task-step.service.ts';
import { CODES } from './manuscript-codes.ts';
import { authorFault } from './manuscript.policy.ts';
import {
  cameFrom,
  editTaskOf,
  enteredAt,
  filesOfRole,
  isOutside,
  manuscriptById,
  newerFile,
  newerVersion,
  openBlockingTasks,
  openQueries,
  textOf,
  type ManuscriptRow,
} from './manuscript.queries.ts';

export type { ManuscriptRow } from './manuscript.queries.ts';

/** What comes with a step. `to` chooses the stage of `backTo`; `checked`: the caller has checked the permission of its own machine. */
export interface StepOptions {
  readonly reason?: string;
  readonly to?: ManuscriptState | null;
  readonly checked?: boolean;
  /** Columns of the manuscript that the event sets besides its state, for example `editorId`. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

export const manuscriptGone = (): AppError => missing('稿件不存在或与您无关，请刷新后重试');

/** Returns a manuscript; throws when it does not exist. */
export async function manuscriptIn(tx: Database | Tx, id: number): Promise<ManuscriptRow> {
  const row = await manuscriptById(tx, id);
  if (!row) throw manuscriptGone();
  return row;
}

/** Throws when a member of the staff is an author of the manuscript. */
export function assertNotAuthor(row: Pick<ManuscriptRow, 'ownerId' | 'authors'>, currentUser: Pick<CurrentUser, 'accounts'>): void {
  const fault = authorFault(row, currentUser);
  if (fault !== null) throw failed(fault);
}

interface AuthorLine {
  readonly name: string;
  readonly share: number;
}

export const authorsOf = (row: Pick<ManuscriptRow, 'authors'>): AuthorLine[] => JSON.parse(row.authors) as AuthorLine[];

/** Names of the authors in one line. */
export const authorsText = (row: Pick<ManuscriptRow, 'authors'>): string =>
  authorsOf(row)
    .map(({ name }) => name)
    .join('、');

/** Returns what a manuscript lacks before it can be submitted. */
async function lackingOf(tx: Tx, row: ManuscriptRow): Promise<string[]> {
  const shares = authorsOf(row).reduce((sum, { share }) => sum + share, 0);
  const { complete, completeWords } = workFiles(row.kind);
  const file = await filesOfRole(tx, row.id, complete);
  const text = file ? '' : ((await textOf(tx, row.id))?.content ?? '');
  return [
    [...row.summary].length < MANUSCRIPT.summaryMin && `内容提要（至少${MANUSCRIPT.summaryMin}字）`,
    authorsOf(row).length === 0 && '作者',
    authorsOf(row).length > 0 && shares !== MANUSCRIPT.shares && `作者份额（合计须为${MANUSCRIPT.shares}，现在是${shares}）`,
    !file && visibleCharacters(text) < MANUSCRIPT.onlineMin && completeWords,
  ].filter((one) => one !== false);
}

/** Required ticks of a stage and open queries must be finished before a manuscript goes on. */
async function assertFinished(tx: Tx, row: ManuscriptRow, queries: boolean): Promise<void> {
  const tasks = await openBlockingTasks(tx, row.id, row.status);
  if (tasks > 0) throw new AppError(CODES.openTasks, `尚有${tasks}项必办未完成`);
  const open = queries ? await openQueries(tx, row.id) : 0;
  if (open > 0) throw new AppError(CODES.openQueries, `尚有${open}条质疑未处理`);
}

export const editorPath = (archiveId: number): string => `/press/editor?open=${archiveId}`;

/** The user whose turn a state is, where the manuscript itself knows it. */
const turnUserOf = (row: ManuscriptRow, turn: Turn): number | null =>
  turn === 'author' ? row.ownerId : turn === 'editor' ? row.editorId : turn === 'typesetter' ? row.typesetterId : null;

const REMEMBERS: ReadonlySet<string> = new Set(manuscriptMachine.groups.interrupted);

const stepWith = ({ to: chosen, columns: more = {} }: StepOptions) =>
  transition<ManuscriptState, ManuscriptEvent, ManuscriptRow>(manuscriptMachine, {
    table: 'manuscript',
    stateOf: (row) => row.status,
    subject: (row) => `稿件《${row.title}》`,
    ownerOf: (row) => row.ownerId,
    assigneeOf: (row) => row.editorId,
    notOwner: manuscriptGone,
    on: {
      submit: {
        async guard({ tx, row }) {
          const lacking = await lackingOf(tx, row);
          if (lacking.length > 0) throw new AppError(CODES.incomplete, `稿件信息不完整：${lacking.join('、')}`);
        },
      },
      startAudit: {
        async guard({ tx, row }) {
          const { complete, completeWords, parts } = workFiles(row.kind);
          // A sample is enough to hand in a proposal, not to be reviewed.
          const file = await filesOfRole(
            tx,
            row.id,
            complete.filter((role) => role !== 'sample'),
          );
          const text = file ? '' : ((await textOf(tx, row.id))?.content ?? '');
          if (!file && visibleCharacters(text) < MANUSCRIPT.onlineMin)
            throw new AppError(CODES.noManuscript, parts ? `还没有${completeWords}，不能送审` : '未上传完整书稿，不能送审');
          await assertFinished(tx, row, false);
        },
        columns: ({ row }) => ({ reviewRound: row.reviewRound + 1 }),
      },
      resubmit: {
        target: async ({ tx, row }) => ((await cameFrom(tx, row.id, 'revising')) === 'editing' ? 'editing' : 'assigned'),
        async guard({ tx, row }) {
          const since = await enteredAt(tx, row.id, 'revising');
          const { parts } = workFiles(row.kind);
          // A new take of a recording or film is a revision as well.
          if (!(await newerVersion(tx, row.id, since)) && !(parts && (await newerFile(tx, row.id, parts.media, since))))
            throw new AppError(CODES.noRevision, '请先上传修改稿');
        },
      },
      finishEdit: {
        async guard({ tx, row }) {
          const task = await editTaskOf(tx, row.id);
          const flags = JSON.parse(task?.completeness ?? '[0,0,0]') as number[];
          if (flags.some((flag) => flag !== 1)) throw new AppError(CODES.notClean, '书稿未达到“齐、清、定”，不能发排');
          await assertFinished(tx, row, true);
        },
      },
      readPassed: {
        async guard({ tx, row }) {
          await assertFinished(tx, row, true);
        },
      },
      askRestore: {
        async guard({ tx, row, now }) {
          if (now - (await enteredAt(tx, row.id, 'withdrawn')) > MANUSCRIPT.undoWithdrawDays * DAY_MS)
            throw failed(`撤稿已超过${MANUSCRIPT.undoWithdrawDays}天，不能恢复，请重新投稿`);
        },
        columns: ({ now }) => ({ restoreAskedAt: now, turn: 'manager', turnUserId: null }),
      },
      undoWithdraw: {
        guard({ row }) {
          if (row.restoreAskedAt === null) throw failed('作者还没有申请恢复，请先联系作者提出申请');
        },
        columns: { restoreAskedAt: null },
      },
      undoReject: {
        async guard({ tx, row, now }) {
          if (now - (await enteredAt(tx, row.id, 'rejected')) > MANUSCRIPT.undoRejectDays * DAY_MS)
            throw failed(`退稿已超过${MANUSCRIPT.undoRejectDays}天，不能撤销，请作者重新投稿`);
        },
      },
      backTo: {
        guard({ row }) {
          const allowed = BACK_TARGETS[row.status] ?? [];
          if (!chosen || !allowed.includes(chosen))
            throw invalid(`请选择要退回的环节：${allowed.map((state) => manuscriptMachine.states[state].label).join('、')}`);
        },
        target: () => chosen as ManuscriptState,
      },
      recallReview: { target: () => chosen as ManuscriptState },
      reassign: { target: ({ from }) => from },
      publish: { columns: ({ now }) => ({ publishedAt: now }) },
    },
    target: ({ row }) => row.prevStatus as ManuscriptState,
    columns: ({ row, from, to, now }) => {
      const moved: ManuscriptRow = { ...row, ...(more as Partial<ManuscriptRow>) };
      const turn = TURN_OF[to];
      return {
        prevStatus: REMEMBERS.has(to) && to !== from ? from : to === from ? row.prevStatus : '',
        turn,
        turnUserId: turnUserOf(moved, turn),
        turnOutside: '0',
        stageSince: to === from ? row.stageSince : now,
        dueAt: to === 'revising' ? now + MANUSCRIPT.revisionDays * DAY_MS : to === from ? row.dueAt : null,
        ...more,
      };
    },
    async after({ tx, currentUser, row, event, from, to, now }) {
      if (to !== 'draft' && row.archiveNo === '')
        await tx
          .updateTable('manuscript')
          .set({ archiveNo: await yearlyNumber(tx, 'GJ', 6, now) })
          .where('id', '=', row.id)
          .execute();
      await addStageTasks(tx, row.id, to, now);
      await followManuscript(tx, currentUser, row.id, { event, from, to });
    },
  });

/** The ticks of a stage are copied from their templates when the manuscript enters the stage for the first time. */
async function addStageTasks(tx: Tx, archiveId: number, stage: ManuscriptState, now: number): Promise<void> {
  const present = await tx
    .selectFrom('stageTask')
    .select('id')
    .where('archiveId', '=', archiveId)
    .where('stage', '=', stage)
    .limit(1)
    .executeTakeFirst();
  if (present) return;
  const templates = await tx
    .selectFrom('stageTaskTemplate')
    .selectAll()
    .where('stage', '=', stage)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .execute();
  if (templates.length === 0) return;
  await tx
    .insertInto('stageTask')
    .values(
      templates.map(({ title, blocking, dueOffsetDays }) => ({
        archiveId,
        stage,
        title,
        blocking,
        dueAt: dueOffsetDays > 0 ? now + dueOffsetDays * DAY_MS : null,
        doneBy: null,
        doneAt: null,
        createTime: now,
        updateTime: now,
      })),
    )
    .execute();
}

/**
 * Takes one step of SM01 inside the caller's transaction and returns the manuscript after it. Machines of the stages pass `checked` when they
 * have checked the permission of their own event. Throws as `transition` does.
 */
export async function transitionManuscript(
  tx: Tx,
  currentUser: CurrentUser | null,
  row: ManuscriptRow,
  event: ManuscriptEvent,
  options: StepOptions = {},
): Promise<ManuscriptRow> {
  await stepWith(options)(tx, currentUser, row, event, options.reason ?? '', options.checked ? 'checked' : 'check');
  return manuscriptIn(tx, row.id);
}

/** Whose turn a manuscript is, and until when. */
export interface TurnChange {
  readonly turn: Turn;
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly dueAt: number | null;
}

/**
 * Sets whose turn it is within a stage; the machine of the stage knows. A held manuscript keeps its turn. Throws 409 when the manuscript has
 * changed since it was read. The version stays: a turn is not a change that an editor's open page would overwrite, or that a letter waits for.
 */
export async function setTurn(tx: Tx, row: Pick<ManuscriptRow, 'id' | 'version' | 'status'>, { turn, userId, dueAt }: TurnChange): Promise<void> {
  if (row.status === 'held') return;
  const turnOutside = userId !== null && turn !== 'author' && (await isOutside(tx, userId)) ? '1' : '0';
  const { numUpdatedRows } = await tx
    .updateTable('manuscript')
    .set({ turn, turnUserId: userId, dueAt, turnOutside, updateTime: Date.now() })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw conflict();
}

/** Name of a manuscript in messages: 图书《…》. */
export const subjectOf = (row: Pick<ManuscriptRow, 'kind' | 'title'>): string =>
  `${KIND_NAMES[row.kind as keyof typeof KIND_NAMES] ?? '稿件'}《${row.title}》`;
