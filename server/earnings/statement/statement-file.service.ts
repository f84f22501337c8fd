import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { STATEMENT_CHECK_PAGE } from '../../../contract/earnings/earnings.site.ts';
import { yuanNumber } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { wireTime } from '../../db/clock.ts';
import type { Sent } from '../../files/send-file.ts';
import { shareWords } from '../share-words.format.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { headRow, plainCell, rowsPdf, type DocumentFacts, type DocumentRow } from './row-document.format.ts';
import type { StatementRowOf } from './statement.queries.ts';
import { frozenOf, statementIn, type StatementData } from './statement.service.ts';

/** Every row of a statement, in the order in which it is read. */
export function statementRows(data: StatementData): DocumentRow[] {
  const { opening, closing } = data;
  const rows: DocumentRow[] = [
    headRow('期初'),
    { label: '待抵扣预付款', formula: '', fen: opening.advanceFen },
    { label: '退货准备金', formula: '', fen: opening.reserveFen },
    { label: '待抵扣退货', formula: '', fen: opening.carryFen },
  ];
  for (const line of data.lines) {
    rows.push(headRow([line.earningNo, line.sourceName, line.title ?? ''].join(' ').trim()));
    rows.push(...line.lines.map(({ label, formula, fen }) => ({ label, formula, fen })));
    rows.push({ label: '作品合计', formula: '', fen: line.workFen });
    rows.push({
      label: '您的份额',
      formula: shareWords(line),
      fen: line.grossFen,
    });
    const steps: readonly DocumentRow[] = [
      { label: line.carryFen < 0 ? '转入以后抵扣' : '抵扣以前的退货', formula: '', fen: 0 - line.carryFen },
      { label: '留存退货准备金', formula: '', fen: 0 - line.heldFen },
      { label: '释放或动用准备金', formula: '', fen: line.releasedFen },
      { label: '抵扣预付款', formula: '', fen: 0 - line.recoupedFen },
    ];
    rows.push(...steps.filter(({ fen }) => fen !== 0));
    rows.push({ label: '税前应付', formula: '', fen: line.payableFen });
    rows.push({ label: '代扣个税', formula: `${line.taxWords}；税率规则${line.taxVersion}，${line.taxMonth}计税`, fen: 0 - line.taxFen });
    rows.push({ label: '实付', formula: '', fen: line.netFen });
  }
  rows.push(
    headRow('本期合计'),
    { label: '应付', formula: '', fen: data.grossFen },
    { label: '抵扣退货', formula: '', fen: 0 - data.carryFen },
    { label: '留存准备金', formula: '', fen: 0 - data.heldFen },
    { label: '释放或动用准备金', formula: '', fen: data.releasedFen },
    { label: '抵扣预付款', formula: '', fen: 0 - data.recoupedFen },
    { label: '税前应付', formula: '', fen: data.payableFen },
    { label: '代扣个税', formula: '', fen: 0 - data.taxFen },
    { label: '实付，计入余额', formula: '', fen: data.netFen },
    headRow('期末'),
    { label: '待抵扣预付款', formula: '', fen: closing.advanceFen },
    { label: '退货准备金', formula: '', fen: closing.reserveFen },
    { label: '待抵扣退货', formula: '', fen: closing.carryFen },
  );
  if (data.payments.length > 0)
    rows.push(
      headRow('本月到账的提现（全部协议）'),
      ...data.payments.map(({ withdrawNo, paidOn, fen }) => ({ label: withdrawNo, formula: paidOn, fen })),
    );
  return rows;
}

async function statementSheet(data: StatementData, { facts, check }: DocumentFacts): Promise<Buffer> {
  const out = new PassThrough();
  const book = new SheetWriter(out);
  const whole = buffer(out);
  await book.begin('对账单', [
    { header: '项目', width: 36 },
    { header: '计算', width: 60 },
    { header: '金额（元）', width: 16 },
  ]);
  for (const [label, value] of facts) await book.row([label, plainCell(value), null]);
  for (const { label, formula, fen } of statementRows(data))
    await book.row([plainCell(label), plainCell(formula), fen === null ? null : yuanNumber(fen)]);
  for (const text of check) await book.row([text, '', null]);
  await book.end();
  return whole;
}

const factsOf = (row: StatementRowOf, data: StatementData, publicUrl: string): DocumentFacts => ({
  no: row.statementNo,
  facts: [
    ['编号', row.statementNo],
    ['账期', periodName(row.period)],
    ['收款人', row.realName || row.nickName],
    ['作品', row.protocolId === 0 ? data.title : `《${data.title}》`],
    ['协议', row.protocolNo ?? ''],
  ],
  check: [
    `金额单位为元。本单于${wireTime(row.createTime)}生成，不再变动。查验码 ${row.code}`,
    `查验：${publicUrl}${STATEMENT_CHECK_PAGE}?no=${row.statementNo}&code=${row.code}`,
  ],
});

/** The file of a frozen statement; equal bytes each time. */
export async function statementFileOf(context: AppContext, currentUser: CurrentUser, statementId: number, format: 'pdf' | 'xlsx'): Promise<Sent> {
  const row = await statementIn(context, currentUser, statementId);
  const data = frozenOf(row);
  const facts = factsOf(row, data, context.settings.publicUrl);
  const bytes = format === 'pdf' ? rowsPdf('对账单', statementRows(data), facts) : await statementSheet(data, facts);
  const mime = format === 'pdf' ? 'application/pdf' : SHEET_MIME;
  return { key: '', name: `对账单_${row.statementNo}.${format}`, mime, size: bytes.length, bytes };
}
