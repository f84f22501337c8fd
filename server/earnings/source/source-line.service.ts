import type { EarningSource, TaxCategory } from '../../../contract/earnings/earning-limits.ts';
import type { EarningStep, SettlementState } from '../../../contract/earnings/earning.ts';
import { settlementMachine } from '../../../contract/earnings/settlement.machine.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { sum } from '../../../contract/money.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { monthBefore } from '../deduction.rule.ts';
import { addEarning } from '../earning-step.service.ts';
import { settlementOf } from '../earning.queries.ts';
import { linesOfSource } from './source.queries.ts';

/** One earnings line of a payee that another area or a sheet gives. Amounts are fen; a negative one takes back. */
export interface SourceLine {
  readonly userId: number;
  readonly source: EarningSource;
  /** The row whose event it is, and which line of it: a line with the same two, source and payee is added once. */
  readonly sourceId: number;
  readonly seq?: number;
  readonly title: string;
  readonly fen: number;
  readonly taxCategory: TaxCategory;
  /** Lines with the same subject are taxed together in a month: `spread`, `contest:12`. */
  readonly taxSubject: string;
  /** How the amount is calculated; the parts add up to `fen`. */
  readonly steps: readonly EarningStep[];
  /** The month in which it was earned, yyyy-MM; it goes to the next one when that is published already. */
  readonly period: string;
  readonly protocolId?: number;
  readonly publicationId?: number | null;
  readonly recoup?: boolean;
  readonly cost?: 'opening';
}

/** The first month from this one on that is not published yet. */
export async function openPeriod(db: Database | Tx, from: string): Promise<string> {
  for (let period = from; ; period = monthBefore(period, -1)) {
    const found = await settlementOf(db, period);
    if (!found || inGroup(settlementMachine, 'unpublished', found.status as SettlementState)) return period;
  }
}

/**
 * Adds a line that waits for the settlement of its month, in the caller's transaction. Returns false when it was added before. A calculation of the
 * month leaves it as it is.
 */
export async function addSourceLine(tx: Tx, currentUser: CurrentUser | null, line: SourceLine, now: number): Promise<boolean> {
  const { source, sourceId, userId, seq = 0, fen, steps } = line;
  if (!Number.isSafeInteger(fen) || sum(steps.map((step) => step.fen)) !== fen)
    throw new Error(`${source} ${sourceId}: the steps are not ${fen} fen`);
  if (fen === 0 || (await linesOfSource(tx, source, sourceId, userId)).some((one) => one.seq === seq)) return false;
  await addEarning(
    tx,
    currentUser,
    {
      userId,
      sourceType: source,
      sourceId,
      seq,
      protocolId: line.protocolId ?? 0,
      publicationId: line.publicationId ?? null,
      title: line.title,
      grossFen: fen,
      taxCategory: line.taxCategory,
      taxItem: `${line.taxCategory}:${line.taxSubject}`,
      basis: {
        lines: steps,
        workFen: fen,
        shareBp: 10_000,
        reserveBp: 0,
        recoup: line.recoup ?? false,
        ...(line.cost ? { cost: line.cost } : {}),
      },
      period: await openPeriod(tx, line.period),
      reverses: null,
    },
    now,
  );
  return true;
}
