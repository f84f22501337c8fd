import { failed } from '../http/app-error.ts';
import { billFen, billHead, billLines, billTime, type BillTable } from './bill-lines.ts';
import type { BillKind, BillRow } from './payment-channel.ts';

const COLUMNS = ['类型', '我方单号', '渠道单号', '金额', '手续费', '状态', '时间'] as const;
const KINDS: Readonly<Record<string, BillKind>> = { 支付: 'pay', 退款: 'refund', 提现: 'transfer' };
const NAMES: Readonly<Record<BillKind, string>> = { pay: '支付', refund: '退款', transfer: '提现' };

/** Reads the product's own bill format: CSV in UTF-8 with seven columns. Used by the sandbox, and for banks whose file finance rewrites. */
export async function readPlainBill(bytes: Buffer): Promise<BillRow[]> {
  if (bytes.includes(0)) throw failed('文件不是文本，请上传CSV格式的账单');
  let head: BillTable | null = null;
  const rows: BillRow[] = [];
  for await (const { row, line } of billLines(bytes)) {
    if (line.trim() === '') continue;
    const cells = line.split(',');
    if (!head) {
      head = billHead(cells, COLUMNS);
      continue;
    }
    const { cell, columns } = head;
    if (cells.length !== columns) throw failed(`账单第${row}行有${cells.length}列，应有${columns}列`);
    const kind = KINDS[cell(cells, '类型')];
    if (!kind) throw failed(`账单第${row}行的类型不可用，可写：${Object.keys(KINDS).join('、')}`);
    const fen = billFen(cell(cells, '金额'), row, '金额');
    if (fen < 0) throw failed(`账单第${row}行的金额不能小于0，退款用“退款”类型表示`);
    rows.push({
      kind,
      ourNo: cell(cells, '我方单号'),
      theirNo: cell(cells, '渠道单号'),
      fen,
      feeFen: billFen(cell(cells, '手续费') || '0', row, '手续费'),
      done: cell(cells, '状态') === '成功',
      at: billTime(cell(cells, '时间'), row),
    });
  }
  if (!head) throw failed('账单是空文件，请重新下载');
  return rows;
}

/** The same format from rows; `amount` writes fen as yuan. */
export const plainBill = (rows: readonly BillRow[], amount: (fen: number) => string): string =>
  [
    COLUMNS.join(','),
    ...rows.map((row) =>
      [NAMES[row.kind], row.ourNo, row.theirNo, amount(row.fen), amount(row.feeFen), row.done ? '成功' : '处理中', row.at].join(','),
    ),
  ].join('\n');
