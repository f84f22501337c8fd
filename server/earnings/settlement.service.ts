import { EARNING_CODES, periodName } from '../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import type { EarningState, SettlementEvent, SettlementRow, SettlementState } from '../../contract/earnings/earning.ts';
import { settlementMachine } from '../../contract/earnings/settlement.machine.ts';
import { sum, yuan } from '../../contract/money.ts';
import { eventsFrom, inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { calculatedSources, calculatePeriod } from './calculation.service.ts';
import type { Calculated, Unpaid } from './earning-line.rule.ts';
import { monthBefore } from './deduction.rule.ts';
import { earningsOfPeriod, settlementOf, settlementRows, sumsOf, type SettlementRowOf } from './earning.queries.ts';
import { addEarning, transitionEarning } from './earning-step.service.ts';
import { sourceKey } from './source/due-lines.rule.ts';
import { addStatements } from './statement/statement.service.ts';

/** Months that the list shows besides those that were calculated. */
const SHOWN_MONTHS = 6;
export const REVENUE_PAGE = '/authorBackground/revenue';

const rejectCalculator = async ({ tx, row, currentUser }: { tx: Tx; row: SettlementRowOf; currentUser: CurrentUser | null }): Promise<void> => {
  if (currentUser && row.calculatedBy !== null && (await samePerson(tx, row.calculatedBy, currentUser.userId)))
    throw new AppError(EARNING_CODES.samePerson, '计算人与公示人、结算人须为不同人员');
};

const transitionSettlement = transition<SettlementState, SettlementEvent, SettlementRowOf>(settlementMachine, {
  table: 'settlement',
  stateOf: (row) => row.status as SettlementState,
  subject: ({ period }) => `${periodName(period)}账期`,
  on: {
    calculate: {
      columns: ({ now, currentUser }) => ({ calculatedBy: currentUser?.userId ?? null, calculatedAt: now }),
      after: ({ tx, row, currentUser, now }) => writeLines(tx, currentUser, row, now),
    },
    publish: {
      guard: rejectCalculator,
      columns: ({ now, currentUser }) => ({ publishedBy: currentUser?.userId ?? null, publishedAt: now }),
      after: ({ tx, row }) => notifyPayees(tx, row.period),
    },
    retract: {
      async guard({ tx, row }) {
        if ((await earningsOfPeriod(tx, row.period)).some(({ status }) => inGroup(earningMachine, 'booked', status as EarningState)))
          throw failed('本月已有结算的收益，不能撤回公示；有误的请冲正');
      },
    },
    close: {
      async guard({ tx, row }) {
        const open = (await earningsOfPeriod(tx, row.period)).filter(({ status }) => inGroup(earningMachine, 'open', status as EarningState));
        if (open.length > 0) throw new AppError(EARNING_CODES.unsettled, `还有${open.length}笔收益未结算或有异议`);
      },
      columns: ({ now }) => ({ closedAt: now }),
      after: ({ tx, row, now }) => addStatements(tx, row.period, now),
    },
  },
});

async function settlementIn(tx: Tx, period: string, currentUser: CurrentUser): Promise<SettlementRowOf> {
  const now = Date.now();
  await tx
    .insertInto('settlement')
    .values({
      period,
      calculatedBy: null,
      calculatedAt: null,
      publishedBy: null,
      publishedAt: null,
      closedAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .onConflict((on) => on.column('period').doNothing())
    .execute();
  const row = await settlementOf(tx, period);
  if (!row) throw failed('账期不存在，请刷新后重试');
  return row;
}

export async function handleSettlementEvent(
  currentUser: CurrentUser,
  event: SettlementEvent,
  period: string,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(settlementMachine, event, currentUser);
  if (period >= wireDate(Date.now()).slice(0, 7)) throw new AppError(EARNING_CODES.open, `账期未结束：${periodName(period)}结束以后才能计算`);
  await write(async (tx) => transitionSettlement(tx, currentUser, await settlementIn(tx, period, currentUser), event, reason));
}

/** Writes the calculated lines: a pending line that was not edited gets the new amount, or is voided without one; other lines stay. */
async function writeLines(tx: Tx, currentUser: CurrentUser | null, { id, period }: SettlementRowOf, now: number): Promise<void> {
  const { lines, unpaid } = await calculatePeriod(tx, period);
  const calculated = calculatedSources();
  const before = (await earningsOfPeriod(tx, period)).filter(({ sourceType }) => calculated.has(sourceType));
  // A line that only a calculation has made void comes back as a new one; one that a person made void does not.
  const found = new Map(before.filter(({ status, editedBy }) => status !== 'void' || editedBy !== null).map((row) => [sourceKey(row), row]));
  const times = new Map<string, number>();
  for (const row of before) times.set(sourceKey(row), (times.get(sourceKey(row)) ?? 0) + 1);
  for (const line of lines) {
    const known = found.get(sourceKey(line));
    found.delete(sourceKey(line));
    const seq = times.get(sourceKey(line)) ?? 0;
    if (!known) await addEarning(tx, currentUser, { ...line, period, seq, reverses: null }, now);
    else if (known.status === 'pending' && known.editedBy === null && changed(known, line))
      await tx
        .updateTable('earning')
        .set({ grossFen: line.grossFen, basis: JSON.stringify(line.basis), title: line.title, updateTime: now, version: known.version + 1 })
        .where('id', '=', known.id)
        .where('version', '=', known.version)
        .execute();
  }
  for (const row of found.values())
    if (row.status === 'pending' && row.editedBy === null) await transitionEarning(tx, null, row, 'void', '重新计算后没有这笔收益', 'checked');
  await tx
    .updateTable('settlement')
    .set({ unpaid: JSON.stringify(unpaid) })
    .where('id', '=', id)
    .execute();
}

const changed = (row: { grossFen: number; basis: string }, line: Calculated): boolean =>
  row.grossFen !== line.grossFen || row.basis !== JSON.stringify(line.basis);

async function notifyPayees(tx: Tx, period: string): Promise<void> {
  const byUser = new Map<number, number[]>();
  for (const { userId, grossFen, status } of await earningsOfPeriod(tx, period))
    if (status !== 'void') byUser.set(userId, [...(byUser.get(userId) ?? []), grossFen]);
  for (const [userId, amounts] of byUser)
    await sendMessage(tx, {
      userId,
      type: 'pay',
      title: `${periodName(period)}收益已公示，共${yuan(sum(amounts))}元，请在7日内核对`,
      link: REVENUE_PAGE,
    });
}

/** The months that were calculated and the last ended ones, newest first. */
export async function settlementsFor({ db }: AppContext, currentUser: CurrentUser): Promise<{ total: number; rows: SettlementRow[] }> {
  const stored = new Map((await settlementRows(db)).map((row) => [row.period, row]));
  const now = wireDate(Date.now()).slice(0, 7);
  const ended = Array.from({ length: SHOWN_MONTHS }, (_one, at) => monthBefore(now, at + 1));
  const periods = [...new Set([...ended, ...stored.keys()])].toSorted().toReversed();
  const rows = await Promise.all(
    periods.map(async (period): Promise<SettlementRow> => {
      const row = stored.get(period);
      const status = (row?.status ?? settlementMachine.initial) as SettlementState;
      return {
        settlementId: row?.id ?? 0,
        period,
        status,
        ...(await totalsOf(db, { period, status: '' })),
        calculatedBy: row?.calculatorName ?? '',
        calculatedAt: wireTime(row?.calculatedAt ?? null),
        publishedBy: row?.publisherName ?? '',
        unpaid: JSON.parse(row?.unpaid ?? '[]') as Unpaid[],
        can: eventsFrom(settlementMachine, status, (permission) => hasPermission(currentUser, permission)),
      };
    }),
  );
  return { total: rows.length, rows };
}

export async function totalsOf(db: Database | Tx, filter: Parameters<typeof sumsOf>[1]) {
  const rows = await sumsOf(db, filter);
  const count = (...states: string[]): number => sum(rows.filter(({ status }) => states.includes(status)).map((row) => row.count));
  return {
    grossFen: sum(rows.map(({ gross }) => gross)),
    taxFen: sum(rows.map(({ tax }) => tax)),
    netFen: sum(rows.map(({ net }) => net)),
    count: sum(rows.map((row) => row.count)),
    disputed: count('disputed'),
    pending: count('pending', 'disputed'),
  };
}
