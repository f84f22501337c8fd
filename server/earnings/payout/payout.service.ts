import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { PAYOUT_CODES } from '../../../contract/earnings/earning-limits.ts';
import { payoutMachine } from '../../../contract/earnings/payout.machine.ts';
import {
  PAYOUT_MOST,
  type addPayout,
  type payoutEvent,
  type PayoutEvent,
  type payoutList,
  type PayoutRow,
  type PayoutState,
} from '../../../contract/earnings/payout.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum } from '../../../contract/money.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { payeeOf } from '../payee.queries.ts';
import { withdrawById, type WithdrawRowOf } from '../withdraw.queries.ts';
import { inBatch, payeeFault, payerFault } from '../withdraw.service.ts';
import { approvedFree, payoutById, payoutItems, payoutPage, resultsOf, takeIntoBatch, type PayoutRowOf } from './payout.queries.ts';

const gone = (): AppError => missing('打款批次不存在，请刷新后重试');

export const transitionPayout = transition<PayoutState, PayoutEvent, PayoutRowOf>(payoutMachine, {
  table: 'payout',
  stateOf: (row) => row.status as PayoutState,
  subject: ({ payoutNo }) => `打款批次${payoutNo}`,
  on: {
    export: {
      async guard({ tx, row, currentUser, now }) {
        for (const { withdrawNo, userId, auditBy } of await payoutItems(tx, row.id)) {
          const fault = (await payerFault(tx, { userId, auditBy }, currentUser)) ?? (await payeeFault(tx, await payeeOf(tx, userId), now));
          if (fault) throw new AppError(fault.code, `提现${withdrawNo}：${fault.message}`);
        }
      },
      columns: ({ now, currentUser }) => ({ exportedBy: currentUser?.userId ?? null, exportedAt: now }),
    },
    close: {
      async guard({ tx, row }) {
        const left = (await payoutItems(tx, row.id)).filter(({ result }) => result === '').length;
        if (left > 0) throw failed(`还有${left}笔没有银行的结果，请导入回盘`);
      },
    },
    cancel: {
      async guard({ tx, row, currentUser }) {
        if (currentUser && row.exportedBy !== null && (await samePerson(tx, row.exportedBy, currentUser.userId)))
          throw new AppError(PAYOUT_CODES.exported, '请先确认银行未处理该批次，并由另一位财务人员撤销');
      },
      async after({ tx, row }) {
        await tx.updateTable('withdraw').set({ payoutId: null }).where('payoutId', '=', row.id).execute();
      },
    },
  },
});

export async function payoutIn(db: Database | Tx, id: number): Promise<PayoutRowOf> {
  const row = await payoutById(db, id);
  if (!row) throw gone();
  return row;
}

/** Why this user cannot pay a withdrawal by a batch now; null when it can be done. */
async function faultOf(tx: Tx, row: WithdrawRowOf, currentUser: CurrentUser, now: number): Promise<AppError | null> {
  if (row.payoutNo !== null) return inBatch(row.payoutNo);
  if (row.status !== 'approved') return failed('只有待打款的提现可以加入批次');
  return (await payerFault(tx, row, currentUser)) ?? payeeFault(tx, await payeeOf(tx, row.userId), now);
}

/** Collects the chosen withdrawals, or all that this user may pay now. */
export async function addPayoutOf(
  currentUser: CurrentUser,
  { withdrawIds }: z.output<typeof addPayout.body>,
  write: Write,
): Promise<DataOf<typeof addPayout>> {
  return write(async (tx) => {
    const now = Date.now();
    const chosen = withdrawIds.length > 0;
    const ids = chosen ? [...new Set(withdrawIds)].toSorted((a, b) => a - b) : (await approvedFree(tx, PAYOUT_MOST)).map(({ id }) => id);
    const taken: WithdrawRowOf[] = [];
    for (const id of ids) {
      const row = await withdrawById(tx, id);
      const fault = row ? await faultOf(tx, row, currentUser, now) : missing('提现申请不存在，请刷新后重试');
      if (!fault && row) taken.push(row);
      else if (fault && chosen) throw row && row.payoutNo === null ? new AppError(fault.code, `提现${row.withdrawNo}：${fault.message}`) : fault;
    }
    if (taken.length === 0) throw failed('没有可由您打款的提现：审核人不能打款，暂缓的提现不进批次');
    const payoutNo = `DK${wireDate(now).replaceAll('-', '')}${String(randomInt(10_000)).padStart(4, '0')}`;
    const fen = sum(taken.map(({ amountFen }) => amountFen));
    const { id } = await tx
      .insertInto('payout')
      .values({
        payoutNo,
        rows: taken.length,
        fen,
        madeBy: currentUser.userId,
        exportedBy: null,
        exportedAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const row of taken) {
      if (!(await takeIntoBatch(tx, row, id))) throw failed(`提现${row.withdrawNo}刚被他人处理，请刷新后重试`);
      await tx.insertInto('payoutItem').values({ payoutId: id, withdrawId: row.id, fen: row.amountFen }).execute();
    }
    await logTransition(tx, currentUser, { entityType: 'payout', entityId: id, event: 'add', fromStatus: '', toStatus: 'draft', note: '' });
    return { payoutNo, rows: taken.length, fen };
  });
}

export async function payoutsFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof payoutList.query>) {
  const { total, rows } = await payoutPage(db, query.payoutId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  const results = await resultsOf(
    db,
    rows.map(({ id }) => id),
  );
  const count = (id: number, result: string): number => Number(results.find((one) => one.payoutId === id && one.result === result)?.count ?? 0);
  return {
    total,
    rows: rows.map(
      (row): PayoutRow => ({
        payoutId: row.id,
        payoutNo: row.payoutNo,
        status: row.status as PayoutState,
        rows: row.rows,
        fen: row.fen,
        paid: count(row.id, 'paid'),
        failed: count(row.id, 'failed'),
        fileHash: row.fileHash,
        madeBy: row.makerName ?? '',
        exportedBy: row.exporterName ?? '',
        createTime: wireTime(row.createTime),
        can: eventsFrom(payoutMachine, row.status as PayoutState, (permission) => hasPermission(currentUser, permission)),
      }),
    ),
  };
}

export async function handlePayoutEvent(
  currentUser: CurrentUser,
  { event, payoutId }: z.output<typeof payoutEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(payoutMachine, event, currentUser);
  await write(async (tx) => transitionPayout(tx, currentUser, await payoutIn(tx, payoutId), event, reason));
}
