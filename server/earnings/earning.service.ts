import type { z } from 'zod';
import { EARNING_SOURCES, type EarningSource } from '../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import type { EarningDetail, earningEvent, EarningRow, EarningState, EarningStep } from '../../contract/earnings/earning.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { sum } from '../../contract/money.ts';
import { eventLabel, eventsFrom, inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { requirePermission } from '../state-machine/transition.ts';
import type { EarningBasis } from './earning-line.rule.ts';
import { earningById, earningPage, ownPage, type EarningFilter, type EarningRowOf } from './earning.queries.ts';
import { balanceFrom, basisOf, earningGone, earningIn, settledNow, transitionEarning } from './earning-step.service.ts';
import { ownsEarning } from './payee.policy.ts';
import { payeeOf } from './payee.queries.ts';
import { totalsOf } from './settlement.service.ts';
import { shareWords } from './share-words.format.ts';
import { NO_TAX } from './tax.rule.ts';
import { taxName, taxWordsOf } from './tax/tax-words.service.ts';

type Paging = { pageNum: number; pageSize: number };

const cardOf = (row: EarningRowOf, currentUser: CurrentUser): EarningRow => ({
  earningId: row.id,
  earningNo: row.earningNo,
  period: row.period,
  payee: row.nickName,
  title: row.title,
  source: row.sourceType,
  sourceName: EARNING_SOURCES[row.sourceType as EarningSource],
  protocolNo: row.protocolNo ?? '',
  grossFen: row.grossFen,
  taxFen: row.taxFen,
  netFen: row.netFen,
  status: row.status as EarningState,
  dispute: row.dispute,
  settledAt: wireTime(row.settledAt),
  can: eventsFrom(
    earningMachine,
    row.status as EarningState,
    (permission) => hasPermission(currentUser, permission),
    (who) => who === 'owner' && ownsEarning(row, currentUser) && row.settlementStatus === 'published',
  ),
});

export async function earningsFor({ db }: AppContext, currentUser: CurrentUser, query: EarningFilter & Paging) {
  const { total, rows } = await earningPage(db, query, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return { total, rows: rows.map((row) => cardOf(row, currentUser)) };
}

export const earningSumsOf = ({ db }: AppContext, filter: EarningFilter) => totalsOf(db, filter);

export async function ownEarningsOf({ db }: AppContext, currentUser: CurrentUser, query: Paging) {
  const { total, rows } = await ownPage(db, currentUser.userId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return { total, rows: rows.map((row) => cardOf(row, currentUser)) };
}

const isShown = (row: EarningRowOf): boolean =>
  inGroup(earningMachine, 'booked', row.status as EarningState) || row.settlementStatus === 'published' || row.settlementStatus === 'closed';

/** Somebody has set the amount of the line by hand. */
const isAdjusted = (row: EarningRowOf): boolean => row.editedBy !== null && row.sourceType !== 'reversal' && row.status !== 'void';

/** The deductions and the tax of a line: those that were settled, or those that would be settled now. */
export async function stepsOf(db: Database, row: EarningRowOf): Promise<{ steps: EarningStep[]; estimated: boolean }> {
  const basis = basisOf(row);
  const booked = row.taxMonth !== '';
  const estimate = booked ? null : await settledNow(db, row, Date.now(), balanceFrom(db));
  const released = estimate ? sum(estimate.taken.map(({ fen }) => fen)) : row.releasedFen;
  const carryFen = estimate?.carryFen ?? row.carryFen;
  const heldFen = estimate?.heldFen ?? row.heldFen;
  const recoupedFen = estimate?.recoupedFen ?? row.recoupedFen;
  const taxFen = estimate?.tax.fen ?? row.taxFen;
  const words = estimate
    ? estimate.tax.version === NO_TAX.version
      ? NO_TAX.steps
      : `${taxName(row.taxCategory, estimate.residence)}，${estimate.tax.steps}；同月同一${row.protocolId ? '作品' : '项目'}合并计算`
    : await taxWordsOf(db, row);
  const steps: EarningStep[] = [
    { label: '份额', formula: shareWords({ ...basis, grossFen: row.grossFen, adjusted: isAdjusted(row) }), fen: row.grossFen },
    { label: carryFen < 0 ? '转入以后抵扣' : '抵扣以前的退货', formula: '', fen: -carryFen },
    { label: '留存退货准备金', formula: `${basis.reserveBp / 100}%`, fen: -heldFen },
    { label: '释放或动用准备金', formula: '', fen: released },
    { label: '抵扣预付款', formula: '', fen: -recoupedFen },
    { label: '代扣个税', formula: words, fen: -taxFen },
  ];
  return { steps: steps.filter(({ fen, label }) => fen !== 0 || label === '份额' || label === '代扣个税'), estimated: !booked };
}

export async function earningDetailOf({ db }: AppContext, currentUser: CurrentUser, earningId: number): Promise<EarningDetail> {
  const row = await earningById(db, earningId);
  const own = row !== undefined && ownsEarning(row, currentUser) && isShown(row);
  if (!row || (!own && !hasPermission(currentUser, 'earnings:yield:list'))) throw earningGone();
  const payee = await payeeOf(db, row.userId);
  const label = (event: string): string => (event === 'calculate' ? '计算' : eventLabel(earningMachine, event));
  const log = await transitionsOf(db, 'earning', row.id, label, (state) => state);
  return {
    ...cardOf(row, currentUser),
    lines: [...basisOf(row).lines],
    ...(await stepsOf(db, row)),
    needsInvoice: payee?.kind === 'organisation',
    invoiceNo: row.invoiceNo,
    log: log.map(({ event, note, operatorName, at }) => ({ event, note, operatorName: own ? '' : operatorName, at })),
  };
}

/** The amount that was calculated is kept beside the one that was set by hand. */
async function setGross(tx: Tx, row: EarningRowOf, grossFen: number): Promise<void> {
  const basis = basisOf(row);
  const kept: EarningBasis = { ...basis, calculatedFen: basis.calculatedFen ?? row.grossFen };
  await tx
    .updateTable('earning')
    .set({ grossFen, basis: JSON.stringify(kept) })
    .where('id', '=', row.id)
    .execute();
}

/** Takes a step of many lines, each in its own transaction; a line that does not allow it is skipped with the reason. */
export async function handleEarningEvent(
  currentUser: CurrentUser,
  event: z.output<typeof earningEvent.params>['event'],
  { earningIds, reason, grossFen }: z.output<typeof earningEvent.body>,
  write: Write,
): Promise<DataOf<typeof earningEvent>> {
  requirePermission(earningMachine, event, currentUser);
  const adjusts = event === 'adjust';
  if (adjusts && grossFen === null) throw failed('请填写调整后的应付金额');
  if (adjusts && earningIds.length > 1) throw failed('请逐行调整');
  let done = 0;
  const skipped: { earningNo: string; reason: string }[] = [];
  for (const id of [...new Set(earningIds)].toSorted((a, b) => a - b)) {
    try {
      await write(async (tx) => {
        const row = await earningIn(tx, id);
        await transitionEarning(tx, currentUser, row, event, reason);
        if (adjusts && grossFen !== null) await setGross(tx, row, grossFen);
      });
      done += 1;
    } catch (error) {
      if (!(error instanceof AppError) || earningIds.length === 1) throw error;
      skipped.push({ earningNo: String(id), reason: error.message });
    }
  }
  return { done, skipped };
}
