import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { checkStatement } from '../../../contract/earnings/statement.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import { groupedYuan, yuan, yuanNumber } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { wireTime } from '../../db/clock.ts';
import { chinesePdf, textAt, widthOf } from '../../document/chinese-pdf.ts';
import type { Sent } from '../../files/send-file.ts';

import type { CurrentUser } from '../../http/current-user.ts';
import type { StatementRowOf } from './statement.queries.ts';
import { frozenOf, statementIn, type StatementData } from './statement.service.ts';

/** A row of both files: a label, how it is calculated, and fen; a head has no amount. */
interface Row {
  readonly label: string;
  readonly formula: string;
  readonly fen: number | null;
  readonly head?: boolean;
}

const head = (label: string): Row => ({ label, formula: '', fen: null, head: true });

/** Every row of a statement, in the order in which it is read. */
export function statementRows(data: StatementData): Row[] {
  const { opening, closing } = data;
  const rows: Row[] = [
    head('期初'),
    { label: '待抵扣预付款', formula: '', fen: opening.advanceFen },
    { label: '退货准备金', formula: '', fen: opening.reserveFen },
    { label: '待抵扣退货', formula: '', fen: opening.carryFen },
  ];
  for (const line of data.lines) {
    rows.push(head(`${line.earningNo} ${line.sourceName}`));
    rows.push(...line.lines.map(({ label, formula, fen }) => ({ label, formula, fen })));
    rows.push({ label: '作品合计', formula: '', fen: line.workFen });
    rows.push({
      label: '您的份额',
      formula: line.adjusted ? '经人工调整' : `${yuan(line.workFen)}元 × ${line.shareBp / 100}%`,
      fen: line.grossFen,
    });
    const steps: readonly Row[] = [
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
    head('本期合计'),
    { label: '应付', formula: '', fen: data.grossFen },
    { label: '抵扣退货', formula: '', fen: 0 - data.carryFen },
    { label: '留存准备金', formula: '', fen: 0 - data.heldFen },
    { label: '释放或动用准备金', formula: '', fen: data.releasedFen },
    { label: '抵扣预付款', formula: '', fen: 0 - data.recoupedFen },
    { label: '税前应付', formula: '', fen: data.payableFen },
    { label: '代扣个税', formula: '', fen: 0 - data.taxFen },
    { label: '实付，计入余额', formula: '', fen: data.netFen },
    head('期末'),
    { label: '待抵扣预付款', formula: '', fen: closing.advanceFen },
    { label: '退货准备金', formula: '', fen: closing.reserveFen },
    { label: '待抵扣退货', formula: '', fen: closing.carryFen },
  );
  if (data.payments.length > 0)
    rows.push(
      head('本月到账的提现（全部协议）'),
      ...data.payments.map(({ withdrawNo, paidOn, fen }) => ({ label: withdrawNo, formula: paidOn, fen })),
    );
  return rows;
}

/** A4, points. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
const [TITLE, TEXT, NOTE] = [20, 10, 8];
const STEP = 18;
const TOP = HEIGHT - 76;
const BOTTOM = 96;
const FORMULA_AT = 190;

const right = (text: string, y: number, size: number): string => textAt(text, WIDTH - MARGIN - widthOf(text, size), y, size);

/** Cuts a text into pieces of at most `width` points. */
function pieces(text: string, width: number, size: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of text) {
    if (widthOf(piece + character, size) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** What is printed above the rows, and how a copy is checked. */
interface Facts {
  readonly no: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly check: readonly string[];
}

export function statementPdf(data: StatementData, { no, facts, check }: Facts): Buffer {
  const pages: string[][] = [];
  let page: string[] = [];
  let y = TOP;
  const turn = (): void => {
    page = ['0.12 0.14 0.16 rg'];
    pages.push(page);
    y = TOP;
  };
  turn();
  page.push(textAt('对账单', (WIDTH - widthOf('对账单', TITLE)) / 2, y, TITLE));
  y -= 36;
  for (const [label, value] of facts) {
    for (const piece of pieces(`${label}：${value}`, WIDTH - 2 * MARGIN, TEXT)) {
      page.push(textAt(piece, MARGIN, y, TEXT));
      y -= STEP;
    }
  }
  for (const { label, formula, fen, head: isHead } of statementRows(data)) {
    const labels = pieces(label, (isHead ? WIDTH - MARGIN : FORMULA_AT) - MARGIN - 6, TEXT);
    const words = pieces(formula, WIDTH - MARGIN - FORMULA_AT - 76, NOTE);
    const height = Math.max(labels.length * STEP, words.length * 11 + 7) + (isHead ? 6 : 0);
    if (y - height < BOTTOM) turn();
    if (isHead) {
      y -= 6;
      page.push(`0.6 w 0.75 G ${MARGIN} ${y + 14} m ${WIDTH - MARGIN} ${y + 14} l S`);
    }
    for (const [at, piece] of labels.entries()) page.push(textAt(piece, MARGIN, y - at * STEP, TEXT));
    for (const [at, piece] of words.entries()) if (piece) page.push(textAt(piece, FORMULA_AT, y - at * 11, NOTE));
    if (fen !== null) page.push(right(groupedYuan(fen), y, TEXT));
    y -= height - (isHead ? 6 : 0);
  }
  return chinesePdf(
    pages.map((parts, at) =>
      [
        ...parts,
        ...check.map((text, line) => textAt(text, MARGIN, 72 - line * 13, NOTE)),
        right(`第${at + 1}页，共${pages.length}页`, 46, NOTE),
      ].join('\n'),
    ),
    { width: WIDTH, height: HEIGHT, title: `对账单 ${no}` },
  );
}

/** A cell that a spreadsheet program would run as a formula is kept as a text. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

async function statementSheet(data: StatementData, { facts, check }: Facts): Promise<Buffer> {
  const out = new PassThrough();
  const book = new SheetWriter(out);
  const whole = buffer(out);
  await book.begin('对账单', [
    { header: '项目', width: 36 },
    { header: '计算', width: 60 },
    { header: '金额（元）', width: 16 },
  ]);
  for (const [label, value] of facts) await book.row([label, plain(value), null]);
  for (const { label, formula, fen } of statementRows(data)) await book.row([plain(label), plain(formula), fen === null ? null : yuanNumber(fen)]);
  for (const text of check) await book.row([text, '', null]);
  await book.end();
  return whole;
}

const factsOf = (row: StatementRowOf, data: StatementData, publicUrl: string): Facts => ({
  no: row.statementNo,
  facts: [
    ['编号', row.statementNo],
    ['账期', periodName(row.period)],
    ['收款人', row.realName || row.nickName],
    ['作品', `《${data.title}》`],
    ['协议', row.protocolNo ?? ''],
  ],
  check: [
    `金额单位为元。本单于${wireTime(row.createTime)}生成，不再变动。查验码 ${row.code}`,
    `查验：${publicUrl}${API_PREFIX}${checkStatement.path.replace('{code}', row.code)}`,
  ],
});

/** The file of a frozen statement; equal bytes each time. */
export async function statementFileOf(context: AppContext, currentUser: CurrentUser, statementId: number, format: 'pdf' | 'xlsx'): Promise<Sent> {
  const row = await statementIn(context, currentUser, statementId);
  const data = frozenOf(row);
  const facts = factsOf(row, data, context.settings.publicUrl);
  const bytes = format === 'pdf' ? statementPdf(data, facts) : await statementSheet(data, facts);
  const mime = format === 'pdf' ? 'application/pdf' : SHEET_MIME;
  return { key: '', name: `对账单_${row.statementNo}.${format}`, mime, size: bytes.length, bytes };
}
