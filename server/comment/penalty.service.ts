import { DAY_MS } from '../../contract/clock.ts';
import { penalty, type PenaltyKind } from '../../contract/comment/penalty.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { byPerson, livingUser } from '../crud/person-names.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { CrudTable, Query } from '../crud/crud-table.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { isOwnPerson } from '../http/person.policy.ts';

const LOG = '处罚管理';
const PUNISHED = 21904;
const WORDS: Readonly<Record<PenaltyKind, string>> = { mute: '禁言', noComment: '禁止评论', noUpload: '禁止上传' };

const STATES: ReadonlyMap<string, (query: Query, now: number) => Query> = new Map<string, (query: Query, now: number) => Query>([
  ['active', (query, now) => query.where('liftedTime', 'is', null).where('toTime', '>', now)],
  ['expired', (query, now) => query.where('liftedTime', 'is', null).where('toTime', '<=', now)],
  ['lifted', (query) => query.where('liftedTime', 'is not', null)],
]);

const table: CrudTable<typeof penalty> = {
  table: 'penalty',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'hard',
  names: { nickName: { from: 'user', column: 'nickName', by: 'userId' } },
  filters: {
    state: (query, value) => (STATES.get(value) ?? ((one: Query) => one))(query, Date.now()),
    nickName: byPerson,
  },
  show: async (_db, rows) =>
    rows.map((row) => ({ state: row['liftedTime'] !== null ? 'lifted' : Number(row['toTime']) > Date.now() ? 'active' : 'expired' })),
  async check(tx, { currentUser, draft }) {
    if (draft.userId === null || !(await livingUser(tx, draft.userId))) throw failed('请选择要处罚的用户');
    if (isOwnPerson(draft.userId, currentUser)) throw failed('不能处罚本人');
    if (draft.toTime === null || Date.parse(`${draft.toTime.replace(' ', 'T')}+08:00`) <= Date.now()) throw failed('到期时间应晚于现在');
  },
  columnsOf: () => ({ fromTime: Date.now() }),
  afterSave: async (tx, { draft }) => notify(tx, Number(draft.userId), draft.kind, draft.reason, draft.toTime ?? ''),
};
export const penalties = crudService(penalty, table);

const notify = (tx: Tx, userId: number, kind: PenaltyKind, reason: string, until: string) =>
  sendMessage(tx, {
    userId,
    type: 'system',
    title: `您被${WORDS[kind]}至${until.slice(0, 16)}`,
    content: `理由：${reason}\n如有异议，可在「意见反馈」中说明。`,
  });

/** Punishes the writer of a text; part of the moderator's decision. */
export async function punish(tx: Tx, by: { userName: string }, userId: number, kind: PenaltyKind, days: number, reason: string): Promise<void> {
  const now = Date.now();
  const toTime = now + days * DAY_MS;
  await tx
    .insertInto('penalty')
    .values({ userId, kind, fromTime: now, toTime, reason, createBy: by.userName, createTime: now, updateTime: now, liftedTime: null })
    .execute();
  await notify(tx, userId, kind, reason, wireTime(toTime));
}

export async function lift(caller: RequestCaller, penaltyId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await tx.selectFrom('penalty').selectAll().where('id', '=', penaltyId).executeTakeFirst();
    if (!row) throw missing('处罚不存在，请刷新后重试');
    if (row.liftedTime !== null || Number(row.toTime) <= Date.now()) throw failed('这项处罚已经结束，不需要解除');
    const { userName } = caller.currentUser;
    await tx
      .updateTable('penalty')
      .set({ liftedBy: userName, liftedTime: Date.now(), updateBy: userName, updateTime: Date.now() })
      .where('id', '=', penaltyId)
      .execute();
    await sendMessage(tx, { userId: row.userId, type: 'system', title: `对您的${WORDS[row.kind as PenaltyKind]}已解除` });
  });
}

/** The penalties that are in force for users. */
export const activePenalties = (db: Database | Tx, userIds: readonly number[]) =>
  db
    .selectFrom('penalty')
    .select(['userId', 'kind', 'toTime', 'reason'])
    .where('userId', 'in', userIds.length > 0 ? userIds : [0])
    .where('liftedTime', 'is', null)
    .where('toTime', '>', Date.now())
    .execute();

/** Throws when a penalty forbids a user to write (`comment`) or to upload files (`upload`). */
export async function assertNotPunished(db: Database | Tx, userId: number, what: 'comment' | 'upload'): Promise<void> {
  const kinds = new Set<string>(['mute', what === 'comment' ? 'noComment' : 'noUpload']);
  const found = (await activePenalties(db, [userId])).find(({ kind }) => kinds.has(kind));
  if (found) throw new AppError(PUNISHED, `您被${WORDS[found.kind as PenaltyKind]}至${wireTime(found.toTime).slice(0, 16)}，理由：${found.reason}`);
}
