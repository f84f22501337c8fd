import type { Tx } from '../db/database.ts';
import type { z } from 'zod';
import { WITHDRAW, type TaxResidence } from '../../contract/earnings/earning-limits.ts';
import { payeeMachine } from '../../contract/earnings/payee.machine.ts';
import type { ownPayee, payeeEvent, payeeList, PayeeEvent, PayeeRow, PayeeState, savePayee, setResidence } from '../../contract/earnings/payee.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { hashText, openText, sealText } from '../db/sealed-text.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requirePermission, transition, type Step } from '../state-machine/transition.ts';
import { payeeById, payeeOf, payeePage, sharedWith, type PayeeRowOf } from './payee.queries.ts';

const PURPOSE = 'payee-account';
const HOUR_MS = 3_600_000;
/** Beside 25501 of the machine: the own account, and the second person. */
const OWN = 25502;
const SECOND = 25503;
const gone = (): AppError => missing('收款人不存在，请刷新后重试');
const page = '/authorBackground/revenue';

export const accountIn = ({ settings }: Pick<AppContext, 'settings'>, userId: number, sealed: string): string =>
  openText(settings.secret, PURPOSE, userId, sealed) ?? '';

/** An account as it is stored: sealed for its payee, with the key by which equal accounts are found. */
export const sealedAccount = ({ settings: { secret } }: Pick<AppContext, 'settings'>, userId: number, account: string) => ({
  account: sealText(secret, PURPOSE, userId, account),
  accountKey: hashText(secret, PURPOSE, account),
  accountTail: account.slice(-4),
});

type Row = PayeeRowOf;
const decision = ({ reason, now, currentUser }: Pick<Step<PayeeState, PayeeEvent, Row>, 'reason' | 'now' | 'currentUser'>) => ({
  decidedBy: currentUser?.userId ?? null,
  decidedAt: now,
  reason,
});
const notifyOwner = (tx: Tx, row: Row, title: string): Promise<void> => sendMessage(tx, { userId: row.userId, type: 'pay', title, link: page });
const transitionPayee = transition<PayeeState, PayeeEvent, Row>(payeeMachine, {
  table: 'payee',
  stateOf: (row) => row.status as PayeeState,
  subject: ({ holder }) => `${holder}的收款账户`,
  ownerOf: (row) => row.userId,
  notOwner: gone,
  on: {
    confirm: {
      async guard({ tx, row, currentUser }) {
        if (currentUser && (await samePerson(tx, row.userId, currentUser.userId)))
          throw new AppError(OWN, '不能核实本人的收款账户，请由另一位财务人员处理');
        if (currentUser && row.registeredBy !== null && (await samePerson(tx, row.registeredBy, currentUser.userId)))
          throw new AppError(SECOND, '须由另一位财务人员处理');
      },
      columns: decision,
      async after({ tx, row }) {
        // Two people of finance have seen the document of a person without an account.
        if (row.accountless === '1') await tx.updateTable('user').set({ realNameStatus: 'verified' }).where('id', '=', row.userId).execute();
        await notifyOwner(tx, row, '收款账户已核实');
      },
    },
    reject: { columns: decision, after: ({ tx, row, reason }) => notifyOwner(tx, row, `收款账户未通过核实：${reason}`) },
    change: { columns: { decidedBy: null, decidedAt: null, reason: '' } },
  },
});

const verifiedOf = ({ db }: AppContext, userId: number) =>
  db.selectFrom('user').select(['realName', 'realNameStatus']).where('id', '=', userId).executeTakeFirstOrThrow();

export async function ownPayeeOf(context: AppContext, { userId }: CurrentUser): Promise<DataOf<typeof ownPayee>> {
  const row = await payeeOf(context.db, userId);
  const { realNameStatus } = await verifiedOf(context, userId);
  return {
    account: row
      ? { holder: row.holder, bank: row.bank, branch: row.branch, accountTail: row.accountTail, status: row.status as PayeeState, reason: row.reason }
      : null,
    realNameVerified: realNameStatus === 'verified',
    taxResidence: row?.taxResidence ?? 'resident',
  };
}

/** Stores the account of a verified person. A changed account is checked again, and nothing is withdrawn to it for some hours. */
export async function savePayeeOf(context: AppContext, currentUser: CurrentUser, body: z.output<typeof savePayee.body>, write: Write): Promise<void> {
  const { userId } = currentUser;
  const { realName, realNameStatus } = await verifiedOf(context, userId);
  if (realNameStatus !== 'verified') throw failed('请先完成实名认证，收款户名须与实名一致');
  const now = Date.now();
  const columns = {
    holder: realName,
    bank: body.bank,
    branch: body.branch,
    ...sealedAccount(context, userId, body.account),
    changedAt: now,
  };
  await write(async (tx) => {
    const row = await payeeOf(tx, userId);
    if (!row) {
      await tx
        .insertInto('payee')
        .values({ userId, ...columns, decidedBy: null, decidedAt: null, createBy: currentUser.userName, createTime: now, updateTime: now })
        .execute();
      return;
    }
    await transitionPayee(tx, currentUser, row, 'change');
    await tx
      .updateTable('payee')
      .set({ ...columns, changes: row.changes + 1 })
      .where('id', '=', row.id)
      .execute();
    await sendMessage(tx, {
      userId,
      type: 'pay',
      title: `收款账户已变更，${WITHDRAW.holdHours}小时内不能提现`,
      content: '如非本人操作，请立即联系我们',
      link: page,
    });
  });
}

/** Whether the account was changed a short while ago. */
export const isHeld = (row: Pick<PayeeRowOf, 'changes' | 'changedAt'>, now: number): boolean =>
  row.changes > 0 && now < row.changedAt + WITHDRAW.holdHours * HOUR_MS;

/** Whether another person has the same account. */
export async function isShared(db: Parameters<typeof sharedWith>[0], row: Pick<PayeeRowOf, 'accountKey' | 'userId'>): Promise<boolean> {
  for (const { userId } of await sharedWith(db, row.accountKey, row.userId)) if (!(await samePerson(db, userId, row.userId))) return true;
  return false;
}

export async function payeesFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof payeeList.query>) {
  const { total, rows } = await payeePage(db, query, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return {
    total,
    rows: await Promise.all(
      rows.map(
        async (row): Promise<PayeeRow> => ({
          payeeId: row.id,
          nickName: row.nickName,
          userName: row.accountless === '1' ? '' : row.userName,
          holder: row.holder,
          bank: row.bank,
          branch: row.branch,
          accountTail: row.accountTail,
          taxResidence: row.taxResidence as TaxResidence,
          status: row.status as PayeeState,
          reason: row.reason,
          changedAt: wireTime(row.changedAt),
          decidedBy: row.deciderName ?? '',
          kind: row.kind,
          accountless: row.accountless === '1',
          creditCode: row.creditCode,
          shared: await isShared(db, row),
          can: eventsFrom(payeeMachine, row.status as PayeeState, (permission) => hasPermission(currentUser, permission)),
        }),
      ),
    ),
  };
}

export async function handlePayeeEvent(
  currentUser: CurrentUser,
  { event, payeeId }: z.output<typeof payeeEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(payeeMachine, event, currentUser);
  await write(async (tx) => {
    const row = await payeeById(tx, payeeId);
    if (!row) throw gone();
    await transitionPayee(tx, currentUser, row, event, reason);
  });
}

export async function setResidenceOf(
  currentUser: CurrentUser,
  payeeId: number,
  { taxResidence, reason }: z.output<typeof setResidence.body>,
  write: Write,
): Promise<void> {
  await write(async (tx) => {
    const row = await payeeById(tx, payeeId);
    if (!row) throw gone();
    if (await samePerson(tx, row.userId, currentUser.userId)) throw new AppError(OWN, '不能登记本人的税收居民身份，请由另一位财务人员处理');
    await tx
      .updateTable('payee')
      .set({ taxResidence, residenceReason: reason, updateBy: currentUser.userName, updateTime: Date.now() })
      .where('id', '=', payeeId)
      .execute();
  });
}
