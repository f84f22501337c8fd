import type { z } from 'zod';
import { isFee, lineName } from '../../../contract/commerce/order-limits.ts';
import { CANNOT_INVOICE, INVOICE, INVOICE_CODES } from '../../../contract/commerce/invoice-limits.ts';
import {
  type addInvoiceTitle,
  applyInvoice,
  type InvoiceCard,
  type invoicePreview,
  type InvoiceTitle,
  type myInvoices,
  taxNumberFault,
} from '../../../contract/commerce/invoice.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { netOf, sum } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { configOf } from '../../db/config-value.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { once, type Finish } from '../../http/once.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { fileOf, type StoredUpload } from '../../system/file/file.service.ts';
import { invoiceById, invoicedOf, ownInvoices, titlesOf, type InvoiceRow, type TitleRow } from './invoice.queries.ts';
import { invoiceCards } from './invoice-card.service.ts';
import { dayNumber, invoiceGone, invoiceIn, stepInvoice } from './invoice-step.service.ts';
import { inInvoiceTime, ownsInvoice } from './invoice.policy.ts';
import { itemsOf, orderByNo, type ItemRow, type OrderRow } from '../order.queries.ts';
import { isBuyer } from '../order.policy.ts';
import { orderGone, orderIn } from '../order-step.service.ts';
import { numberOf } from '../payment.service.ts';
import { heldItems } from '../refund.queries.ts';
import { fileIn } from '../money-file.service.ts';

const APPLICATIONS: RateLimit = { name: 'invoice', points: 30, windowMs: 3_600_000, message: '您申请开票太频繁了，请一小时后再试' };

type TitleDraft = z.output<typeof addInvoiceTitle.body>;
const titleWire = (row: TitleRow): InvoiceTitle => ({
  titleId: row.id,
  titleType: row.titleType,
  title: row.title,
  taxNo: row.taxNo,
  bankInfo: row.bankInfo,
  addressPhone: row.addressPhone,
  email: row.email,
  isDefault: row.isDefault === '1',
});
const titleGone = (): AppError => missing('发票抬头不存在，请刷新后重试');

export const ownTitles = async ({ db }: AppContext, { userId }: CurrentUser) => ({ titles: (await titlesOf(db, userId)).map(titleWire) });

function rejectTaxNumber(draft: Pick<TitleDraft, 'titleType' | 'taxNo'>): void {
  const fault = taxNumberFault(draft);
  if (fault) throw new AppError(INVOICE_CODES.taxNumber, fault);
}

/** Adds a title, or changes the own one with this id. One title of a person is the default. */
export async function saveTitle(context: AppContext, currentUser: CurrentUser, draft: TitleDraft, titleId?: number): Promise<InvoiceTitle> {
  rejectTaxNumber(draft);
  const { userId, userName } = currentUser;
  return context.db.transaction().execute(async (tx) => {
    const known = await titlesOf(tx, userId);
    if (titleId !== undefined && !known.some(({ id }) => id === titleId)) throw titleGone();
    if (titleId === undefined && known.length >= INVOICE.titles) throw failed(`最多保存${INVOICE.titles}个发票抬头，请先删除不用的`);
    const now = Date.now();
    const { isDefault, ...fields } = draft;
    const chosen = isDefault || known.every(({ id }) => id === titleId);
    if (chosen) await tx.updateTable('invoiceTitle').set({ isDefault: '0' }).where('userId', '=', userId).execute();
    const columns = { ...fields, isDefault: chosen ? ('1' as const) : ('0' as const), updateTime: now };
    if (titleId !== undefined) await tx.updateTable('invoiceTitle').set(columns).where('id', '=', titleId).execute();
    const id =
      titleId ??
      (
        await tx
          .insertInto('invoiceTitle')
          .values({ userId, ...columns, createBy: userName, createTime: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const row = (await titlesOf(tx, userId)).find((one) => one.id === id);
    if (!row) throw titleGone();
    return titleWire(row);
  });
}

export async function removeTitle({ db }: AppContext, { userId }: CurrentUser, titleId: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('invoiceTitle').where('id', '=', titleId).where('userId', '=', userId).executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw titleGone();
}

/** The title of a work without its marks; a fee as it is named everywhere. */
const invoiceName = (line: ItemRow): string => (isFee(line.kind) ? lineName(line) : line.title);

/** What of the lines of an order can be invoiced now: neither returned, nor being returned, nor invoiced. */
export async function invoiceable(db: Database | Tx, order: OrderRow): Promise<{ line: ItemRow; fen: number }[]> {
  const lines = await itemsOf(db, [order.id]);
  const held = await heldItems(db, [order.id]);
  const invoiced = await invoicedOf(
    db,
    lines.map(({ id }) => id),
  );
  return lines.flatMap((line) => {
    const fen = held.has(line.id) ? 0 : line.payFen - line.refundedFen - (invoiced.get(line.id)?.all ?? 0);
    return fen > 0 ? [{ line, fen }] : [];
  });
}

async function ownOrder(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<OrderRow> {
  const order = await orderByNo(context.db, orderNo);
  if (!order || !isBuyer(order, currentUser)) throw orderGone();
  return order;
}

export async function previewInvoice(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<DataOf<typeof invoicePreview>> {
  const order = await ownOrder(context, currentUser, orderNo);
  const days = await numberOf(context, 'pay.invoice.days', INVOICE.days);
  const found = inInvoiceTime(order, Date.now(), days) ? await invoiceable(context.db, order) : [];
  return {
    lines: found.map(({ line, fen }) => ({ orderItemId: line.id, name: invoiceName(line), fen })),
    amountFen: sum(found.map(({ fen }) => fen)),
    fault: found.length === 0 ? CANNOT_INVOICE : '',
  };
}

/** Applies for one invoice of own orders. Repeating the request answers with the first application. */
export async function applyFor(context: AppContext, currentUser: CurrentUser, body: z.output<typeof applyInvoice.body>): Promise<InvoiceCard> {
  rejectTaxNumber(body);
  if (body.kind === 'special' && (body.titleType !== 'company' || !body.bankInfo || !body.addressPhone))
    throw failed('数电专票须填写单位的开户行和账号、地址和电话');
  const { requestId, ...content } = body;
  const request = { userId: currentUser.userId, kind: 'invoice', key: requestId, call: applyInvoice.key, body: content, keptMs: null };
  const { invoiceId } = await once<{ invoiceId: number }>(context.db, request, (finish) => applyNew(context, currentUser, body, finish));
  const [card] = await invoiceCards(context.db, [await invoiceOf(context.db, invoiceId)]);
  if (!card) throw invoiceGone();
  return card;
}

async function invoiceOf(db: Database | Tx, id: number): Promise<InvoiceRow> {
  const row = await invoiceById(db, id);
  if (!row) throw invoiceGone();
  return row;
}

async function applyNew(
  context: AppContext,
  currentUser: CurrentUser,
  { requestId, orderNos, ...fields }: z.output<typeof applyInvoice.body>,
  finish: Finish<{ invoiceId: number }>,
): Promise<{ invoiceId: number }> {
  await rateLimit(context, APPLICATIONS, currentUser.userId);
  const orders: OrderRow[] = [];
  for (const orderNo of new Set(orderNos)) orders.push(await ownOrder(context, currentUser, orderNo));
  const days = await numberOf(context, 'pay.invoice.days', INVOICE.days);
  return context.db.transaction().execute(async (tx) => {
    const now = Date.now();
    const parts: { line: ItemRow; fen: number }[] = [];
    for (const { id: orderId } of orders.toSorted((a, b) => a.id - b.id)) {
      const order = await orderIn(tx, orderId);
      const found = inInvoiceTime(order, now, days) ? await invoiceable(tx, order) : [];
      if (found.length === 0) throw new AppError(INVOICE_CODES.notPossible, CANNOT_INVOICE);
      parts.push(...found);
    }
    const lines = [];
    for (const { line, fen } of parts)
      lines.push({
        orderItemId: line.id,
        name: invoiceName(line),
        goodsCode: (await configOf({ db: tx }, `pay.invoice.goodsCode.${isFee(line.kind) ? 'service' : (line.workKind ?? 'book')}`)) ?? '',
        qty: line.qty,
        fen,
        rateBp: line.vatBp,
        ...netOf(fen, line.vatBp),
      });
    const row = await tx
      .insertInto('invoice')
      .values({
        ...fields,
        requestId,
        applyNo: await dayNumber(tx, 'FP', now),
        userId: currentUser.userId,
        amountFen: sum(lines.map(({ fen }) => fen)),
        netFen: sum(lines.map(({ netFen }) => netFen)),
        taxFen: sum(lines.map(({ taxFen }) => taxFen)),
        invoiceNumber: null,
        issuedBy: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('invoiceLine')
      .values(lines.map((line) => ({ ...line, invoiceId: row.id })))
      .execute();
    await logTransition(tx, currentUser, { entityType: 'invoice', entityId: row.id, event: 'apply', fromStatus: '', toStatus: 'applied', note: '' });
    return finish(tx, { invoiceId: row.id });
  });
}

export async function ownPage({ db }: AppContext, { userId }: CurrentUser, query: z.output<typeof myInvoices.query>) {
  const { total, rows } = await ownInvoices(db, userId, query.orderNo, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await invoiceCards(db, rows) };
}

export async function cancelOwn(context: AppContext, currentUser: CurrentUser, invoiceId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => stepInvoice(tx, currentUser, await invoiceIn(tx, invoiceId), 'cancel'));
}

export async function ownFile(context: AppContext, currentUser: CurrentUser, invoiceId: number): Promise<StoredUpload> {
  const row = await invoiceById(context.db, invoiceId);
  if (!row || !ownsInvoice(row, currentUser)) throw invoiceGone();
  return fileOfInvoice(context, row);
}

/** The file of a blue or red invoice. */
export function fileOfInvoice(context: AppContext, row: Pick<InvoiceRow, 'file' | 'issuedBy'>): Promise<StoredUpload> {
  const file = fileIn(row.file);
  if (!file || row.issuedBy === null) throw missing('发票文件还没有上传');
  return fileOf(context, row.issuedBy, file.fileId);
}
