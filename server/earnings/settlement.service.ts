import { EARNING_CODES, periodName } from '../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import type { SettlementEvent, SettlementRow, SettlementState } from '../../contract/earnings/earning.ts';
import { settlementMachine } from '../../contract/earnings/settlement.machine.ts';
import { sum } from '../../contract/money.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { illegalTransition, transition } from '../state-machine/transition.ts';
import type { Unpaid } from './earning-line.rule.ts';
import { monthBefore } from './deduction.rule.ts';
import { countLines, settlementRows, sumsOf, type SettlementRowOf } from './earning.queries.ts';
import { runCard } from './run/settle-run.format.ts';
import { lastRuns } from './run/settle-run.queries.ts';

/** Months that the list shows besides those that were calculated. */
const SHOWN_MONTHS = 6;

type MonthStep = { readonly tx: Tx; readonly row: SettlementRowOf; readonly currentUser: CurrentUser | null };

/** Throws for the person who has calculated the month. */
export async function rejectCalculator({ tx, row, currentUser }: MonthStep): Promise<void> {
  if (currentUser && row.calculatedBy !== null && (await samePerson(tx, row.calculatedBy, currentUser.userId)))
    throw new AppError(EARNING_CODES.samePerson, '计算人与公示人、结算人须为不同人员');
}

async function rejectOpenLines({ tx, row }: MonthStep): Promise<void> {
  const open = await countLines(tx, row.period, earningMachine.groups.open);
  if (open > 0) throw new AppError(EARNING_CODES.unsettled, `还有${open}笔收益未结算或有异议`);
}

export const transitionSettlement = transition<SettlementState, SettlementEvent, SettlementRowOf>(settlementMachine, {
  table: 'settlement',
  stateOf: (row) => row.status as SettlementState,
  subject: subjectOf,
  on: {
    calculate: { columns: ({ now, currentUser }) => ({ calculatedBy: currentUser?.userId ?? null, calculatedAt: now }) },
    publish: {
      guard: rejectCalculator,
      columns: ({ now, currentUser }) => ({ publishedBy: currentUser?.userId ?? null, publishedAt: now }),
    },
    retract: {
      async guard({ tx, row }) {
        if ((await countLines(tx, row.period, earningMachine.groups.booked)) > 0) throw failed('本月已有结算的收益，不能撤回公示；有误的请冲正');
      },
    },
    close: { guard: rejectOpenLines, columns: ({ now }) => ({ closedAt: now }) },
  },
});

function subjectOf({ period }: SettlementRowOf): string {
  return `${periodName(period)}账期`;
}

/** Throws where the month does not allow a step now. The step itself is taken when its parts are done. */
export async function assertMonthAllows(step: MonthStep, event: 'calculate' | 'close'): Promise<void> {
  const from = step.row.status as SettlementState;
  const { label, from: sources } = settlementMachine.events[event];
  if (!(sources as readonly SettlementState[]).includes(from)) throw illegalTransition(settlementMachine, subjectOf(step.row), from, label);
  if (event === 'close') await rejectOpenLines(step);
}

/** The months that were calculated and the last ended ones, newest first. */
export async function settlementsFor({ db }: AppContext, currentUser: CurrentUser): Promise<{ total: number; rows: SettlementRow[] }> {
  const stored = new Map((await settlementRows(db)).map((row) => [row.period, row]));
  const runs = new Map((await lastRuns(db)).map((run) => [run.period, run]));
  const now = wireDate(Date.now()).slice(0, 7);
  const ended = Array.from({ length: SHOWN_MONTHS }, (_one, at) => monthBefore(now, at + 1));
  const periods = [...new Set([...ended, ...stored.keys()])]
    .filter((period) => period < now)
    .toSorted()
    .toReversed();
  const rows = await Promise.all(
    periods.map(async (period): Promise<SettlementRow> => {
      const row = stored.get(period);
      const status = (row?.status ?? settlementMachine.initial) as SettlementState;
      const run = runs.get(period);
      const idle = run === undefined || run.finishedAt !== null;
      const may = (permission: string | undefined): boolean => idle && permission !== undefined && hasPermission(currentUser, permission);
      const sums = await sumsOf(db, { period, status: '' });
      const pending = sums.find((one) => one.status === earningMachine.initial);
      return {
        settlementId: row?.id ?? 0,
        period,
        status,
        ...totalsIn(sums),
        pendingFen: pending?.gross ?? 0,
        calculatedBy: row?.calculatorName ?? '',
        calculatedAt: wireTime(row?.calculatedAt ?? null),
        publishedBy: row?.publisherName ?? '',
        unpaid: JSON.parse(row?.unpaid ?? '[]') as Unpaid[],
        can: eventsFrom(settlementMachine, status, may),
        canSettle: status === 'published' && pending !== undefined && may(earningMachine.events.confirm.permission),
        run: run ? runCard(run) : null,
      };
    }),
  );
  return { total: rows.length, rows };
}

export const totalsOf = async (db: Database | Tx, filter: Parameters<typeof sumsOf>[1]) => totalsIn(await sumsOf(db, filter));

function totalsIn(rows: Awaited<ReturnType<typeof sumsOf>>) {
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
