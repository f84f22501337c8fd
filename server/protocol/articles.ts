import { PAY_MODE_NAMES, RIGHT_NAMES } from '../../contract/protocol/protocol.machine.ts';
import { yuan } from '../../contract/money.ts';
import type { ProtocolRow } from './protocol.queries.ts';

/** `800` → `8%`. */
export const percentOf = (bp: number): string => `${(bp / 100).toFixed(2).replace(/\.?0+$/, '')}%`;
const inYuan = (fen: number): string => `${yuan(fen)}元`;

function payment(row: ProtocolRow): string {
  const advance = row.prepayBp > 0 ? `协议生效后预付${percentOf(row.prepayBp)}。` : '';
  const least = row.minCopies > 0 ? `首次结算按不少于${row.minCopies}册计。` : '';
  if (row.payMode === 'royalty')
    return `按版税付酬：版税率${percentOf(row.royaltyBp)}，以定价和${row.royaltyBase === 'sold' ? '实际销售' : '印刷'}册数计算。${least}${advance}`;
  if (row.payMode === 'base_print')
    return `按基本稿酬加印数稿酬付酬：基本稿酬每千字${inYuan(row.basePerThousandFen)}，印数稿酬每千册为基本稿酬的1%。${advance}`;
  if (row.payMode === 'lump') return `一次性付酬${inYuan(row.lumpFen)}。${advance}`;
  return `${PAY_MODE_NAMES[row.payMode as keyof typeof PAY_MODE_NAMES]}。`;
}

/** The agreement in words, from its terms. */
export function articlesOf(row: ProtocolRow): { title: string; text: string }[] {
  const rights = (JSON.parse(row.rights) as string[]).map((right) => RIGHT_NAMES[right as keyof typeof RIGHT_NAMES] ?? right).join('、');
  return [
    { title: '作品', text: `甲方（${row.partyA}）将《${row.title}》交乙方（${row.partyB}）出版。` },
    {
      title: '许可的权利',
      text: `甲方授予乙方在${row.region || '中国大陆'}以${row.language || '简体中文'}${row.signType === 'exclusive' ? '专有' : '非专有'}使用的权利：${rights || '（未填）'}。`,
    },
    { title: '期限', text: `自${row.startDate || '双方签署之日'}起${row.termYears}年${row.endDate ? `，至${row.endDate}` : ''}。` },
    {
      title: '交稿',
      text: `甲方于${row.deliverDate || '双方约定之日'}前交齐定稿${row.planWordCount > 0 ? `，约${row.planWordCount}千字` : ''}。`,
    },
    { title: '付酬', text: payment(row) },
    ...(row.digitalShareBp > 0 ? [{ title: '数字版', text: `数字版收入按${percentOf(row.digitalShareBp)}分给甲方。` }] : []),
    { title: '样书', text: `乙方向甲方赠送样书${row.sampleBooks}册；甲方购书按定价的${percentOf(row.authorDiscountBp)}计。` },
    ...(row.extraTerms ? [{ title: '补充条款', text: row.extraTerms }] : []),
  ];
}
