import { CADENCES, SUBSCRIPTION, type ReportSubscription, type SubscriptionRun } from '../../contract/report/report-subscription.ts';
import type { addSubscription } from '../../contract/report/report-subscription.ts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { ReportRunTable } from '../db/tables/report-tables.ts';
import { AppError, conflict, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { userActing } from '../identity/acting-user.service.ts';
import { peopleWithPermission } from '../identity/permission/permission-holder.service.ts';
import { nextTime } from './report-days.rule.ts';
import { changesSubscription, readsReport, seesSubscription } from './report.policy.ts';
import { filterFor, filterWords, readableSource, sourceOf } from './report.service.ts';
import { reportSource, type ReportSource } from './report-source.service.ts';
import {
  countOwn,
  lastRuns,
  recipientsOf,
  runPage,
  subscriptionById,
  subscriptionPage,
  type RecipientRow,
  type SubscriptionRow,
} from './report-subscription.queries.ts';

const GONE = '订阅不存在或已删除，请刷新后重试';
const NO_MAIL = '没有填邮箱';
const NO_RIGHT = '已没有查看这张报表的权限';

type Person = Pick<RecipientRow, 'userId' | 'nickName' | 'userName' | 'email'>;

/** Why a user gets no mail of a report now; empty when nothing is missing. */
export async function recipientFault(
  context: AppContext,
  source: ReportSource,
  { userId, email }: Pick<Person, 'userId' | 'email'>,
): Promise<string> {
  try {
    const acting = await userActing(context, userId);
    if (!readsReport(source, acting)) return NO_RIGHT;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return email === '' ? NO_MAIL : '';
}

const wireRun = (row: Selectable<ReportRunTable>): SubscriptionRun => ({
  runId: row.id,
  at: wireTime(Number(row.at)),
  begin: row.beginDay,
  end: row.endDay,
  sent: Number(row.sent),
  note: row.note,
});

const wire = async (
  context: AppContext,
  row: SubscriptionRow,
  userId: number,
  recipients: readonly RecipientRow[],
  lastRun: SubscriptionRun | null,
): Promise<ReportSubscription> => {
  const source = reportSource(row.reportKey);
  return {
    subscriptionId: row.id,
    key: row.reportKey,
    label: source?.label ?? row.reportKey,
    filter: row.filter,
    filterWords: source ? await filterWords(context.db, source, { begin: '2000-01-01', end: wireTime(Date.now()).slice(0, 10) }, row.filter) : '',
    cadence: row.cadence,
    hour: Number(row.hour),
    format: row.format,
    paused: row.paused === '1',
    nextAt: row.paused === '1' ? '' : wireTime(Number(row.nextAt)),
    ownerName: row.ownerName,
    own: changesSubscription(row, userId),
    recipients: await Promise.all(
      recipients.map(async (person) => ({
        userId: person.userId,
        nickName: person.nickName,
        userName: person.userName,
        fault: source ? await recipientFault(context, source, person) : NO_RIGHT,
      })),
    ),
    lastRun,
    version: row.version,
  };
};

const pageOf = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({ limit: pageSize, offset: () => (pageNum - 1) * pageSize });

export async function subscriptionsFor(context: AppContext, { userId }: CurrentUser, asked: { pageNum: number; pageSize: number }) {
  const { limit, offset } = pageOf(asked);
  const { total, rows } = await subscriptionPage(context.db, userId, limit, offset);
  const ids = rows.map(({ id }) => id);
  const [people, runs] = [await recipientsOf(context.db, ids), await lastRuns(context.db, ids)];
  const own = (id: number) => people.filter((one) => one.subscriptionId === id);
  return {
    total,
    rows: await Promise.all(
      rows.map((row) => {
        const run = runs.find(({ subscriptionId }) => subscriptionId === row.id);
        return wire(context, row, userId, own(row.id), run ? wireRun(run) : null);
      }),
    ),
  };
}

export async function runsFor(
  { db }: AppContext,
  { userId }: CurrentUser,
  subscriptionId: number,
  asked: { pageNum: number; pageSize: number },
): Promise<{ total: number; rows: SubscriptionRun[] }> {
  await subscriptionIn(db, userId, subscriptionId);
  const { limit, offset } = pageOf(asked);
  const { total, rows } = await runPage(db, subscriptionId, limit, offset);
  return { total, rows: rows.map(wireRun) };
}

/** Returns a subscription that the user sees; for everybody else it does not exist. */
async function subscriptionIn(db: Parameters<typeof subscriptionById>[0], userId: number, id: number): Promise<SubscriptionRow> {
  const row = await subscriptionById(db, id);
  const recipientIds = row ? (await recipientsOf(db, [id])).map((one) => one.userId) : [];
  if (!row || !seesSubscription({ ownerId: row.ownerId, recipientIds }, userId)) throw missing(GONE);
  return row;
}

export async function addSubscriptionOf(currentUser: CurrentUser, body: z.output<typeof addSubscription.body>, write: Write) {
  const source = readableSource(body.key, currentUser);
  filterFor(source, body.filter);
  const now = Date.now();
  return write(async (tx) => {
    if ((await countOwn(tx, currentUser.userId)) >= SUBSCRIPTION.most) throw failed(`订阅最多${SUBSCRIPTION.most}个，请先删除不用的`);
    const people = await peopleWithPermission(tx, source.permission, { userIds: body.recipientIds });
    const unknown = body.recipientIds.find((id) => !people.some(({ userId }) => userId === id));
    if (unknown !== undefined) throw invalid('有收件人不存在，或没有查看这张报表的权限，请重新选择');
    const without = people.filter(({ email }) => email === '');
    if (without.length > 0) throw invalid(`${without.map(({ nickName }) => nickName).join('、')}没有填邮箱，不能收报表`);
    const nextAt = nextTime(body.cadence, body.hour, now);
    const { id } = await tx
      .insertInto('reportSubscription')
      .values({
        reportKey: source.key,
        filter: body.filter,
        cadence: body.cadence,
        hour: body.hour,
        format: body.format,
        ownerId: currentUser.userId,
        nextAt,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('reportRecipient')
      .values([...new Set(body.recipientIds)].map((userId) => ({ subscriptionId: id, userId })))
      .execute();
    return { subscriptionId: id, nextAt: wireTime(nextAt) };
  });
}

export async function pauseSubscriptionOf(
  currentUser: CurrentUser,
  subscriptionId: number,
  { paused, version }: { paused: boolean; version: number },
  write: Write,
): Promise<void> {
  await write(async (tx) => {
    const row = await subscriptionIn(tx, currentUser.userId, subscriptionId);
    if (!changesSubscription(row, currentUser.userId)) throw failed('只有创建人可以暂停或恢复；您可以退出这个订阅');
    const { numUpdatedRows } = await tx
      .updateTable('reportSubscription')
      .set({
        paused: paused ? '1' : '0',
        // What was due while it was paused is not sent later.
        nextAt: nextTime(row.cadence, Number(row.hour), Date.now()),
        version: version + 1,
        updateTime: Date.now(),
        updateBy: currentUser.userName,
      })
      .where('id', '=', subscriptionId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) throw conflict();
  });
}

/** The owner removes it with its recipients and its log; a recipient only leaves. */
export async function removeSubscriptionOf({ userId }: CurrentUser, subscriptionId: number, write: Write): Promise<void> {
  await write(async (tx) => {
    const row = await subscriptionIn(tx, userId, subscriptionId);
    const all = changesSubscription(row, userId);
    await tx
      .deleteFrom('reportRecipient')
      .where('subscriptionId', '=', subscriptionId)
      .$if(!all, (query) => query.where('userId', '=', userId))
      .execute();
    if (!all) return;
    await tx.deleteFrom('reportRun').where('subscriptionId', '=', subscriptionId).execute();
    await tx.deleteFrom('reportSubscription').where('id', '=', subscriptionId).execute();
  });
}

/** Users who may read a report now, to choose recipients from. */
export async function peopleFor({ db }: AppContext, currentUser: CurrentUser, key: string, keyword: string) {
  const source = readableSource(key, currentUser);
  return (await peopleWithPermission(db, source.permission, { keyword })).map(({ userId, nickName, userName, email }) => ({
    userId,
    nickName,
    userName,
    fault: email === '' ? NO_MAIL : '',
  }));
}

/** Name of a subscription in mails: 销售，每天. */
export const subscriptionName = (row: Pick<SubscriptionRow, 'reportKey' | 'cadence'>): string =>
  `${sourceOf(row.reportKey).label}，${CADENCES[row.cadence].label}`;
