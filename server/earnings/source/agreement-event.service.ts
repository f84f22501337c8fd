import { layoutWords } from '../../../contract/composition/composition.machine.ts';
import { groupedYuan, sum, yuan } from '../../../contract/money.ts';
import type { EarningStep } from '../../../contract/earnings/earning.ts';
import { printRunsBetween } from '../../catalog/print-run/print-run.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AgreementTerms } from '../../protocol/term.service.ts';
import { baseFee, printRunFee } from '../royalty.rule.ts';
import { endOf, lastDayOf } from '../period.rule.ts';
import { openingAdvances, releasesOf } from './source.queries.ts';

/** What an event of an agreement earns all its authors together. */
export interface AgreementEvent {
  readonly terms: AgreementTerms;
  readonly source: 'advance' | 'baseFee' | 'printRun';
  readonly sourceId: number;
  readonly day: string;
  readonly steps: readonly EarningStep[];
  /** Authors whose share was paid before the publisher moved in. */
  readonly paid: ReadonlySet<number>;
}

const FIRST_DAY = '2000-01-01';
const NOBODY: ReadonlySet<number> = new Set();
const runWords = (baseFen: number, copies: number): string => `${yuan(baseFen)}元 × 1% × ${Math.ceil(copies / 1000)}千册`;

/** Advances of signed agreements, base fees of released works, and the print-run fees of their runs, until the end of a month. */
export async function agreementEvents(db: Database | Tx, period: string, agreements: readonly AgreementTerms[]): Promise<AgreementEvent[]> {
  const last = lastDayOf(period);
  const byId = new Map(agreements.map((terms) => [terms.protocolId, terms]));
  const before = await openingAdvances(db);
  const events: AgreementEvent[] = agreements
    .filter(({ advanceFen, signedOn }) => advanceFen > 0 && signedOn !== '' && signedOn <= last)
    .map((terms) => ({
      terms,
      source: 'advance',
      sourceId: terms.protocolId,
      day: terms.signedOn,
      steps: [{ label: '预付款', formula: `协议于${terms.signedOn}生效`, fen: terms.advanceFen }],
      paid: new Set(before.filter(({ protocolId }) => protocolId === terms.protocolId).map(({ userId }) => userId)),
    }));
  const bases = new Map<number, { terms: AgreementTerms; fen: number }>();
  for (const row of await releasesOf(db, endOf(period))) {
    const terms = byId.get(row.protocolId);
    const words = layoutWords(row);
    if (!terms || words === 0) continue;
    const fen = baseFee(words, row.basePerThousandFen);
    const formula = `版面字数${words}，每千字${groupedYuan(row.basePerThousandFen)}元，不足千字按千字计`;
    const steps = [{ label: '基本稿酬', formula, fen }];
    if (row.printRun > 0) steps.push({ label: '首次印数稿酬', formula: runWords(fen, row.printRun), fen: printRunFee(fen, row.printRun) });
    const day = new Date(row.releasedAt ?? 0).toISOString().slice(0, 10);
    events.push({ terms, source: 'baseFee', sourceId: row.id, day, steps, paid: NOBODY });
    if (row.publicationId !== null) bases.set(row.publicationId, { terms, fen: sum([bases.get(row.publicationId)?.fen ?? 0, fen]) });
  }
  if (bases.size === 0) return events;
  for (const run of await printRunsBetween(db, FIRST_DAY, last)) {
    const base = bases.get(run.publishId);
    if (!base) continue;
    const step = {
      label: `第${run.impression}次印刷`,
      formula: `${run.copies}册，${runWords(base.fen, run.copies)}`,
      fen: printRunFee(base.fen, run.copies),
    };
    events.push({ terms: base.terms, source: 'printRun', sourceId: run.id, day: run.printedOn, steps: [step], paid: NOBODY });
  }
  return events;
}
