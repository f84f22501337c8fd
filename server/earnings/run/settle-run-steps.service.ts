import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import type { RunStep } from '../../../contract/earnings/settle-run.ts';
import { yuan } from '../../../contract/money.ts';
import { logOfJob } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { requirePermission } from '../../state-machine/transition.ts';
import { countLines, earningsByIds, type SettlementRowOf } from '../earning.queries.ts';
import { agreementRef, earningIn, transitionEarning } from '../earning-step.service.ts';
import { assertMonthAllows, rejectCalculator, transitionSettlement } from '../settlement.service.ts';
import { addStatement } from '../statement/statement.service.ts';
import { calculateMonth } from './calculate-run.service.ts';
import { lockedSettlement } from './month-lock.service.ts';
import { inParts, outOfTime, part, type RunColumns, type Running } from './settle-run-part.service.ts';
import type { SkippedLine } from './settle-run.format.ts';
import { countPayees, lastRunOf, linesOf, pendingIds, statedOf, sumsOfPayees } from './settle-run.queries.ts';

const REVENUE_PAGE = '/authorBackground/revenue';
const PAGE = 500;
/** Skipped lines that are kept with their reasons. */
const KEPT = 100;

interface StepOf {
  /** In the transaction that starts the run: throws where the step is not allowed, and takes it when the month changes first. */
  readonly begin: (tx: Tx, currentUser: CurrentUser, row: SettlementRowOf, reason: string) => Promise<unknown>;
  /** The parts; a run that was cut off begins again here. The last part writes `finishedAt`. */
  readonly work: (running: Running) => Promise<void>;
}

export const RUN: Readonly<Record<RunStep, StepOf>> = {
  calculate: {
    begin: (tx, currentUser, row) => assertMonthAllows({ tx, row, currentUser }, 'calculate'),
    work: calculateMonth,
  },
  publish: {
    async begin(tx, currentUser, row, reason) {
      const last = await lastRunOf(tx, row.period);
      if (last?.step === 'calculate' && last.error !== '') throw failed(`${periodName(row.period)}上一次计算没有完成，请重新计算`);
      await transitionSettlement(tx, currentUser, row, 'publish', reason);
    },
    work: notifyPayees,
  },
  settle: {
    async begin(tx, currentUser, row) {
      if (row.status !== 'published') throw failed(`请先公示${periodName(row.period)}的收益，再结算`);
      await rejectCalculator({ tx, row, currentUser });
      if ((await countLines(tx, row.period, [earningMachine.initial])) === 0) throw failed('本月没有待结算的收益');
    },
    work: settleLines,
  },
  close: {
    begin: (tx, currentUser, row) => assertMonthAllows({ tx, row, currentUser }, 'close'),
    work: closeMonth,
  },
};

const end = (): RunColumns => ({ error: '', finishedAt: Date.now() });

/** Tells each payee the sum of the month; the cursor is the last payee who was told. */
async function notifyPayees(running: Running): Promise<void> {
  const { db, run, rest } = running;
  const { period } = run;
  const left = await countPayees(db, period, run.cursor);
  const totalRows = run.doneRows + left;
  let { cursor, doneRows } = run;
  for (;;) {
    const payees = await sumsOfPayees(db, period, cursor, PAGE);
    const last = payees.at(-1);
    if (!last) break;
    const before = doneRows;
    await inParts(
      running,
      payees,
      (tx, { userId, fen }) =>
        sendMessage(tx, {
          userId,
          type: 'pay',
          title: `${periodName(period)}收益已公示，共${yuan(Number(fen))}元，请在7日内核对`,
          link: REVENUE_PAGE,
        }),
      (done, { userId }) => ({ totalRows, doneRows: before + done, cursor: userId }),
    );
    cursor = last.userId;
    doneRows += payees.length;
    await rest();
  }
  await part(running, async () => end());
}

/** Settles the pending lines; one that does not allow it is skipped with the reason. Each part is a row of the operation log. */
async function settleLines(running: Running): Promise<void> {
  const { db, run, currentUser, rest } = running;
  requirePermission(earningMachine, 'confirm', currentUser);
  const lines = await pendingIds(db, run.period);
  await rest();
  const totalRows = run.doneRows + lines.length;
  const skipped: SkippedLine[] = [];
  let { doneRows } = run;
  let skippedRows = 0;
  /** Settles some lines from one on, and returns the next one. */
  const settle = async (from: number, most: number): Promise<number> => {
    let next = from;
    await part(running, async (tx) => {
      for (const over = outOfTime(); next < lines.length && next - from < most && !(next > from && over()); next += 1) {
        const row = await earningIn(tx, lines[next]?.id ?? 0);
        if (row.status === 'pending') await transitionEarning(tx, currentUser, row, 'confirm', run.reason);
      }
      const earnings = lines.slice(from, next).map(({ earningNo }) => earningNo);
      await logOfJob(tx, currentUser, { title: '收益', business: 'edit', method: 'settlement.settle', done: { period: run.period, earnings } });
      return { totalRows, doneRows: doneRows + next - from, skippedRows, skipped: JSON.stringify(skipped) };
    });
    doneRows += next - from;
    return next;
  };
  const skip = async (at: number, { message: reason }: AppError): Promise<number> => {
    skippedRows += 1;
    if (skipped.length < KEPT) skipped.push({ earningNo: lines[at]?.earningNo ?? '', reason });
    await part(running, async () => ({ totalRows, skippedRows, skipped: JSON.stringify(skipped) }));
    return at + 1;
  };
  for (let at = 0; at < lines.length; ) {
    // One line that is not allowed undoes its part: the next line then goes alone, until that one is found.
    const alone = await rejectionOf(settle(at, PAGE), (next) => (at = next));
    if (!alone) continue;
    const rejected = await rejectionOf(settle(at, 1), (next) => (at = next));
    if (rejected) at = await skip(at, rejected);
  }
  await part(running, async () => ({ totalRows, skippedRows, skipped: JSON.stringify(skipped), ...end() }));
}

/** Waits for work; returns the error of a line that is not allowed, and throws others. */
async function rejectionOf(work: Promise<number>, done: (next: number) => void): Promise<AppError | null> {
  try {
    done(await work);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error;
  }
}

/** Freezes the statements; the month is closed with the last part. */
async function closeMonth(running: Running): Promise<void> {
  const { db, run, currentUser, rest } = running;
  const { period } = run;
  const groups = new Map<string, number[]>();
  for (let after = 0; ; ) {
    const page = await linesOf(db, period, after, PAGE);
    for (const line of page) if (line.status !== 'void') groups.set(agreementRef(line), [...(groups.get(agreementRef(line)) ?? []), line.id]);
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    await rest();
  }
  const totalRows = groups.size;
  for (const stated of await statedOf(db, period)) groups.delete(agreementRef(stated));
  const before = totalRows - groups.size;
  await inParts(
    running,
    [...groups.values()],
    async (tx, ids) => addStatement(tx, await earningsByIds(tx, ids), Date.now()),
    (done) => ({ totalRows, doneRows: before + done }),
  );
  await part(running, async (tx) => {
    await transitionSettlement(tx, currentUser, await lockedSettlement(tx, period, currentUser.userName), 'close', run.reason);
    return { totalRows, doneRows: totalRows, ...end() };
  });
}
