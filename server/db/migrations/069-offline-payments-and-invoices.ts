import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Payments and refunds outside the channels, with their vouchers and second persons; invoices, their lines, red ones and titles. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  await extend('payment', {
    method: 'empty',
    payer: 'empty',
    receivedOn: 'empty',
    voucher: '=[]',
    note: 'empty',
    registeredBy: 'number?',
    registeredAt: 'number?',
    confirmedBy: 'number?',
  });
  await index('paymentChannel', 'payment', ['channel', 'status']);
  await extend('refund', { transferOn: 'empty', voucher: '=[]', transferBy: 'number?' });

  await create('invoiceTitle', {
    userId: 'number',
    titleType: 'text',
    title: 'text',
    taxNo: 'empty',
    bankInfo: 'empty',
    addressPhone: 'empty',
    email: 'text',
    isDefault: '=0',
    ...BASE,
  });
  await index('invoiceTitleUser', 'invoiceTitle', ['userId']);
  await create('invoice', {
    applyNo: 'text',
    userId: 'number',
    kind: 'text',
    titleType: 'text',
    title: 'text',
    taxNo: 'empty',
    bankInfo: 'empty',
    addressPhone: 'empty',
    email: 'text',
    amountFen: 'number',
    netFen: 'number',
    taxFen: 'number',
    invoiceNumber: 'text?',
    issueDate: 'empty',
    file: '=[]',
    xml: '=[]',
    note: 'empty',
    failReason: 'empty',
    issuedBy: 'number?',
    status: '=applied',
    requestId: 'text',
    ...BASE,
  });
  await unique('invoiceApplication', 'invoice', ['applyNo']);
  await unique('invoiceNumberOnce', 'invoice', ['invoiceNumber']);
  await unique('invoiceRequest', 'invoice', ['userId', 'requestId']);
  await index('invoiceOfUser', 'invoice', ['userId', 'id']);
  await index('invoiceState', 'invoice', ['status', 'createTime']);
  await create('invoiceLine', {
    invoiceId: 'number',
    orderItemId: 'number',
    name: 'text',
    goodsCode: 'text',
    qty: 'number',
    fen: 'number',
    rateBp: 'number',
    netFen: 'number',
    taxFen: 'number',
  });
  await index('invoiceLineInvoice', 'invoiceLine', ['invoiceId']);
  await index('invoiceLineItem', 'invoiceLine', ['orderItemId']);
  await create('redInvoice', {
    applyNo: 'text',
    invoiceId: 'number',
    reason: 'text',
    note: 'empty',
    fen: 'number',
    netFen: 'number',
    taxFen: 'number',
    confirmNo: 'empty',
    confirmState: '=none',
    confirmUntil: 'number?',
    number: 'text?',
    issueDate: 'empty',
    file: '=[]',
    refundId: 'number?',
    issuedBy: 'number?',
    ...BASE,
  });
  await unique('redInvoiceApplication', 'redInvoice', ['applyNo']);
  await unique('redInvoiceNumber', 'redInvoice', ['number']);
  await index('redInvoiceInvoice', 'redInvoice', ['invoiceId']);
  await index('redInvoiceRefund', 'redInvoice', ['refundId']);
  await index('redInvoiceDue', 'redInvoice', ['confirmState', 'confirmUntil']);
  await create('redInvoiceLine', { redInvoiceId: 'number', invoiceLineId: 'number', fen: 'number', netFen: 'number', taxFen: 'number' });
  await index('redInvoiceLineRed', 'redInvoiceLine', ['redInvoiceId']);
  await index('redInvoiceLineBlue', 'redInvoiceLine', ['invoiceLineId']);
}
