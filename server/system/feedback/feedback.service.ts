import { feedback, type FeedbackEvent, type FeedbackState } from '../../../contract/system/feedback.ts';
import { seenBy } from '../../crud/crud-row.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import type { CrudTable, Query } from '../../crud/crud-table.ts';
import type { Tx } from '../../db/database.ts';
import { forgetTotals } from '../../db/total.ts';
import type { AppContext } from '../../context.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { failed, invalid, missing, type AppError } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { feedbackMachine } from '../../../contract/system/feedback.machine.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { CLOSES_AFTER_MS, stateAt } from './feedback-state.ts';
import type { FileReader } from '../../files/file-reader.ts';
import { addFeedback, feedbackById, hasFeedbackWith, ownUploads, reopened } from './feedback.queries.ts';
import { fileOf, type StoredUpload } from '../file/file.service.ts';
import { readsFeedback } from './feedback.policy.ts';

const LOG = '意见反馈';
const PER_ADDRESS: RateLimit = { name: 'feedback', points: 5, windowMs: 3_600_000, message: '您提交得太频繁了，请一小时后再试' };

const stateOf = (row: Parameters<typeof stateAt>[0]): FeedbackState => stateAt(row, Date.now());

/** A Map, because the name is user input and an object has inherited property names. */
const STATE_FILTERS: ReadonlyMap<string, (query: Query, old: number) => Query> = new Map<string, (query: Query, old: number) => Query>([
  ['replied', (query, old) => query.where('status', '=', 'replied').where('replyTime', '>', old)],
  [
    'closed',
    (query, old) =>
      query.where((eb: Query) => eb.or([eb('status', '=', 'closed'), eb.and([eb('status', '=', 'replied'), eb('replyTime', '<=', old)])])),
  ],
]);

const table: CrudTable<typeof feedback, 'feedback'> = {
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

/** Stores feedback; anonymous visitors may send it too, at most five times per hour from one address. */
export async function storeFeedback(context: AppContext, currentUser: CurrentUser | null, ip: string, said: Said): Promise<void> {
  await rateLimit(context, PER_ADDRESS, rateLimitKey(ip));
  const uploads = await ownUploads(context.db, currentUser?.userId ?? null, said.images);
  if (uploads.length !== new Set(said.images).size) throw invalid(currentUser ? '请先上传图片' : '登录后才能附图片');
  await addFeedback(
    context.db,
    { ...said, images: JSON.stringify(said.images), userId: currentUser?.userId ?? null, createBy: currentUser?.userName ?? '访客' },
    Date.now(),
  );
  forgetTotals(context.db);
}

/** Returns a picture of a feedback for its author or for staff who handle feedback; throws for everybody else. */
export async function feedbackPicture(context: AppContext, currentUser: CurrentUser, feedbackId: number, index: number): Promise<StoredUpload> {
  const row = await feedbackById(context.db, feedbackId);
  const mayRead = row && readsFeedback(row, currentUser);
  const name = row && (JSON.parse(row.images) as string[])[index];
  const [file] = mayRead && name !== undefined ? await ownUploads(context.db, row.userId, [name]) : [];
  if (!row || !file) throw missing('图片不存在或已被删除');
  return fileOf(context, row.userId ?? 0, file.id);
}

/** Staff who handle feedback see the pictures of every feedback. */
export const readsFeedbackPicture: FileReader = async ({ db }, currentUser, { ownerId, fileName }) =>
  hasPermission(currentUser, 'system:feedback:list') && (await hasFeedbackWith(db, ownerId, fileName));

const gone = (): AppError => missing('意见反馈不存在或已被删除，请刷新后重试');
const REPLIES = new Set<FeedbackEvent>(['reply', 'ignore']);
type FeedbackRow = NonNullable<Awaited<ReturnType<typeof feedbackById>>>;

const step = transition<FeedbackState, FeedbackEvent, FeedbackRow>(feedbackMachine, {
  table: 'feedback',
  stateOf: stateAt,
  ownerOf: (row) => row.userId,
  notOwner: gone,
  on: {
    reopen: {
      async guard({ tx, row }) {
        if (await reopened(tx, row.id)) throw failed('每条反馈只能再次反馈一次，请重新提交一条');
      },
    },
  },
  columns: ({ event, reason, currentUser, now }) =>
    REPLIES.has(event) ? { reply: reason, replyBy: currentUser?.nickName ?? '', replyTime: now } : {},
});

/** Takes one step of SM23. A reply or the reason for ignoring is sent to the user who wrote the feedback. */
export async function handleFeedbackEvent(caller: RequestCaller, id: number, event: FeedbackEvent, text: string): Promise<void> {
  requirePermission(feedbackMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await feedbackById(tx, id);
    if (!row) throw gone();
    await step(tx, caller.currentUser, row, event, text);
    if (REPLIES.has(event) && row.userId !== null) await answerTo(tx, row.userId, row.content, text);
  });
}

const answerTo = (tx: Tx, userId: number, content: string, reply: string) =>
  sendMessage(tx, { userId, type: 'system', title: '您的意见反馈有了回复', content: `您说：${content.slice(0, 100)}\n回复：${reply}` });
