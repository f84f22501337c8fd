import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type { editList, Editor, EditWork, PermissionItem } from '../../contract/manuscript/edit-task.ts';
import { editQueryMachine, type EditQueryEvent, type EditQueryState } from '../../contract/manuscript/edit-query.machine.ts';
import type { ManuscriptEvent } from '../../contract/manuscript/manuscript.machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { epochOf, wireDate, wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import {
  editRows,
  editorStations,
  missingPermissions,
  permissionsOf,
  queriesOf,
  queryById,
  stageTaskById,
  stageTasksOf,
} from './edit-task.queries.ts';
import { addEditTask, cancelEditTasks } from './edit-task-step.service.ts';
import { CODES } from './manuscript-codes.ts';
import {
  assertNotAuthor,
  authorsText,
  editorPath,
  manuscriptGone,
  manuscriptIn,
  transitionManuscript,
  subjectOf,
  type ManuscriptRow,
} from './manuscript-step.service.ts';
import { deputyOf, editTaskOf, loadOf, manuscriptById, stationOf } from './manuscript.queries.ts';
import { behalfWords, isAuthorPerson, objectionOf, takerFor } from './press-people.service.ts';
import { isAsked } from './letter/letter.policy.ts';
import { isEditor, readsWork, ticksStageTask } from './manuscript.policy.ts';
import { transition } from '../state-machine/transition.ts';
import { assertNotOnHold } from './hold/on-hold.service.ts';

const LOG = '责任编辑';
const DEFAULT_MOST = 10;

export const mostOf = (station: { maxTasks: number } | undefined): number => (station?.maxTasks ? station.maxTasks : DEFAULT_MOST);

/** Material that still needs a licence, for the gate before printing. */
export const openPermissions = async (tx: Tx, archiveId: number): Promise<string[]> =>
  (await missingPermissions(tx, archiveId)).map(({ material }) => material);

/** Days in the present stage. */
export const daysSince = (since: number, now: number): number => (since === 0 ? 0 : Math.max(0, Math.floor((now - since) / DAY_MS)));

export async function editorTasks({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof editList.query>) {
  const query = editRows(db, { tab: asked.tab, userId: currentUser.userId, keyword: asked.keyword, editorId: asked.editorId });
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('manuscript')
    .select('editor.nickName as editorName')
    .select((eb) => [
      eb
        .selectFrom('editQuery')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('editQuery.archiveId', '=', 'manuscript.id')
        .where('editQuery.status', 'in', editQueryMachine.groups.unsettled)
        .where('editQuery.delFlag', '=', '0')
        .as('openQueries'),
      eb
        .selectFrom('stageTask')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('stageTask.archiveId', '=', 'manuscript.id')
        .whereRef('stageTask.stage', '=', 'manuscript.status')
        .where('stageTask.doneAt', 'is', null)
        .where('stageTask.delFlag', '=', '0')
        .as('openTasks'),
    ])
    .orderBy('manuscript.stageSince')
    .orderBy('manuscript.id')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  const now = Date.now();
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      archiveId: row.id,
      archiveNo: row.archiveNo,
      title: row.title,
      authorsText: authorsText(row),
      kind: row.kind as 'book',
      status: row.status,
      editorId: row.editorId,
      editorName: row.editorName ?? '',
      days: daysSince(row.stageSince, now),
      dueAt: wireTime(row.dueAt),
      late: row.dueAt !== null && row.dueAt < now,
      openQueries: Number(row.openQueries ?? 0),
      openTasks: Number(row.openTasks ?? 0),
    })),
  };
}

/** Editors with their load; `blocked` says why one cannot take another manuscript. */
export async function editorPeople({ db }: AppContext): Promise<Editor[]> {
  const today = wireDate(Date.now());
  const rows = await editorStations(db);
  return Promise.all(
    rows.map(async (row) => {
      const most = mostOf(row);
      const load = Number(row.load ?? 0);
      const deputy = await deputyOf(db, row.userId, today);
      const name = deputy === null ? undefined : await takerFor(db, row.userId).catch(() => undefined);
      const expired = row.validTo !== '' && row.validTo < today;
      return {
        userId: row.userId,
        nickName: row.nickName,
        qualification: row.qualification,
        certNo: row.certNo,
        load,
        most,
        blocked: expired ? '责任编辑证已过期' : load >= most ? '任务已满' : '',
        deputyName: name?.name ?? '',
      };
    }),
  );
}

interface Assignment {
  readonly editorId: number;
  readonly dueAt: number | null;
  readonly reason: string;
  readonly event: Extract<ManuscriptEvent, 'assign' | 'reassign'>;
  /** The caller has checked another permission that includes the event. */
  readonly checked?: boolean;
}

/** Throws when a user may not be the responsible editor of a manuscript: 20105 without a valid station or capacity. */
export async function requireEditor(tx: Tx, row: ManuscriptRow, editorId: number): Promise<void> {
  const station = await stationOf(tx, editorId, ['editor'], wireDate(Date.now()));
  if (!station || (await loadOf(tx, editorId)) >= mostOf(station)) throw new AppError(CODES.editorBusy, '该编辑任务已满或资格已过期');
  if (await isAuthorPerson(tx, row, editorId)) throw failed('稿件的作者不能担任自己稿件的责任编辑，请改派其他编辑');
}

/** Assigns an editor, or the deputy of an absent one. Throws 20105 when the editor is not qualified or has no capacity. */
export async function assignEditor(tx: Tx, currentUser: CurrentUser, row: ManuscriptRow, given: Assignment): Promise<ManuscriptRow> {
  const taker = await takerFor(tx, given.editorId);
  const editorId = taker.userId;
  await requireEditor(tx, row, editorId).catch((error: unknown) => {
    throw error instanceof AppError ? objectionOf(taker, error) : error;
  });
  if (given.event === 'reassign' && row.editorId === editorId) throw failed('这位编辑已经是责任编辑，请选择其他编辑');
  const former = row.editorId;
  await cancelEditTasks(tx, currentUser, row.id);
  const after = await transitionManuscript(tx, currentUser, row, given.event, {
    reason: given.reason,
    columns: { editorId, dueAt: given.dueAt },
    ...(given.checked ? { checked: true } : {}),
  });
  await addEditTask(tx, currentUser, { archiveId: row.id, editorId, dueAt: given.dueAt, editing: after.status === 'editing' });
  await sendMessage(tx, {
    userId: editorId,
    type: 'task',
    title: `请您担任${subjectOf(row)}的责任编辑${behalfWords(taker.onBehalfOf)}`,
    content: given.reason,
    link: editorPath(row.id),
  });
  if (former !== null && given.event === 'reassign')
    await sendMessage(tx, { userId: former, type: 'task', title: `${subjectOf(row)}已改派其他责任编辑`, content: given.reason });
  return after;
}

export async function assignByManager(caller: RequestCaller, body: { archiveId: number; editorId: number; dueDate: string }): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await manuscriptIn(tx, body.archiveId);
    assertNotAuthor(row, caller.currentUser);
    const dueAt = body.dueDate ? epochOf(`${body.dueDate} 23:59:59`) : null;
    await assignEditor(tx, caller.currentUser, row, { editorId: body.editorId, dueAt, reason: '', event: 'assign' });
  });
}

/** The manuscript of which the caller is the responsible editor. */
async function ownManuscript(tx: Tx, currentUser: CurrentUser, archiveId: number): Promise<ManuscriptRow> {
  const row = await manuscriptIn(tx, archiveId);
  if (!isEditor(row, currentUser)) throw forbidden('这一步由责任编辑处理，您不能代办');
  await assertNotOnHold(tx, archiveId);
  return row;
}

export async function workOf({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<EditWork> {
  const row = await manuscriptById(db, archiveId);
  if (!row || !readsWork(row, currentUser)) throw manuscriptGone();
  const task = await editTaskOf(db, archiveId);
  const [queries, tasks, permissions] = [await queriesOf(db, archiveId), await stageTasksOf(db, archiveId), await permissionsOf(db, archiveId)];
  const flags = JSON.parse(task?.completeness ?? '[0,0,0]') as number[];
  return {
    archiveId,
    versionNo: row.currentVersion,
    completeness: [flags[0] === 1, flags[1] === 1, flags[2] === 1],
    editedWordCount: task?.editedWordCount ?? 0,
    dueAt: wireTime(task?.dueAt ?? null),
    tasks: tasks.map((one) => ({
      taskId: one.id,
      stage: one.stage as ManuscriptRow['status'],
      title: one.title,
      blocking: one.blocking,
      dueAt: wireTime(one.dueAt),
      done: one.doneAt !== null,
      doneByName: one.doneByName ?? '',
      doneAt: wireTime(one.doneAt),
    })),
    queries: queries.map(wireQuery),
    permissions: permissions.map(({ material, rightsOwner, scope, feeFen, fileId, status }) => ({
      material,
      rightsOwner,
      scope,
      feeFen,
      fileId,
      status,
    })),
    writable: isEditor(row, currentUser) && manuscriptMachine.groups.editorWrites.includes(row.status),
  };
}

export const wireQuery = (one: Awaited<ReturnType<typeof queriesOf>>[number]) => ({
  queryId: one.id,
  versionNo: one.versionNo,
  place: one.place,
  quote: one.quote,
  text: one.text,
  askedByName: one.askedByName ?? '',
  askToName: one.askToName ?? '',
  answer: one.answer,
  answeredAt: wireTime(one.answeredAt),
  status: one.status,
  createTime: wireTime(one.createTime),
});

export async function storeCompleteness(
  caller: RequestCaller,
  body: { archiveId: number; completeness: readonly boolean[]; editedWordCount: number },
) {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    await ownManuscript(tx, caller.currentUser, body.archiveId);
    const task = await editTaskOf(tx, body.archiveId);
    if (!task) throw failed('这部稿件没有进行中的编辑任务');
    await tx
      .updateTable('editTask')
      .set({
        completeness: JSON.stringify(body.completeness.map(Number)),
        editedWordCount: body.editedWordCount,
        updateBy: caller.currentUser.userName,
        updateTime: Date.now(),
      })
      .where('id', '=', task.id)
      .execute();
  });
}

export async function storeTick(caller: RequestCaller, taskId: number, done: boolean): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const task = await stageTaskById(tx, taskId);
    const row = task && (await manuscriptById(tx, task.archiveId));
    const may = row && ticksStageTask(row, currentUser);
    if (!task || !row || !may) throw missing('事项不存在或不归您办理，请刷新后重试');
    await assertNotOnHold(tx, row.id);
    const now = Date.now();
    await tx
      .updateTable('stageTask')
      .set({ doneBy: done ? currentUser.userId : null, doneAt: done ? now : null, updateTime: now })
      .where('id', '=', taskId)
      .execute();
  });
}

export async function addTask(
  caller: RequestCaller,
  body: { archiveId: number; title: string; blocking: '0' | '1'; dueDate: string },
): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const row = await ownManuscript(tx, caller.currentUser, body.archiveId);
    const now = Date.now();
    await tx
      .insertInto('stageTask')
      .values({
        archiveId: row.id,
        stage: row.status,
        title: body.title,
        blocking: body.blocking,
        dueAt: body.dueDate ? epochOf(`${body.dueDate} 23:59:59`) : null,
        doneBy: null,
        doneAt: null,
        createBy: caller.currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
  });
}

export async function askAuthor(caller: RequestCaller, body: { archiveId: number; place: string; quote: string; text: string }): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const row = await ownManuscript(tx, currentUser, body.archiveId);
    if (row.status !== 'editing' && row.status !== 'assigned') throw failed('稿件不在编辑加工，不能再提质疑');
    const now = Date.now();
    await tx
      .insertInto('editQuery')
      .values({
        ...body,
        versionNo: row.currentVersion,
        askedBy: currentUser.userId,
        askTo: row.ownerId,
        answeredAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
    await sendMessage(tx, {
      userId: row.ownerId,
      type: 'task',
      title: `请您答疑：${subjectOf(row)}`,
      content: body.text,
      link: `/authorBackground/publish?archiveId=${row.id}`,
    });
  });
}

type QueryRow = NonNullable<Awaited<ReturnType<typeof queryById>>> & { readonly editorId: number | null; readonly subject: string };

const step = transition<EditQueryState, EditQueryEvent, QueryRow>(editQueryMachine, {
  table: 'editQuery',
  stateOf: (row) => row.status,
  rejection: () => new AppError(editQueryMachine.illegal, '这条质疑的状态已变化，请刷新后重试'),
  ownerOf: (row) => row.askTo,
  assigneeOf: (row) => row.editorId,
  on: {
    answer: {
      columns: ({ reason, now }) => ({ answer: reason, answeredAt: now }),
      after: ({ tx, row, reason }) =>
        sendMessage(tx, { userId: row.askedBy, type: 'task', title: `作者已答疑：${row.subject}`, content: reason, link: editorPath(row.archiveId) }),
    },
  },
});

export async function transitionQuery({ context, currentUser }: RequestCaller, queryId: number, event: EditQueryEvent, text: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const query = await queryById(tx, queryId);
    const row = query && (await manuscriptById(tx, query.archiveId));
    const own = row && (event === 'answer' ? isAsked(query, currentUser) : isEditor(row, currentUser));
    if (!query || !row || !own) throw missing('质疑不存在或与您无关，请刷新后重试');
    await step(tx, currentUser, { ...query, editorId: row.editorId, subject: subjectOf(row) }, event, text);
  });
}

/** Replaces the list of materials that need a licence. */
export async function storePermissions(caller: RequestCaller, archiveId: number, items: readonly PermissionItem[]): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await ownManuscript(tx, caller.currentUser, archiveId);
    const now = Date.now();
    await tx
      .updateTable('permissionItem')
      .set({ delFlag: '2', updateTime: now })
      .where('archiveId', '=', row.id)
      .where('delFlag', '=', '0')
      .execute();
    if (items.length > 0)
      await tx
        .insertInto('permissionItem')
        .values(items.map((item) => ({ ...item, archiveId, createBy: caller.currentUser.userName, createTime: now, updateTime: now })))
        .execute();
  });
}
