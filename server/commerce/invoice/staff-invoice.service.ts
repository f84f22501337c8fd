import { DAY_MS } from '../../../contract/clock.ts';
import type { z } from 'zod';
import { INVOICE_CODES } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import type { checkInvoice, invoiceList, InvoiceState, issueInvoice, StaffInvoice } from '../../../contract/commerce/invoice.ts';
import { netOf, sum, yuan } from '../../../contract/money.ts';
import { eventsFrom, inGroup } from '../../../contract/state-machine.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { pdfPages } from '../../document/pdf-pages.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { requirePermission } from '../../state-machine/transition.ts';
import { fileOf, type StoredUpload } from '../../system/file/file.service.ts';
import { invoiceById, invoiceLines, redById, staffInvoices, staffInvoiceSums, type InvoiceFilter, type InvoiceRow } from './invoice.queries.ts';
import { invoiceCards } from './invoice-card.service.ts';
import { amountFault, invoiceGone, invoiceIn, rejectNumber, stepInvoice } from './invoice-step.service.ts';
import { fileOfInvoice } from './invoice.service.ts';
import { keepVoucher } from '../money-file.service.ts';

const NOT_FOUND = '发票文件里没有找到发票号码或金额，请核对';
const NO_FILE = '请上传发票文件（PDF或OFD）';

export async function invoicesFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof invoiceList.query>) {
  const { total, rows } = await staffInvoices(db, query, query.pageSize, (all) => offsetOf(query, all));
  const cards = await invoiceCards(db, rows);
  const now = Date.now();
  const wired: StaffInvoice[] = [];
  for (const [at, row] of rows.entries()) {
    const card = cards[at];
    if (!card) continue;
    const state = row.status as InvoiceState;
    const waits = inGroup(invoiceMachine, 'waiting', state);
    wired.push({
      ...card,
      can: [],
      userName: row.userName,
      nickName: row.nickName,
      bankInfo: row.bankInfo,
      addressPhone: row.addressPhone,
      note: row.note,
      days: Math.floor((now - row.createTime) / DAY_MS),
      issuedBy: row.clerkName ?? '',
      fault: waits ? await amountFault(db, row) : '',
      events: eventsFrom(invoiceMachine, state, (permission) => hasPermission(currentUser, permission)),
    });
  }
  return { total, rows: wired };
}

export const invoiceSumsOf = ({ db }: AppContext, filter: InvoiceFilter) => staffInvoiceSums(db, filter);

/** Reads a PDF: whether number and total are in its text. An OFD is not read. */
export async function warningOf(context: AppContext, file: StoredUpload | null, number: string, fen: number): Promise<string> {
  if (file === null || !/\.pdf$/i.test(file.name)) return '';
  const parts: Buffer[] = [];
  for await (const part of await context.files.read(file.key)) parts.push(part as Buffer);
  const pages = await pdfPages(Buffer.concat(parts));
  const text = (pages ?? []).join(' ').replace(/[\s,，]/g, '');
  return text.includes(number) && text.includes(yuan(Math.abs(fen))) ? '' : NOT_FOUND;
}

export async function checkFile(
  context: AppContext,
  currentUser: CurrentUser,
  invoiceId: number,
  body: z.output<typeof checkInvoice.body>,
): Promise<{ warning: string }> {
  if (!(await invoiceById(context.db, invoiceId))) throw invoiceGone();
  await rejectNumber(context.db, body.number, body.issueDate);
  const [file] = body.file;
  if (!file) throw new AppError(INVOICE_CODES.file, NO_FILE);
  return { warning: await warningOf(context, await fileOf(context, currentUser.userId, file.fileId), body.number, body.fen) };
}

/** Writes number, date and file of an invoice, and the rates that the clerk corrected; then takes the step. The caller holds its lock. */
export async function issueIn(
  tx: Tx,
  currentUser: CurrentUser,
  row: InvoiceRow,
  {
    number,
    issueDate,
    file,
    rates = [],
    note = '',
  }: { number: string; issueDate: string; file: string; rates?: readonly { lineId: number; rateBp: number }[]; note?: string },
): Promise<void> {
  if (file === '[]') throw new AppError(INVOICE_CODES.file, NO_FILE);
  await rejectNumber(tx, number, issueDate);
  const lines = await invoiceLines(tx, [row.id]);
  const changed = lines.filter((line) => rates.some(({ lineId, rateBp }) => lineId === line.id && rateBp !== line.rateBp));
  if (changed.length > 0 && !note) throw failed('改了税率，请写明原因');
  for (const line of changed) {
    const rateBp = rates.find(({ lineId }) => lineId === line.id)?.rateBp ?? line.rateBp;
    await tx
      .updateTable('invoiceLine')
      .set({ rateBp, ...netOf(line.fen, rateBp) })
      .where('id', '=', line.id)
      .execute();
  }
  const after = await invoiceLines(tx, [row.id]);
  await tx
    .updateTable('invoice')
    .set({
      invoiceNumber: number,
      issueDate,
      file,
      note,
      issuedBy: currentUser.userId,
      netFen: sum(after.map(({ netFen }) => netFen)),
      taxFen: sum(after.map(({ taxFen }) => taxFen)),
    })
    .where('id', '=', row.id)
    .execute();
  await stepInvoice(tx, currentUser, { ...row, invoiceNumber: number }, 'issue', note);
}

export async function issue(currentUser: CurrentUser, invoiceId: number, body: z.output<typeof issueInvoice.body>, write: Write): Promise<void> {
  requirePermission(invoiceMachine, 'issue', currentUser);
  await write(async (tx) => {
    const row = await invoiceIn(tx, invoiceId);
    if (!invoiceMachine.events.issue.from.includes(row.status)) return void (await stepInvoice(tx, currentUser, row, 'issue'));
    await issueIn(tx, currentUser, row, { ...body, file: await keepVoucher(tx, body.file, currentUser) });
  });
}

export async function reject(currentUser: CurrentUser, invoiceId: number, reason: string, write: Write): Promise<void> {
  requirePermission(invoiceMachine, 'reject', currentUser);
  await write(async (tx) => void (await stepInvoice(tx, currentUser, await invoiceIn(tx, invoiceId), 'reject', reason)));
}

export async function staffFile(context: AppContext, invoiceId: number): Promise<StoredUpload> {
  const row = await invoiceById(context.db, invoiceId);
  if (!row) throw invoiceGone();
  return fileOfInvoice(context, row);
}
export async function redFileOf(context: AppContext, redId: number): Promise<StoredUpload> {
  const row = await redById(context.db, redId);
  if (!row) throw missing('红字发票不存在，请刷新后重试');
  return fileOfInvoice(context, row);
}
