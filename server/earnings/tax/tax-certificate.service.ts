import { periodName, TAX_CATEGORIES, TAX_RESIDENCES } from '../../../contract/earnings/earning-limits.ts';
import { groupedYuan, sum } from '../../../contract/money.ts';
import { masked, personalField } from '../../../contract/identity/personal-fields.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Sent } from '../../files/send-file.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { numberIn } from '../../system/real-name.service.ts';
import { headRow, rowsPdf, type DocumentRow } from '../statement/row-document.format.ts';
import { categoryIn, residenceIn } from '../tax.rule.ts';
import { declaredMonths, peopleOf, taxedInYear } from './tax.queries.ts';

/** The income and the tax of a payee in a year, month by month. */
export async function certificateOf(context: AppContext, { userId }: CurrentUser, year: string): Promise<Sent> {
  const { db } = context;
  const items = await taxedInYear(db, userId, year);
  if (items.length === 0) throw failed(`${year}年没有结算的收益，没有可以证明的收入`);
  const declared = new Set((await declaredMonths(db)).map(({ month }) => month));
  const [person] = await peopleOf(db, [userId]);
  const number = person ? numberIn(context, { userId, idCardNo: person.idCardNo ?? '' }) : '';
  const field = personalField('', 'idCardNo');
  const rows: DocumentRow[] = [];
  for (const month of new Set(items.map(({ taxMonth }) => taxMonth))) {
    const own = items.filter(({ taxMonth }) => taxMonth === month);
    rows.push(headRow(`${periodName(month)}（${declared.has(month) ? '已申报' : '尚未申报'}）`));
    for (const { title, taxCategory, taxResidence, income, tax } of own) {
      const words = `${TAX_CATEGORIES[categoryIn(taxCategory)]}，${TAX_RESIDENCES[residenceIn(taxResidence)]}，收入${groupedYuan(Number(income))}元`;
      rows.push({ label: title, formula: words, fen: Number(tax) });
    }
  }
  rows.push(
    headRow('全年合计'),
    { label: '收入', formula: '', fen: sum(items.map(({ income }) => Number(income))) },
    { label: '代扣个税', formula: '', fen: sum(items.map(({ tax }) => Number(tax))) },
  );
  const bytes = rowsPdf('收入与完税证明', rows, {
    no: year,
    facts: [
      ['年度', `${year}年`],
      ['收款人', person?.realName || person?.nickName || ''],
      ['证件', field && number ? String(masked(field, number)) : ''],
    ],
    check: [
      `金额单位为元，逐行为代扣的个税。本证明于${wireTime(Date.now())}生成。`,
      '本证明由付款方出具；需要税收完税证明的，请凭此向税务机关申请开具。',
    ],
  });
  return { key: '', name: `收入与完税证明_${year}.pdf`, mime: 'application/pdf', size: bytes.length, bytes };
}
