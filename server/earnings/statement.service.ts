import { randomBytes } from 'node:crypto';
import { sum } from '../../contract/money.ts';
import type { Tx } from '../db/database.ts';
import { nextNumber } from '../db/sequence.ts';
import { earningsOfPeriod, type EarningRowOf } from './earning.queries.ts';
import { agreementRef, basisOf } from './earning-step.service.ts';

/** Freezes what each payee earned in a month by each agreement. The totals are those of its lines, which are those of the ledger. */
export async function addStatements(tx: Tx, period: string, now: number): Promise<void> {
  const groups = new Map<string, EarningRowOf[]>();
  for (const row of await earningsOfPeriod(tx, period))
    if (row.status !== 'void' && row.protocolId !== null) groups.set(agreementRef(row), [...(groups.get(agreementRef(row)) ?? []), row]);
  const month = period.replace('-', '');
  for (const rows of groups.values()) {
    const [first] = rows;
    if (!first || first.protocolId === null) continue;
    const total = (pick: (row: EarningRowOf) => number): number => sum(rows.map(pick));
    const data = {
      title: first.title,
      lines: rows.map((row) => ({ earningNo: row.earningNo, source: row.sourceType, grossFen: row.grossFen, lines: basisOf(row).lines })),
      grossFen: total((row) => row.grossFen),
      carryFen: total((row) => row.carryFen),
      heldFen: total((row) => row.heldFen),
      releasedFen: total((row) => row.releasedFen),
      recoupedFen: total((row) => row.recoupedFen),
      payableFen: total((row) => row.payableFen),
      taxFen: total((row) => row.taxFen),
      netFen: total((row) => row.netFen),
    };
    await tx
      .insertInto('statement')
      .values({
        statementNo: `DZ${month}-${String(await nextNumber(tx, `DZ:${month}`)).padStart(5, '0')}`,
        userId: first.userId,
        protocolId: first.protocolId,
        period,
        data: JSON.stringify(data),
        code: randomBytes(12).toString('base64url'),
        createTime: now,
      })
      .execute();
  }
}
