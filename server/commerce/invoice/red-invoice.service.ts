import type { z } from 'zod';
import { INVOICE, INVOICE_CODES, type RedReason } from '../../../contract/commerce/invoice-limits.ts';
import type { decideRed, issueRed, redInvoice } from '../../../contract/commerce/invoice.ts';
import { sum } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import { illegalTransition, requirePermission } from '../../state-machine/transition.ts';
import type { Write } from '../../audit/operation-log.ts';
import {
  dueRed,
  invoiceLines,
  issuedLines,
  lapseRed,
  linesInRed,
  redById,
  redLinesOf,
  type InvoiceRow,
  type LineRow,
  type RedRow,
} from './invoice.queries.ts';
import { ownsInvoice } from './invoice.policy.ts';
import { dayNumber, INVOICE_PAGE, invoiceGone, invoiceIn, rejectNumber, stepInvoice } from './invoice-step.service.ts';
import { keepVoucher } from '../money-file.service.ts';

const HOUR_MS = 3_600_000;
const redGone = (): AppError => missing('红字发票不存在，请刷新后重试');

interface Wanted {
  readonly reason: RedReason;
  readonly note: string;
  readonly confirmNo: string;
  readonly refundId: number | null;
}

/** Writes a red application whose lines mirror those of the invoice to the fen. The caller holds the lock of the invoice. */
async function addRed(tx: Tx, currentUser: CurrentUser | null, invoice: InvoiceRow, lines: readonly LineRow[], wanted: Wanted): Promise<number> {
  if (invoice.status !== 'issued') throw illegalTransition(invoiceMachine, `发票${invoice.applyNo}`, invoice.status, '红冲');
  const open = await linesInRed(tx, invoice.id);
  const mirrored = lines.filter((line) => !open.has(line.id) && line.fen + Number(line.redFen) > 0);
  if (mirrored.length === 0) throw failed('选择的商品已红冲，或已在红冲中');
  const now = Date.now();
  // The buyer who deducted the tax confirms the application first.
  const asks = invoice.kind === 'special';
  const { id } = await tx
    .insertInto('redInvoice')
    .values({
      applyNo: await dayNumber(tx, 'HC', now),
      invoiceId: invoice.id,
      ...wanted,
      fen: -sum(mirrored.map(({ fen }) => fen)),
      netFen: -sum(mirrored.map(({ netFen }) => netFen)),
      taxFen: -sum(mirrored.map(({ taxFen }) => taxFen)),
      confirmState: asks ? 'waiting' : 'none',
      confirmUntil: asks ? now + INVOICE.confirmHours * HOUR_MS : null,
      number: null,
      issuedBy: null,
      createBy: currentUser?.userName ?? '',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('redInvoiceLine')
    .values(mirrored.map((line) => ({ redInvoiceId: id, invoiceLineId: line.id, fen: -line.fen, netFen: -line.netFen, taxFen: -line.taxFen })))
    .execute();
  await logTransition(tx, currentUser, {
    entityType: 'invoice',
    entityId: invoice.id,
    event: 'applyRed',
    fromStatus: 'issued',
    toStatus: 'issued',
    note: wanted.reason,
  });
  return id;
}

/** The clerk begins a red invoice for everything that is left, or for some lines. */
export async function startRed(currentUser: CurrentUser, invoiceId: number, body: z.output<typeof redInvoice.body>, write: Write) {
  const redId = await write(async (tx) => {
    const invoice = await invoiceIn(tx, invoiceId);
    const all = await invoiceLines(tx, [invoiceId]);
    const lines = body.lineIds.length === 0 ? all : all.filter(({ id }) => body.lineIds.includes(id));
    if (body.reason === '开票有误' && lines.length < all.length) throw failed('开票有误须红冲整张发票');
    const { reason, note, confirmNo } = body;
    return addRed(tx, currentUser, invoice, lines, { reason, note, confirmNo, refundId: null });
  });
  return { redId };
}

/** The buyer asks for a red invoice of everything that is left. */
export async function askRed(context: AppContext, currentUser: CurrentUser, invoiceId: number, note: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const invoice = await invoiceIn(tx, invoiceId).catch(() => undefined);
    if (!invoice || !ownsInvoice(invoice, currentUser)) throw invoiceGone();
    await addRed(tx, currentUser, invoice, await invoiceLines(tx, [invoiceId]), { reason: '开票有误', note, confirmNo: '', refundId: null });
  });
}

/** A refund of invoiced lines starts their red invoices in the same step. */
export async function startRedOfRefund(tx: Tx, currentUser: CurrentUser | null, refundId: number, itemIds: readonly number[]): Promise<void> {
  const lines = await issuedLines(tx, itemIds);
  for (const invoiceId of [...new Set(lines.map((line) => line.invoiceId))].toSorted((a, b) => a - b)) {
    const invoice = await invoiceIn(tx, invoiceId);
    const all = (await invoiceLines(tx, [invoiceId])).filter(({ orderItemId }) => itemIds.includes(orderItemId));
    const open = await linesInRed(tx, invoiceId);
    const rest = all.filter((line) => !open.has(line.id) && line.fen + Number(line.redFen) > 0);
    if (rest.length > 0) await addRed(tx, currentUser, invoice, rest, { reason: '销货退回', note: '', confirmNo: '', refundId });
  }
}

async function redIn(tx: Tx, redId: number): Promise<{ red: RedRow; invoice: InvoiceRow }> {
  const known = await redById(tx, redId);
  if (!known) throw redGone();
  const invoice = await invoiceIn(tx, known.invoiceId);
  const red = await redById(tx, redId);
  if (!red || red.number !== null || red.confirmState === 'lapsed') throw failed('这张红字发票已处理，请刷新后查看');
  return { red, invoice };
}

/** Issues a red invoice with its own number; the invoice is 已红冲 when nothing of it is left. */
export async function issueRedOf(currentUser: CurrentUser, redId: number, body: z.output<typeof issueRed.body>, write: Write): Promise<void> {
  await write(async (tx) => {
    const { red, invoice } = await redIn(tx, redId);
    if (red.confirmState === 'waiting') throw failed('专票的红字申请须等购买方确认');
    if (body.file.length === 0) throw new AppError(INVOICE_CODES.file, '请上传发票文件（PDF或OFD）');
    await rejectNumber(tx, body.number, body.issueDate);
    const file = await keepVoucher(tx, body.file, currentUser);
    await tx
      .updateTable('redInvoice')
      .set({ number: body.number, issueDate: body.issueDate, file, issuedBy: currentUser.userId, updateTime: Date.now(), version: red.version + 1 })
      .where('id', '=', redId)
      .execute();
    const left = (await invoiceLines(tx, [invoice.id])).reduce((all, line) => all + line.fen + Number(line.redFen), 0);
    await stepInvoice(tx, currentUser, invoice, left === 0 ? 'red' : 'redPart', red.reason);
    if (left > 0)
      await sendMessage(tx, { userId: invoice.userId, type: 'pay', title: `发票${invoice.invoiceNumber ?? ''}已部分红冲`, link: INVOICE_PAGE });
  });
}

export async function decideRedOf(currentUser: CurrentUser, { event, redId }: z.output<typeof decideRed.params>, write: Write): Promise<void> {
  requirePermission(invoiceMachine, 'red', currentUser);
  await write(async (tx) => {
    const { red } = await redIn(tx, redId);
    if (event === 'lapse') {
      if (red.refundId !== null && (await redLinesOf(tx, redId)).length > 0 && (await refundOpen(tx, red.refundId)))
        throw failed('退款要用这张红字发票，不能作废');
      return void (await lapseRed(tx, redId));
    }
    if (red.confirmState !== 'waiting') throw failed('这张红字申请不用购买方确认');
    await tx.updateTable('redInvoice').set({ confirmState: 'confirmed', updateTime: Date.now() }).where('id', '=', redId).execute();
  });
}

const refundOpen = async (tx: Tx, refundId: number): Promise<boolean> =>
  (await tx.selectFrom('refund').select('id').where('id', '=', refundId).where('status', 'in', refundMachine.groups.undecided).executeTakeFirst()) !==
  undefined;

/** Gives up one red application that its buyer has not confirmed in time. */
export async function lapseDueRed({ db }: AppContext): Promise<boolean> {
  const due = await dueRed(db, Date.now());
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const red = await redById(tx, due.id);
    if (red?.confirmState === 'waiting') await lapseRed(tx, due.id);
  });
  return true;
}
