import { TAX_CATEGORIES, type TaxResidence } from '../../../contract/earnings/earning-limits.ts';
import { sum, yuan } from '../../../contract/money.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { EarningRowOf } from '../earning.queries.ts';
import { categoryIn, NO_TAX, residenceIn, taxOn } from '../tax.rule.ts';
import { taxedTogether } from './tax.queries.ts';

/** 稿酬, of a foreign payee with the table of non-residents. */
export const taxName = (category: string, residence: TaxResidence): string =>
  `${TAX_CATEGORIES[categoryIn(category)]}${residence === 'foreign' ? '（非居民个人）' : ''}`;

/** The tax of a settled line in words: lines of one item and month are taxed together, minus what was withheld before. */
export async function taxWordsOf(db: Database | Tx, row: EarningRowOf): Promise<string> {
  if (row.taxVersion === NO_TAX.version) return `${NO_TAX.steps}${row.invoiceNo ? `，发票${row.invoiceNo}` : ''}`;
  const together = await taxedTogether(db, row.userId, row.taxMonth, row.taxItem);
  const before = together.slice(
    0,
    together.findIndex(({ id }) => id === row.id),
  );
  const incomeFen = sum(before.map(({ payableFen }) => payableFen)) + row.payableFen;
  const withheldFen = sum(before.map(({ taxFen }) => taxFen));
  const residence = residenceIn(row.taxResidence);
  const { steps } = taxOn(categoryIn(row.taxCategory), residence, incomeFen, row.taxMonth);
  const of = row.protocolId ? '作品' : '项目';
  const less = withheldFen > 0 ? `，减已扣${yuan(withheldFen)}元` : '';
  return `${taxName(row.taxCategory, residence)}，本月同一${of}收入${yuan(incomeFen)}元，${steps}${less}`;
}
