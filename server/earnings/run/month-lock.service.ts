import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { RUN_STEPS, type RunStep } from '../../../contract/earnings/settle-run.ts';
import type { Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import { settlementOf, type SettlementRowOf } from '../earning.queries.ts';
import { lastRunOf } from './settle-run.queries.ts';

/** The row of a month, locked until the transaction ends; it is made for a month that has none. */
export async function lockedSettlement(tx: Tx, period: string, createBy: string): Promise<SettlementRowOf> {
  const now = Date.now();
  const emptySteps = { calculatedBy: null, calculatedAt: null, publishedBy: null, publishedAt: null, closedAt: null };
  await tx
    .insertInto('settlement')
    .values({ period, ...emptySteps, createBy, createTime: now, updateTime: now })
    .onConflict((on) => on.column('period').doUpdateSet({ updateTime: now }))
    .execute();
  const row = await settlementOf(tx, period);
  if (!row) throw failed('账期不存在，请刷新后重试');
  return row;
}

/** Locks a month and throws while one of its steps is running in the background. */
export async function assertIdle(tx: Tx, period: string, createBy = 'system'): Promise<SettlementRowOf> {
  const row = await lockedSettlement(tx, period, createBy);
  const run = await lastRunOf(tx, period);
  if (run && run.finishedAt === null) throw failed(`${periodName(period)}正在${RUN_STEPS[run.step as RunStep]}，完成以后再试`);
  return row;
}
