import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import { PAYOUT_CODES, WITHDRAW, WITHDRAW_CODES } from '../../contract/earnings/earning-limits.ts';
import { withdrawMachine } from '../../contract/earnings/withdraw.machine.ts';
import {
  WITHDRAW_STATES,
  type applyWithdraw,
  type OwnWithdraw,
  type withdrawAccount,
  type WithdrawEvent,
  type withdrawEvent,
  type withdrawList,
  type WithdrawRow,
  type WithdrawState,
} from '../../contract/earnings/withdraw.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { sum, yuan } from '../../contract/money.ts';
import { eventsFrom, inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { lockedBalance, post } from '../ledger/ledger.service.ts';
import { requirePermission, transition, type Step } from '../state-machine/transition.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { bookedOf } from './earning.queries.ts';
import { transitionEarning } from './earning-step.service.ts';
import { ownsWithdraw } from './payee.policy.ts';
import { payeeOf, type PayeeRowOf } from './payee.queries.ts';
import { accountIn, isHeld, isShared } from './payee.service.ts';
import { withdrawById, withdrawPage, withdrawsOf, type WithdrawRowOf } from './withdraw.queries.ts';

const gone = (): AppError => missing('提现申请不存在或与您无关，请刷新后重试');
const page = '/authorBackground/revenue';
type Stepping = Step<WithdrawState, WithdrawEvent, WithdrawRowOf>;

async function rejectPayee({ tx, row, currentUser }: Stepping): Promise<void> {
  if (currentUser && (await samePerson(tx, row.userId, currentUser.userId))) throw new AppError(WITHDRAW_CODES.ownAudit, '不能审核本人的提现');
}
/** Why this person cannot pay a withdrawal; null when it can be done. */
export async function payerFault(
  tx: Tx,
  row: Pick<WithdrawRowOf, 'auditBy' | 'userId'>,
  currentUser: Pick<CurrentUser, 'userId'> | null,
): Promise<AppError | null> {
  for (const other of [row.auditBy, row.userId])
    if (currentUser && other !== null && (await samePerson(tx, other, currentUser.userId)))
      return new AppError(WITHDRAW_CODES.samePayer, '审核与打款须由不同人员完成');
  return null;
}
export const inBatch = (payoutNo: string): AppError => new AppError(PAYOUT_CODES.inBatch, `该提现已在批次${payoutNo}中`);
async function rejectPayer({ tx, row, currentUser }: Stepping): Promise<void> {
  if (row.payoutNo !== null) throw inBatch(row.payoutNo);
  const fault = await payerFault(tx, row, currentUser);
  if (fault) throw fault;
}

/** Why an account cannot be paid now; null when it can. */
export async function payeeFault(db: Database | Tx, row: PayeeRowOf | undefined, now: number): Promise<AppError | null> {
  if (!row || row.status === 'rejected') return new AppError(WITHDRAW_CODES.noAccount, '请先填写收款账户');
  if (isHeld(row, now)) return new AppError(WITHDRAW_CODES.changed, `收款账户变更后${WITHDRAW.holdHours}小时内不能提现`);
  if (await isShared(db, row)) return new AppError(WITHDRAW_CODES.shared, '该收款账号已被他人使用，请联系财务');
  return row.status === 'verified' ? null : new AppError(WITHDRAW_CODES.noAccount, '收款账户正在核实，核实后才能提现');
}

async function assertPayable({ tx, row, now }: Stepping): Promise<void> {
  const fault = await payeeFault(tx, await payeeOf(tx, row.userId), now);
  if (fault) throw fault;
}

const ENDED: ReadonlySet<WithdrawState> = new Set(withdrawMachine.groups.backed);
const transitionWithdraw = transition<WithdrawState, WithdrawEvent, WithdrawRowOf>(withdrawMachine, {
  table: 'withdraw',
  stateOf: (row) => row.status as WithdrawState,
  subject: ({ withdrawNo }) => `提现${withdrawNo}`,
  ownerOf: (row) => row.userId,
  notOwner: gone,
  on: {
    approve: {
      async guard(step) {
        await rejectPayee(step);
        await assertPayable(step);
      },
      columns: ({ now, currentUser }) => ({ auditBy: currentUser?.userId ?? null, auditAt: now }),
    },
    reject: {
      guard: rejectPayee,
      columns: ({ reason }) => ({ failReason: reason }),
      after: ({ tx, row, reason }) => notifyOwner(tx, row, `提现被驳回：${reason}`),
    },
    pay: {
      async guard(step) {
        await rejectPayer(step);
        await assertPayable(step);
      },
      columns: ({ now, currentUser }) => ({ paidBy: currentUser?.userId ?? null, paidAt: now, failReason: '' }),
      after: bookPaid,
    },
    fail: {
      guard: rejectPayer,
      columns: ({ reason }) => ({ failReason: reason }),
      after: ({ tx, row, reason }) => notifyOwner(tx, row, `提现失败：${reason}`),
    },
    /** The bank has paid: what changed since the file was exported does not matter. */
    payByBank: { columns: ({ now }) => ({ paidAt: now, failReason: '', payoutId: null }), after: bookPaid },
    failByBank: {
      columns: ({ reason }) => ({ failReason: reason, payoutId: null }),
      after: ({ tx, row, reason }) => notifyOwner(tx, row, `提现失败：${reason}`),
    },
    giveUp: { after: ({ tx, row }) => notifyOwner(tx, row, `提现${yuan(row.amountFen)}元已退回余额`) },
  },
  async after(done) {
    const user = String(done.row.userId);
    if (ENDED.has(done.to)) await post(done.tx, { ...postingOf(done), event: 'withdrawalEnded', debit: user, credit: user });
  },
});

const postingOf = ({ row, now, currentUser }: Stepping) =>
  ({ sourceType: 'withdraw', sourceId: row.id, fen: row.amountFen, at: now, operatorId: currentUser?.userId ?? null }) as const;

const notifyOwner = (tx: Tx, row: WithdrawRowOf, title: string): Promise<void> =>
  sendMessage(tx, { userId: row.userId, type: 'pay', title, link: page });

async function bookPaid(done: Stepping): Promise<void> {
  const { tx, row } = done;
  await post(tx, { ...postingOf(done), event: 'withdrawalPaid', debit: String(row.userId), credit: 'payout' });
  await markWithdrawn(tx, row.userId);
  await notifyOwner(tx, row, `提现${yuan(row.amountFen)}元已到账`);
}

/** The oldest settled lines become withdrawn when the sum that was paid covers their net amounts. */
async function markWithdrawn(tx: Tx, userId: number): Promise<void> {
  let left = sum((await withdrawsOf(tx, userId)).filter(({ status }) => status === 'paid').map(({ amountFen }) => amountFen));
  for (const row of await bookedOf(tx, userId)) {
    if (row.netFen > left) return;
    left -= row.netFen;
    if (row.status === 'settled') await transitionEarning(tx, null, row, 'withdraw');
  }
}

export async function applyFor(
  currentUser: CurrentUser,
  { requestId, amountFen }: z.output<typeof applyWithdraw.body>,
  write: Write,
): Promise<DataOf<typeof applyWithdraw>> {
  const { userId } = currentUser;
  return write(async (tx) => {
    const available = -(await lockedBalance(tx, { kind: 'payable', ref: String(userId) }));
    const before = await withdrawsOf(tx, userId);
    const same = before.find((one) => one.requestId === requestId);
    if (same) return { withdrawNo: same.withdrawNo };
    const now = Date.now();
    const user = await tx.selectFrom('user').select('realNameStatus').where('id', '=', userId).executeTakeFirstOrThrow();
    if (user.realNameStatus !== 'verified') throw new AppError(WITHDRAW_CODES.noRealName, '请先完成实名认证');
    const payee = await payeeOf(tx, userId);
    const fault = await payeeFault(tx, payee, now);
    if (fault || !payee) throw fault ?? gone();
    if (before.some(({ status }) => inGroup(withdrawMachine, 'open', status as WithdrawState)))
      throw new AppError(WITHDRAW_CODES.open, '已有处理中的提现申请');
    if (amountFen < WITHDRAW.leastFen || amountFen > available) throw new AppError(WITHDRAW_CODES.balance, '可提现余额不足或低于100元');
    if (amountFen > WITHDRAW.mostFen) throw new AppError(WITHDRAW_CODES.balance, `一次提现不能超过${yuan(WITHDRAW.mostFen)}元`);
    return { withdrawNo: await addWithdraw(tx, currentUser, payee, amountFen, requestId) };
  });
}

/** Adds a withdrawal to the account of a payee; null: the program applies for a payee without an account. The caller holds the lock of the balance. */
export async function addWithdraw(tx: Tx, currentUser: CurrentUser | null, payee: PayeeRowOf, amountFen: number, requestId: string): Promise<string> {
  const { userId } = payee;
  const now = Date.now();
  const withdrawNo = `TX${wireDate(now).replaceAll('-', '')}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const { id } = await tx
    .insertInto('withdraw')
    .values({
      withdrawNo,
      userId,
      amountFen,
      bankName: payee.branch ? `${payee.bank} ${payee.branch}` : payee.bank,
      bankAccountName: payee.holder,
      bankAccount: payee.account,
      accountTail: payee.accountTail,
      auditBy: null,
      auditAt: null,
      paidBy: null,
      paidAt: null,
      requestId,
      createBy: currentUser?.userName ?? 'system',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = String(userId);
  await post(tx, {
    event: 'withdrawalApplied',
    sourceType: 'withdraw',
    sourceId: id,
    fen: amountFen,
    debit: account,
    credit: account,
    at: now,
    operatorId: currentUser?.userId ?? null,
  });
  await logTransition(tx, currentUser, { entityType: 'withdraw', entityId: id, event: 'apply', fromStatus: '', toStatus: 'applied', note: '' });
  return withdrawNo;
}

const ownCard = (row: WithdrawRowOf, can: readonly string[]): OwnWithdraw => ({
  withdrawId: row.id,
  withdrawNo: row.withdrawNo,
  amountFen: row.amountFen,
  bankName: row.bankName,
  accountTail: row.accountTail,
  status: row.status as WithdrawState,
  failReason: row.failReason,
  createTime: wireTime(row.createTime),
  paidAt: wireTime(row.paidAt),
  can: [...can],
});

export async function ownWithdrawsOf({ db }: AppContext, { userId }: CurrentUser, query: { pageNum: number; pageSize: number }) {
  const { total, rows } = await withdrawPage(
    db,
    { states: WITHDRAW_STATES, userId },
    { limit: query.pageSize, offset: (all) => offsetOf(query, all) },
  );
  return {
    total,
    rows: rows.map((row) =>
      ownCard(
        row,
        eventsFrom(
          withdrawMachine,
          row.status as WithdrawState,
          () => false,
          (who) => who === 'owner',
        ),
      ),
    ),
  };
}

async function withdrawIn(tx: Tx, id: number): Promise<WithdrawRowOf> {
  const row = await withdrawById(tx, id);
  if (!row) throw gone();
  await lockedBalance(tx, { kind: 'frozen', ref: String(row.userId) });
  return row;
}

export async function cancelOwn(currentUser: CurrentUser, id: number, write: Write): Promise<void> {
  await write(async (tx) => {
    const row = await withdrawIn(tx, id);
    if (!ownsWithdraw(row, currentUser)) throw gone();
    await transitionWithdraw(tx, currentUser, row, 'cancel');
  });
}

/** What the bank answered for a withdrawal of a batch; the payer is who exported its file. */
export async function settleByBank(tx: Tx, id: number, result: 'paid' | 'failed', reason: string, paidBy: number | null): Promise<void> {
  await transitionWithdraw(tx, null, await withdrawIn(tx, id), result === 'paid' ? 'payByBank' : 'failByBank', reason);
  if (result === 'paid') await tx.updateTable('withdraw').set({ paidBy }).where('id', '=', id).execute();
}

const STATES_SHOWN: Readonly<Record<z.output<typeof withdrawList.query>['shown'], readonly WithdrawState[]>> = {
  applied: ['applied'],
  approved: ['approved'],
  failed: ['failed'],
  ended: withdrawMachine.groups.ended,
  all: WITHDRAW_STATES,
};

export async function withdrawsFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof withdrawList.query>) {
  const filter = { states: STATES_SHOWN[query.shown], withdrawId: query.withdrawId };
  const { total, rows } = await withdrawPage(db, filter, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  const now = Date.now();
  return {
    total,
    rows: await Promise.all(
      rows.map(async (row): Promise<WithdrawRow> => {
        const open = inGroup(withdrawMachine, 'open', row.status as WithdrawState);
        const fault = open ? await payeeFault(db, await payeeOf(db, row.userId), now) : null;
        return {
          ...ownCard(
            row,
            row.payoutNo === null
              ? eventsFrom(withdrawMachine, row.status as WithdrawState, (permission) => hasPermission(currentUser, permission))
              : [],
          ),
          nickName: row.nickName,
          // A payee without an account has no name to sign in with.
          userName: row.userGone === '0' ? row.userName : '',
          days: Math.floor((now - row.createTime) / DAY_MS),
          auditBy: row.auditorName ?? '',
          paidBy: row.payerName ?? '',
          payoutNo: row.payoutNo ?? '',
          hold: row.payoutNo === null ? (fault?.message ?? '') : inBatch(row.payoutNo).message,
        };
      }),
    ),
  };
}

export async function handleWithdrawEvent(
  currentUser: CurrentUser,
  { event, withdrawId }: z.output<typeof withdrawEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(withdrawMachine, event, currentUser);
  await write(async (tx) => void (await transitionWithdraw(tx, currentUser, await withdrawIn(tx, withdrawId), event, reason)));
}

/** The account to which the money goes, in full. */
export async function accountOf(context: AppContext, withdrawId: number, write: Write): Promise<DataOf<typeof withdrawAccount>> {
  return write(async (tx) => {
    const row = await withdrawById(tx, withdrawId);
    if (!row) throw gone();
    return {
      holder: row.bankAccountName,
      bankName: row.bankName,
      bankAccountNo: accountIn(context, row.userId, row.bankAccount),
      amountFen: row.amountFen,
    };
  });
}
