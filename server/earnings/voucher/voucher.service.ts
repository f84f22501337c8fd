import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { sum, yuanNumber } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { wireTime } from '../../db/clock.ts';
import type { Sent } from '../../files/send-file.ts';
import { failed } from '../../http/app-error.ts';
import type { AccountKind, PostingEvent, SplitEvent } from '../../ledger/postings.ts';
import { entriesOfMonth } from './voucher.queries.ts';

/** Names of the accounts for the books of the publisher. */
export const ACCOUNT_NAMES: Readonly<Record<AccountKind, string>> = {
  channel: '其他货币资金-支付渠道',
  bank: '银行存款',
  fee: '财务费用-渠道手续费',
  sales: '主营业务收入',
  suspense: '其他应付款-待查款',
  order: '合同负债-未完成订单',
  refundDue: '其他应付款-待退款',
  royaltyCost: '主营业务成本-稿酬与版税',
  opening: '期初余额',
  taxPayable: '应交税费-代扣个人所得税',
  payable: '应付账款-作者余额',
  frozen: '应付账款-提现中',
  reserve: '应付账款-退货准备金',
  advance: '预付账款-预付稿酬',
  carry: '其他应收款-待抵扣退货',
};
export const EVENT_NAMES: Readonly<Record<PostingEvent | SplitEvent, string>> = {
  paymentTaken: '收款',
  lineFinished: '订单行完成',
  paymentReturned: '收款待退回',
  refundBeforeFinish: '退款（完成前）',
  refundAfterFinish: '退款（完成后）',
  refundDone: '渠道已退款',
  withdrawalApplied: '申请提现',
  withdrawalEnded: '提现退回余额',
  withdrawalPaid: '提现打款',
  taxRemitted: '个税申报缴纳',
  billFee: '渠道手续费',
  billFeeReturned: '渠道退回手续费',
  billTransfer: '渠道结算到银行',
  billTransferReturned: '渠道结算退回',
  suspenseFound: '账单多出的款',
  suspenseMissing: '账单缺少的款',
  suspenseAssigned: '待查款归入订单',
  suspenseReturned: '待查款退回',
  earningSettled: '结算收益',
  advancePaid: '结算预付款',
  opening: '期初余额',
};
const nameIn = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key;

/** One sheet: each account with its sums, then the postings behind it. The export is in the operation log. */
export async function exportVoucherOf(month: string, write: Write): Promise<Sent> {
  const entries = await write((tx) => entriesOfMonth(tx, month));
  if (entries.length === 0) throw failed(`${periodName(month)}没有记账，不必导出`);
  const out = new PassThrough();
  const book = new SheetWriter(out);
  const whole = buffer(out);
  await book.begin(
    `${month}凭证`,
    [
      ['科目', 30],
      ['明细', 20],
      ['时间', 20],
      ['业务', 18],
      ['分录号', 12],
      ['来源', 22],
      ['借方（元）', 14],
      ['贷方（元）', 14],
    ].map(([header, width]) => ({ header: String(header), width: Number(width) })),
  );
  const debit = (rows: readonly { fen: number }[]): number => sum(rows.filter(({ fen }) => fen > 0).map(({ fen }) => fen));
  const credit = (rows: readonly { fen: number }[]): number => 0 - sum(rows.filter(({ fen }) => fen < 0).map(({ fen }) => fen));
  for (const kind of new Set(entries.map((entry) => entry.kind))) {
    const own = entries.filter((entry) => entry.kind === kind);
    await book.row([nameIn(ACCOUNT_NAMES, kind), '合计', '', '', '', `${own.length}笔`, yuanNumber(debit(own)), yuanNumber(credit(own))]);
    for (const { ref, at, event, transactionId, sourceType, sourceId, fen } of own)
      await book.row([
        '',
        ref,
        wireTime(at),
        nameIn(EVENT_NAMES, event),
        String(transactionId),
        `${sourceType} ${sourceId}`,
        fen > 0 ? yuanNumber(fen) : null,
        fen < 0 ? yuanNumber(0 - fen) : null,
      ]);
  }
  await book.row(['全部科目', '合计', '', '', '', `${entries.length}笔`, yuanNumber(debit(entries)), yuanNumber(credit(entries))]);
  await book.end();
  const bytes = await whole;
  return { key: '', name: `记账凭证_${month}.xlsx`, mime: SHEET_MIME, size: bytes.length, bytes };
}
