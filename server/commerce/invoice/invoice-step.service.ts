import { INVOICE_CODES } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import type { InvoiceEvent, InvoiceState } from '../../../contract/commerce/invoice.ts';
import { yuan } from '../../../contract/money.ts';
import { wireDate } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { nextNumber } from '../../db/sequence.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { mailText } from '../../mail/mail-template.ts';
import { transition } from '../../state-machine/transition.ts';
import { invoiceLines, lockInvoice, numberTaken, type InvoiceRow } from './invoice.queries.ts';
import { heldItems } from '../refund.queries.ts';

export const INVOICE_PAGE = '/personalCenter/order?tab=invoice';
const SIX = 1_000_000;

export const invoiceGone = (): AppError => missing('发票不存在，请刷新后重试');

/** F18: prefix, day in Shanghai, and six digits. */
export async function dayNumber(tx: Tx, prefix: string, now: number): Promise<string> {
  const digits = String((await nextNumber(tx, `${prefix}:number`)) % SIX).padStart(6, '0');
  return `${prefix}${wireDate(now).replaceAll('-', '')}${digits}`;
}

export async function invoiceIn(tx: Tx, id: number): Promise<InvoiceRow> {
  const row = await lockInvoice(tx, id);
  if (!row) throw invoiceGone();
  return row;
}

/** 20 digits that begin with the year of issue, of no other invoice. */
export async function rejectNumber(db: Database | Tx, number: string, issueDate: string): Promise<void> {
  if (issueDate > wireDate(Date.now())) throw failed('开票日期不能晚于今天');
  if (!/^\d{20}$/.test(number) || number.slice(0, 2) !== issueDate.slice(2, 4) || (await numberTaken(db, number)))
    throw new AppError(INVOICE_CODES.number, '发票号码格式错误或重复');
}

/** What disagrees with the orders: a line was returned, or is being returned, since the application. */
export async function amountFault(db: Database | Tx, row: Pick<InvoiceRow, 'id' | 'amountFen'>): Promise<string> {
  const lines = await invoiceLines(db, [row.id]);
  const held = await heldItems(db, [...new Set(lines.map(({ orderId }) => orderId))]);
  const wrong = lines.some((line) => held.has(line.orderItemId) || line.fen > line.payFen - line.refundedFen);
  return wrong || lines.reduce((all, { fen }) => all + fen, 0) !== row.amountFen ? '开票金额与订单金额不一致' : '';
}

export const stepInvoice = transition<InvoiceState, InvoiceEvent, InvoiceRow>(invoiceMachine, {
  table: 'invoice',
  stateOf: (row) => row.status as InvoiceState,
  subject: ({ applyNo }) => `发票${applyNo}`,
  ownerOf: (row) => row.userId,
  notOwner: invoiceGone,
  on: {
    issue: {
      async guard({ tx, row }) {
        const fault = await amountFault(tx, row);
        if (fault) throw new AppError(INVOICE_CODES.amount, fault);
      },
      columns: { failReason: '' },
      after: announceInvoice,
    },
    fail: { columns: ({ reason }) => ({ failReason: reason }) },
    reject: {
      columns: ({ reason }) => ({ failReason: reason }),
      after: ({ tx, row, reason }) => notifyOwner(tx, row, `开票申请${row.applyNo}未通过`, reason),
    },
    red: { after: ({ tx, row }) => notifyOwner(tx, row, `发票${row.invoiceNumber ?? ''}已红冲`) },
  },
});

const notifyOwner = (tx: Tx, row: InvoiceRow, title: string, content = ''): Promise<void> =>
  sendMessage(tx, { userId: row.userId, type: 'pay', link: INVOICE_PAGE, title, content });

async function announceInvoice({ tx, row }: { readonly tx: Tx; readonly row: InvoiceRow }): Promise<void> {
  await notifyOwner(tx, row, '发票已开具，请查收', `抬头${row.title}，${yuan(row.amountFen)}元。`);
  await queueMail(
    tx,
    { email: row.email, userId: row.userId },
    '发票',
    mailText({
      subject: '发票已开具，请查收',
      greeting: '您好：',
      paragraphs: [`您申请的发票已开具：抬头${row.title}，价税合计${yuan(row.amountFen)}元。`, '请登录后在“我的订单”的“发票”里下载发票文件。'],
    }),
  );
}
