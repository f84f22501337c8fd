import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import {
  submitTask,
  type JudgeTask,
  type myTasks,
  type saveTask,
  type TaskCard,
  type TaskText,
  type WorkFile,
} from '../../../contract/contest/judge-task.ts';
import { CONTEST, fileKindOf } from '../../../contract/contest/contest-limits.ts';
import { judgeTaskMachine, type TaskEvent, type TaskState } from '../../../contract/contest/judge-task.machine.ts';
import { judgeTotal, scoresComplete, type ScoreItem } from '../../../contract/contest/scoring.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Identity } from '../../document/anonymise.ts';
import type { Sent } from '../../files/send-file.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { once } from '../../http/once.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { transition } from '../../state-machine/transition.ts';
import { identitiesOf, judgeText, judgeValues } from '../entry/blind-file.service.ts';
import { CODES } from '../contest-codes.ts';
import { authorsText, criteriaOf } from '../contest-rows.ts';
import { isConflict } from './contest-round.queries.ts';
import { fileById, filesOfEntries, peopleOfEntry, type FileRow } from '../contest-submit.queries.ts';
import { typeOf } from '../entry/entry-file.service.ts';
import { judgesWork, openCalibrations, othersOf, ownTask, ownTasksPage, tasksInOrder, type OwnTask } from './judge-task.queries.ts';
import { handOver, settleVotes } from './task-handover.service.ts';
import { workText } from '../entry/work-text.ts';

type Written = DataOf<typeof saveTask>;
/** A device without a network sends its scores within days. */
const KEPT_MS = 30 * DAY_MS;

const gone = (): AppError => missing('没有待评作品');

const aliasOf = ({ calibration, orderNum }: Pick<OwnTask, 'calibration' | 'orderNum'>): string =>
  `${calibration === '1' ? '试评' : '作品'} ${String(orderNum).padStart(3, '0')}`;

const wireCard = (row: OwnTask, now: number, identity: Identity | undefined): TaskCard => ({
  contestId: row.contestId,
  contestTitle: row.contestTitle,
  roundType: row.roundType,
  mode: row.mode,
  submitId: row.submitId,
  alias: aliasOf(row),
  title: judgeText(row.title, identity),
  group: row.groupName,
  calibration: row.calibration === '1',
  status: row.status,
  roundStatus: row.roundStatus,
  endTime: wireTime(row.dueAt ?? row.endTime),
  late: row.roundStatus === 'open' && row.status !== 'submitted' && row.status !== 'recused' && (row.dueAt ?? row.endTime ?? now) < now,
  result: row.result,
  total: row.total,
});

type MineQuery = z.output<typeof myTasks.query>;

export async function tasksFor({ db }: AppContext, currentUser: CurrentUser, asked: MineQuery): Promise<DataOf<typeof myTasks>> {
  const filter = { judgeId: currentUser.userId, roundType: asked.roundType, contestId: asked.contestId, scoring: asked.scoring };
  const { rows, total, done } = await ownTasksPage(db, filter, asked.pageSize, (asked.pageNum - 1) * asked.pageSize);
  const now = Date.now();
  const identities = await hiddenIn(db, rows);
  return { rows: rows.map((row) => wireCard(row, now, identities.get(row.submitId))), total, done };
}

/** The anonymous copies that are ready; a file that is not ready, or in which names were found, is not shown. */
const blindFiles = (files: readonly FileRow[]): WorkFile[] =>
  files
    .filter(({ blindState }) => blindState === 'ready')
    .map((file) => ({ fileId: file.id, fileName: file.blindName, fileSize: file.blindSize, kind: fileKindOf(file.blindName), mime: file.mime }));

const showsAuthors = (row: OwnTask): boolean => row.blind === '0' || row.seeAuthors === '1';

/** Who made the entries whose authors the judge must not know. */
const hiddenIn = (db: Database | Tx, rows: readonly OwnTask[]) =>
  identitiesOf(
    db,
    rows.filter((row) => !showsAuthors(row)).map(({ submitId }) => submitId),
  );

/** Results of others: never before the rule of the round allows it. After a trial score the others' trial scores are the purpose of it. */
function showsOthers(row: OwnTask): boolean {
  if (row.status === 'recused') return false;
  if (row.calibration === '1') return row.status === 'submitted';
  if (row.seeOthers === 'after_own') return row.status === 'submitted';
  return row.seeOthers === 'after_close' && (row.roundStatus === 'scored' || row.roundStatus === 'confirmed');
}

async function othersFor(db: Database | Tx, row: OwnTask, judgeId: number): Promise<JudgeTask['others']> {
  if (!showsOthers(row)) return null;
  const rows = await othersOf(db, row.roundId, row.submitId, row.calibration, judgeId);
  return rows.map(({ nickName, result, total, comment }, at) => ({
    name: row.seeJudgeNames === '1' ? nickName : `评委${at + 1}`,
    result,
    total,
    comment,
  }));
}

async function wireTask(db: Database | Tx, row: OwnTask, files: readonly FileRow[], judgeId: number): Promise<JudgeTask> {
  const own = files.filter(({ submitId }) => submitId === row.submitId);
  const shown = blindFiles(own);
  const around = await tasksInOrder(db, judgeId, row.roundId);
  const at = around.findIndex(({ submitId, calibration }) => submitId === row.submitId && calibration === row.calibration);
  const identity = (await hiddenIn(db, [row])).get(row.submitId);
  const authors = showsAuthors(row) ? await peopleOfEntry(db, row.submitId) : undefined;
  return {
    ...wireCard(row, Date.now(), identity),
    intro: judgeText(row.intro, identity),
    more: await judgeValues(db, row, showsAuthors(row)),
    authorsText: authors ? authorsText(authors.nickName, authors.team) : '',
    files: shown,
    waitingFiles: own.length - shown.length,
    criteria: row.mode === 'score' ? criteriaOf(row) : [],
    items: JSON.parse(row.items) as ScoreItem[],
    comment: row.comment,
    startTime: wireTime(row.startTime),
    submittedAt: wireTime(row.submittedAt),
    version: row.version,
    others: await othersFor(db, row, judgeId),
    nextId:
      around.slice(at + 1).find(({ status, calibration }) => calibration === row.calibration && isOpen(status))?.submitId ??
      around.find((one, index) => index !== at && one.calibration === row.calibration && isOpen(one.status))?.submitId ??
      null,
    previousId: around.slice(0, Math.max(0, at)).findLast(({ calibration }) => calibration === row.calibration)?.submitId ?? null,
  };
}

const isOpen = (status: TaskState): boolean => status === 'todo' || status === 'draft';

interface Place {
  readonly contestId: number;
  readonly roundType: number;
  readonly submitId: number;
  readonly calibration: '0' | '1';
}

async function ownIn(db: Database | Tx, currentUser: CurrentUser, place: Place): Promise<OwnTask> {
  const row = await ownTask(db, { ...place, judgeId: currentUser.userId });
  if (!row) throw gone();
  return row;
}

/** One task, or the first open one of a round. */
export async function taskFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  asked: Omit<Place, 'submitId'> & { submitId?: number | undefined },
): Promise<JudgeTask> {
  const { submitId } = asked;
  const first =
    submitId === undefined
      ? (await ownTasksPage(db, { judgeId: currentUser.userId, roundType: asked.roundType, contestId: asked.contestId }, 1, 0)).rows[0]
      : undefined;
  const row = submitId === undefined ? first : await ownTask(db, { ...asked, submitId, judgeId: currentUser.userId });
  if (!row || row.status === 'recused') throw gone();
  return wireTask(db, row, await filesOfEntries(db, [row.submitId]), currentUser.userId);
}

/** Every task of a round that is not recused, with its form and the own draft. */
export async function packageFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  asked: { contestId: number; roundType: number; pageNum: number; pageSize: number },
): Promise<{ rows: JudgeTask[]; total: number }> {
  const filter = { judgeId: currentUser.userId, roundType: asked.roundType, contestId: asked.contestId };
  const { rows, total } = await ownTasksPage(db, filter, asked.pageSize, (asked.pageNum - 1) * asked.pageSize);
  const open = rows.filter(({ status }) => status !== 'recused');
  const files = await filesOfEntries(
    db,
    open.map(({ submitId }) => submitId),
  );
  const made: JudgeTask[] = [];
  for (const row of open) made.push(await wireTask(db, row, files, currentUser.userId));
  return { rows: made, total };
}

export interface ScoreBody extends Place {
  readonly result: '' | 'pass' | 'fail';
  readonly items: readonly ScoreItem[];
  readonly comment: string;
}

const length = (text: string): number => [...text].length;

/** What a judge has written, as the columns of the task. */
function scored(task: OwnTask, body: Partial<ScoreBody>) {
  const items = task.mode === 'score' ? (body.items ?? []) : [];
  const complete = task.mode === 'score' && scoresComplete(criteriaOf(task), items);
  return {
    items: JSON.stringify(items),
    result: task.mode === 'pass_fail' ? (body.result ?? '') : '',
    comment: body.comment ?? '',
    total: complete ? judgeTotal(criteriaOf(task), items) : null,
  };
}

const runner = (task: OwnTask, body: Partial<ScoreBody> & { reason?: string }) =>
  transition<TaskState, TaskEvent, OwnTask>(judgeTaskMachine, {
    table: 'judgeTask',
    stateOf: (row) => row.status,
    subject: aliasOf,
    assigneeOf: (row) => row.judgeId,
    on: {
      save: { guard: () => assertOpen(task), columns: () => scored(task, body) },
      handOver: { columns: () => scored(task, {}) },
      reopen: { columns: { submittedAt: null } },
      submit: {
        async guard({ tx }) {
          assertOpen(task);
          const items = body.items ?? [];
          if (task.mode === 'score' && !scoresComplete(criteriaOf(task), items)) throw new AppError(CODES.outOfRange, '评分超出范围');
          if (task.mode === 'pass_fail' && !body.result) throw new AppError(CODES.noResult, '请选择通过或不通过');
          if (length(body.comment ?? '') < CONTEST.comment.min) throw new AppError(CODES.noComment, `请填写评语，至少${CONTEST.comment.min}个字`);
          // Checked again here: a conflict may have been registered after the allocation.
          if (await isConflict(tx, task.judgeId, task.submitId)) throw new AppError(CODES.conflict, '您与这件作品有回避关系，不能评分，请选择“回避”');
          const trials = task.calibration === '1' ? 0 : await openCalibrations(tx, task.judgeId, task.roundId);
          if (trials > 0) throw new AppError(CODES.calibration, `请先完成${trials}件试评作品`);
        },
        columns: ({ now }) => ({ ...scored(task, body), submittedAt: now }),
      },
      recuse: {
        guard: () => assertOpen(task),
        columns: ({ reason }) => ({ recuseReason: reason, items: '[]', result: '', comment: '', total: null }),
      },
    },
  });

function assertOpen(task: Pick<OwnTask, 'roundStatus'>): void {
  if (task.roundStatus !== 'open') throw new AppError(CODES.roundClosed, '当前不在评审时间内');
}

async function written(tx: Tx, currentUser: CurrentUser, place: Place): Promise<Written> {
  const row = await ownIn(tx, currentUser, place);
  const around = await tasksInOrder(tx, currentUser.userId, row.roundId);
  const at = around.findIndex(({ submitId, calibration }) => submitId === row.submitId && calibration === row.calibration);
  const next = [...around.slice(at + 1), ...around.slice(0, at)].find(({ status, calibration }) => calibration === row.calibration && isOpen(status));
  return { status: row.status, total: row.total, version: row.version, nextId: next?.submitId ?? null };
}

export async function saveFor({ db }: AppContext, currentUser: CurrentUser, body: ScoreBody): Promise<Written> {
  return db.transaction().execute(async (tx) => {
    const row = await ownIn(tx, currentUser, body);
    await runner(row, body)(tx, currentUser, row, 'save');
    return written(tx, currentUser, body);
  });
}

/** A repeat with the same key gets the first answer: a device sends what it queued until an answer arrives. */
export async function submitFor({ db }: AppContext, currentUser: CurrentUser, body: ScoreBody, key: string | undefined): Promise<Written> {
  const { contestId, roundType, submitId, calibration, result, items, comment } = body;
  const content = { contestId, roundType, submitId, calibration, result, items, comment };
  const request = { userId: currentUser.userId, kind: 'judgeTask/submit', key, call: submitTask.key, body: content, keptMs: KEPT_MS };
  return once<Written>(db, request, (finish) =>
    db.transaction().execute(async (tx) => {
      const row = await ownIn(tx, currentUser, body);
      await runner(row, body)(tx, currentUser, row, 'submit');
      if (row.mode === 'pass_fail' && row.calibration === '0') await settleVotes(tx, row.roundId, row.submitId);
      return finish(tx, await written(tx, currentUser, body));
    }),
  );
}

export async function recuseFor({ db }: AppContext, currentUser: CurrentUser, body: Place & { reason: string }): Promise<Written> {
  return db.transaction().execute(async (tx) => {
    const row = await ownIn(tx, currentUser, body);
    await runner(row, body)(tx, currentUser, row, 'recuse', body.reason);
    await handOver(tx, row, body.reason);
    return written(tx, currentUser, body);
  });
}

/** The organisers send one result back to its judge. */
export async function reopenTaskIn(tx: Tx, currentUser: CurrentUser, task: OwnTask, reason: string): Promise<void> {
  assertOpen(task);
  await runner(task, {})(tx, currentUser, task, 'reopen', reason);
}

async function blindFile(context: AppContext, currentUser: CurrentUser, fileId: number): Promise<FileRow> {
  const file = await fileById(context.db, fileId);
  if (!file || file.blindState !== 'ready' || !(await judgesWork(context.db, currentUser.userId, file.submitId)))
    throw missing('文件不存在或还没有准备好');
  return file;
}

export async function taskFileFor(context: AppContext, currentUser: CurrentUser, fileId: number): Promise<Sent> {
  const file = await blindFile(context, currentUser, fileId);
  return { key: file.blindKey, name: file.blindName, mime: file.mime, size: file.blindSize };
}

export async function taskTextFor(context: AppContext, currentUser: CurrentUser, fileId: number): Promise<TaskText> {
  const file = await blindFile(context, currentUser, fileId);
  const kind = fileKindOf(file.blindName);
  if (kind !== 'document' && kind !== 'book') throw failed('这种文件没有可以显示的文字，请直接打开');
  return workText(typeOf(file.blindName), await buffer(await context.files.read(file.blindKey)));
}
