import type { SettlementEvent } from '../../../contract/earnings/earning.ts';
import { EARNING_CODES, periodName } from '../../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import { settlementMachine } from '../../../contract/earnings/settlement.machine.ts';
import type { RunStep, SettleRun } from '../../../contract/earnings/settle-run.ts';
import { unloggedWrite, type Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireDate } from '../../db/clock.ts';
import { AppError, isConflict, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { userActing } from '../../identity/acting-user.service.ts';
import { restBetween, type Rest } from '../../jobs/pace.ts';
import { requirePermission } from '../../state-machine/transition.ts';
import { transitionSettlement } from '../settlement.service.ts';
import { assertIdle } from './month-lock.service.ts';
import { runQueued } from '../../telemetry/log.ts';
import { LEASE_MS, Overtaken } from './settle-run-part.service.ts';
import { RUN } from './settle-run-steps.service.ts';
import { runCard } from './settle-run.format.ts';
import { addRun, runById, setRun, takeDueRun, takenRun, type TakenRun } from './settle-run.queries.ts';

/** A run that failed for another reason than a rule is tried again after this time, so many times. */
const AGAIN_MS = 30_000;
const ATTEMPTS = 10;

function assertMay(currentUser: CurrentUser, step: RunStep | 'retract', period: string): void {
  if (step === 'settle') requirePermission(earningMachine, 'confirm', currentUser);
  else requirePermission(settlementMachine, step, currentUser);
  if (period >= wireDate(Date.now()).slice(0, 7)) throw new AppError(EARNING_CODES.open, `账期未结束：${periodName(period)}结束以后才能计算`);
}

interface Asked {
  readonly step: RunStep;
  readonly period: string;
  readonly reason: string;
}

/** Starts a step of a month; `nextAt` in the future keeps it for the caller. Throws while another step of the month is running. */
function startRun(currentUser: CurrentUser, { step, period, reason }: Asked, write: Write, nextAt: number): Promise<number> {
  assertMay(currentUser, step, period);
  return write(async (tx) => {
    const row = await assertIdle(tx, period, currentUser.userName);
    await RUN[step].begin(tx, currentUser, row, reason);
    return addRun(tx, { period, step, reason, userId: currentUser.userId, nextAt, createTime: Date.now() });
  });
}

const retract = (currentUser: CurrentUser, period: string, reason: string, write: Write): Promise<void> => {
  assertMay(currentUser, 'retract', period);
  return write(
    async (tx) => void (await transitionSettlement(tx, currentUser, await assertIdle(tx, period, currentUser.userName), 'retract', reason)),
  );
};

/** Takes back a publication at once; other steps start a run. */
export async function handleSettlementEvent(
  currentUser: CurrentUser,
  event: SettlementEvent,
  period: string,
  reason: string,
  write: Write,
): Promise<{ runId: number | null }> {
  if (event !== 'retract') return { runId: await startRun(currentUser, { step: event, period, reason }, write, Date.now()) };
  await retract(currentUser, period, reason, write);
  return { runId: null };
}

export const settleMonthOf = async (currentUser: CurrentUser, period: string, write: Write): Promise<{ runId: number }> => ({
  runId: await startRun(currentUser, { step: 'settle', period, reason: '' }, write, Date.now()),
});

/** Takes a step of a month with all its parts; throws the `AppError` that ends it. For the demo and for tests. */
export async function takeMonthStep(
  context: AppContext,
  currentUser: CurrentUser,
  step: RunStep | 'retract',
  period: string,
  reason = '',
): Promise<void> {
  const write = unloggedWrite(context);
  if (step === 'retract') return retract(currentUser, period, reason, write);
  const run = await takenRun(context.db, await startRun(currentUser, { step, period, reason }, write, Date.now() + LEASE_MS));
  const rejected = await drive(context, run, { currentUser });
  if (rejected) throw rejected;
}

/** Runs one step that is due; returns whether there was one. A run that was cut off continues when its lease is over. */
export async function runDueSettlement(context: AppContext, rest?: Rest): Promise<boolean> {
  const now = Date.now();
  const run = await takeDueRun(context.db, now, now + LEASE_MS);
  if (!run) return false;
  await runQueued({ name: 'settlement', id: run.id, requestId: run.requestId }, () => drive(context, run, { rest }));
  return true;
}

/** Does the parts that are left; returns the rule that has ended it, and throws what is no rule. */
async function drive(
  context: AppContext,
  run: TakenRun,
  given: { readonly currentUser?: CurrentUser; readonly rest?: Rest | undefined },
): Promise<AppError | null> {
  const { db } = context;
  try {
    const currentUser = given.currentUser ?? (await userActing(context, run.userId));
    await RUN[run.step as RunStep].work({ db, run, currentUser, rest: given.rest ?? restBetween() });
    return null;
  } catch (error) {
    if (error instanceof Overtaken) return null;
    const rule = error instanceof AppError && !isConflict(error) ? error : null;
    const over = rule !== null || run.attempts >= ATTEMPTS;
    const said = rule?.message ?? (over ? '没有完成，请联系系统管理员' : '没有完成，稍后自动继续');
    await setRun(db, run, { error: said, ...(over ? { finishedAt: Date.now() } : { nextAt: Date.now() + AGAIN_MS }) });
    if (rule || isConflict(error)) return rule;
    throw error;
  }
}

export async function progressOf({ db }: AppContext, runId: number): Promise<SettleRun> {
  const row = await runById(db, runId);
  if (!row) throw missing('这次任务不存在，请刷新后重试');
  return runCard(row);
}
