import { editQueryMachine, type EditQueryEvent, type EditQueryState } from '../../contract/manuscript/edit-query.machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition } from '../state-machine/transition.ts';
import { queryById } from './edit-task.queries.ts';
import { ownManuscript } from './edit-task.service.ts';
import { isAsked } from './letter.policy.ts';
import { manuscriptById } from './manuscript.queries.ts';
import { isEditor } from './manuscript.policy.ts';
import { editorPath, subjectOf } from './manuscript-step.service.ts';

const LOG = '责任编辑';

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

type QueryRow = NonNullable<Awaited<ReturnType<typeof queryById>>> & { readonly editorId: number | null };

const step = transition<EditQueryState, EditQueryEvent, QueryRow>(editQueryMachine, {
  table: 'editQuery',
  stateOf: (row) => row.status,
  rejection: () => new AppError(editQueryMachine.illegal, '这条质疑的状态已变化，请刷新后重试'),
  ownerOf: (row) => row.askTo,
  assigneeOf: (row) => row.editorId,
  columns: ({ event, reason, now }) => (event === 'answer' ? { answer: reason, answeredAt: now } : {}),
});

export async function stepQuery({ context, currentUser }: RequestCaller, queryId: number, event: EditQueryEvent, text: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const query = await queryById(tx, queryId);
    const row = query && (await manuscriptById(tx, query.archiveId));
    const own = row && (event === 'answer' ? isAsked(query, currentUser) : isEditor(row, currentUser));
    if (!query || !row || !own) throw missing('质疑不存在或与您无关，请刷新后重试');
    await step(tx, currentUser, { ...query, editorId: row.editorId }, event, text);
    if (event === 'answer')
      await sendMessage(tx, {
        userId: query.askedBy,
        type: 'task',
        title: `作者已答疑：${subjectOf(row)}`,
        content: text,
        link: editorPath(row.id),
      });
  });
}
