import { failed } from '../../http/app-error.ts';
import { billFen, billHead, billLines, billTime, type BillTable } from '../bill-lines.ts';
import type { BillRow } from '../payment-channel.ts';

const COLUMNS = [
  '交易时间',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '微信退款单号',
  '商户退款单号',
  '申请退款金额',
  '手续费',
  '订单金额',
  '退款状态',
] as const;

/** WeChat Pay's bill of trades: CSV in UTF-8, each value begins with a back-tick; the last two lines are the sums. */
export async function readWechatBill(bytes: Buffer): Promise<BillRow[]> {
  let head: BillTable | null = null;
  const rows: BillRow[] = [];
  for await (const { row, line } of billLines(bytes)) {
    if (line.trim() === '') continue;
    if (!head) {
      head = billHead(line.split(','), COLUMNS);
      continue;
    }
    if (line.startsWith('总交易单数')) break;
    if (!line.startsWith('`')) throw failed(`账单第${row}行不以反引号开头，请上传微信支付下载的原始账单，不要用表格软件保存`);
    const cells = line.slice(1).split(',`');
    const { cell, columns } = head;
    if (cells.length !== columns) throw failed(`账单第${row}行有${cells.length}列，应有${columns}列`);
    const refund = cell(cells, '交易状态') === 'REFUND';
    const state = cell(cells, refund ? '退款状态' : '交易状态');
    const amount = refund ? '申请退款金额' : '订单金额';
    rows.push({
      kind: refund ? 'refund' : 'pay',
      ourNo: cell(cells, refund ? '商户退款单号' : '商户订单号'),
      theirNo: cell(cells, refund ? '微信退款单号' : '微信订单号'),
      fen: billFen(cell(cells, amount), row, amount),
      feeFen: billFen(cell(cells, '手续费') || '0', row, '手续费'),
      done: state === 'SUCCESS',
      at: billTime(cell(cells, '交易时间'), row),
    });
  }
  if (!head) throw failed('账单是空文件，请重新下载');
  return rows;
}
