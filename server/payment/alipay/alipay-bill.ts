import { failed } from '../../http/app-error.ts';
import { zipFiles } from '../../document/open-zip.ts';
import { billFen, billHead, billLines, billTime, type BillTable } from '../bill-lines.ts';
import type { BillRow } from '../payment-channel.ts';

const UNPACKED_BYTES = 512 * 1024 * 1024;
const COLUMNS = ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额（元）', '退款批次号/请求号', '服务费（元）'] as const;
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** The detail file of the zip that Alipay delivers; a file that was unpacked by hand is taken as it is. */
async function detailFile(bytes: Buffer): Promise<Buffer> {
  if (!isZip(bytes)) return bytes;
  // Names are in GBK: the summary is told by its content, because unpackers read the names differently.
  for (const found of (await zipFiles(bytes, UNPACKED_BYTES)).values()) {
    if (new TextDecoder('gbk').decode(found.subarray(0, 8192)).includes('业务类型')) return found;
  }
  throw failed('压缩包里没有业务明细，请上传支付宝下载的原始账单');
}

/** Alipay's bill of trades: a zip of CSV files in GBK with comment lines that begin with `#`. A refund is a row with a negative amount. */
export async function readAlipayBill(bytes: Buffer): Promise<BillRow[]> {
  let head: BillTable | null = null;
  const rows: BillRow[] = [];
  for await (const { row, line } of billLines(await detailFile(bytes), 'gbk')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = line.split(',');
    if (!head) {
      head = billHead(cells, COLUMNS);
      continue;
    }
    const { cell, columns } = head;
    if (cells.length !== columns) throw failed(`账单第${row}行有${cells.length}列，应有${columns}列`);
    const refund = cell(cells, '业务类型') === '退款';
    const amount = billFen(cell(cells, '订单金额（元）'), row, '订单金额（元）');
    rows.push({
      kind: refund ? 'refund' : 'pay',
      ourNo: cell(cells, refund ? '退款批次号/请求号' : '商户订单号'),
      theirNo: cell(cells, '支付宝交易号'),
      fen: Math.abs(amount),
      feeFen: -billFen(cell(cells, '服务费（元）') || '0', row, '服务费（元）') || 0,
      done: true,
      at: billTime(cell(cells, '完成时间'), row),
    });
  }
  if (!head) throw failed('文件不是支付宝的账单，请上传支付宝下载的原始账单');
  return rows;
}
