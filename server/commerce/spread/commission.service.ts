import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { sum } from '../../../contract/money.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { ItemRow } from '../order.queries.ts';
import { leftOf, takenBack } from './commission.rule.ts';
import { addEntry, entriesBetween, promoterOf } from './commission.queries.ts';

type Line = Pick<ItemRow, 'id' | 'payFen' | 'refundedFen' | 'spreadId' | 'commissionFen' | 'finishedAt'>;

/** The line is finished: what is left of its commission counts for its promoter. */
export async function countCommission(tx: Tx, line: Omit<Line, 'finishedAt'>, now: number): Promise<void> {
  if (line.spreadId === null) return;
  const fen = leftOf(line);
  const link = await promoterOf(tx, line.spreadId);
  if (!link || fen === 0) return;
  await addEntry(tx, { spreadId: line.spreadId, userId: link.promoterId, orderItemId: line.id, refundLineId: 0, fen, at: now });
}

/** A refund of the line is done; `line` is as it is then. Commission that was counted goes back in the month of the refund. */
export async function takeCommissionBack(tx: Tx, line: Line, refund: { readonly id: number; readonly fen: number }, now: number): Promise<void> {
  if (line.spreadId === null || line.finishedAt === null) return;
  const fen = takenBack(line, line.refundedFen) - takenBack(line, line.refundedFen - refund.fen);
  const link = await promoterOf(tx, line.spreadId);
  if (!link || fen === 0) return;
  await addEntry(tx, { spreadId: line.spreadId, userId: link.promoterId, orderItemId: line.id, refundLineId: refund.id, fen: -fen, at: now });
}

/** What one link earned in a period; `lines` are its steps in words. Negative when refunds took back more than was counted. */
interface CommissionStep {
  readonly label: string;
  readonly formula: string;
  readonly fen: number;
}
export interface Commission {
  readonly userId: number;
  readonly fen: number;
  readonly steps: readonly CommissionStep[];
}
/** The commission of each promoter between two times (the second one excluded), epoch milliseconds. The same entries give the same answer. */
export async function commissionBetween(db: Database | Tx, from: number, until: number): Promise<readonly Commission[]> {
  const found = (await entriesBetween(db, from, until)).map((row) => ({ ...row, counted: Number(row.counted), back: Number(row.back) }));
  return [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, links]): Commission => {
    const steps = links.flatMap(({ code, title, rateBp, counted, back, lines, refunds }): CommissionStep[] => {
      const label = `推广${title === null ? '全站' : inTitleMarks(title)} · ${code}`;
      return [
        ...(Number(lines) > 0 ? [{ label, formula: `${Number(lines)}笔 × ${rateBp / 100}%`, fen: counted }] : []),
        ...(Number(refunds) > 0 ? [{ label: `${label} · 退款`, formula: `${Number(refunds)}笔退款`, fen: back }] : []),
      ];
    });
    return { userId, fen: sum(steps.map(({ fen }) => fen)), steps };
  });
}
