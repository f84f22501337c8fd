import { feedback, type FeedbackEvent, type FeedbackState } from '../../contract/system/feedback.ts';
import { seenBy } from '../crud/crud-row.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { CrudTable, Query, Row } from '../crud/crud-table.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import type { AppContext } from '../context.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { conflict, failed, forbidden, missing, tooMany } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../content/message.service.ts';
import { illegalTransition, logTransition } from './transition-log.ts';
import { CLOSES_AFTER_MS, STATE_NAMES, stateAt, STEPS } from './feedback-flow.ts';
import { addFeedback, changeFeedback, feedbackById, reopened } from './feedback.queries.ts';

const LOG = '意见反馈';
const ILLEGAL = 22301;
const PER_HOUR = 5;
const EDIT = 'system:feedback:edit';

const stateOf = (row: Row): FeedbackState => stateAt(row as unknown as { status: string; replyTime: number | null }, Date.now());

/** A map: the name comes from outside, and an object has names of its own. */
const STATE_FILTERS: ReadonlyMap<string, (query: Query, old: number) => Query> = new Map<string, (query: Query, old: number) => Query>([
  ['replied', (query, old) => query.where('status', '=', 'replied').where('replyTime', '>', old)],
  [
    'closed',
    (query, old) =>
      query.where((eb: Query) => eb.or([eb('status', '=', 'closed'), eb.and([eb('status', '=', 'replied'), eb('replyTime', '<=', old)])])),
  ],
]);

const table: CrudTable<typeof feedback> = {
  table: 'feedback',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'bin',
  names: { userName: { from: 'user', column: 'nickName', by: 'userId' } },
  filters: {
    status: (query, value) => (STATE_FILTERS.get(value) ?? ((one: Query) => one.where('status', '=', value)))(query, Date.now() - CLOSES_AFTER_MS),
  },
  show: async (_db, rows) => rows.map((row) => ({ status: stateOf(row), images: JSON.parse(String(row['images'])) as string[] })),
};
export const feedbacks = crudService(feedback, table);
const own = crudService(feedback, { ...table, only: (query, currentUser) => query.where('userId', '=', currentUser.userId) });

export async function mine(context: AppContext, currentUser: CurrentUser, asked: { pageNum: number; pageSize: number }) {
  const { rows, total } = await own.list(context, currentUser, asked);
  return { rows: rows.map((row) => seenBy(currentUser, 'system:feedback:list', row)), total };
}

interface Said {
  readonly type: string;
  readonly content: string;
  readonly images: readonly string[];
  readonly contact: string;
}

/** Keeps what somebody says; a visitor may, at most five times an hour from one address. */
export async function storeFeedback(context: AppContext, currentUser: CurrentUser | null, ip: string, said: Said): Promise<void> {
  if ((await context.cache.count(`feedback:${rateLimitKey(ip)}`, 3_600_000)) > PER_HOUR) throw tooMany('您提交得太频繁了，请一小时后再试');
  await addFeedback(
    context.db,
    { ...said, images: JSON.stringify(said.images), userId: currentUser?.userId ?? null, createBy: currentUser?.userName ?? '访客' },
    Date.now(),
  );
  forgetTotals(context.db);
}

/** Takes one step of SM23: permission or ownership first, then the state, then what must be said with it. */
export async function fireFeedback(caller: RequestCaller, id: number, event: FeedbackEvent, text: string): Promise<void> {
  const { currentUser } = caller;
  const step = STEPS[event];
  if (!step.own && !hasPermission(currentUser, EDIT)) throw forbidden();
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await feedbackById(tx, id);
    if (!row || (step.own && row.userId !== currentUser.userId)) throw missing('意见反馈不存在或已被删除，请刷新后重试');
    const from = stateAt(row, Date.now());
    if (from !== step.from) throw illegalTransition(ILLEGAL, '意见反馈', STATE_NAMES[from], step.name);
    if (event === 'reopen' && (await reopened(tx, id))) throw failed('每条反馈只能再次反馈一次，请重新提交一条');
    if (step.says && [...text].length < step.says[0]) throw failed(step.says[1]);
    const said = event === 'reply' || event === 'ignore';
    const changed = await changeFeedback(tx, row, currentUser.userName, {
      status: step.to,
      ...(said ? { reply: text, replyBy: currentUser.nickName, replyTime: Date.now() } : {}),
    });
    if (!changed) throw conflict();
    await logTransition(tx, currentUser, { entityType: 'feedback', entityId: id, event, fromStatus: from, toStatus: step.to, note: text });
    if (said && row.userId !== null) await answerTo(tx, row.userId, row.content, text);
  });
}

const answerTo = (tx: Tx, userId: number, content: string, reply: string) =>
  sendMessage(tx, { userId, type: 'system', title: '您的意见反馈有了回复', content: `您说：${content.slice(0, 100)}\n回复：${reply}` });
