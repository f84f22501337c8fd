import { createHash, randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { INVOICE_KINDS, TITLE_TYPES } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import type { importInvoices } from '../../../contract/commerce/invoice.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { MB } from '../../../contract/limits.ts';
import { yuanNumber } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { SheetWriter, type SheetColumn } from '../../crud/sheet-writer.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import { zipFiles } from '../../document/open-zip.ts';
import { contentMatches, type Part } from '../../files/multipart-file.ts';
import { AppError, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { invoiceByNo, invoiceLines, waitingInvoices } from './invoice.queries.ts';
import { invoiceIn, stepInvoice } from './invoice-step.service.ts';
import { issueIn } from './staff-invoice.service.ts';
import { rejectUnsafePdf } from '../money-file.service.ts';

/** Invoices of one file. */
const MOST = 500;
const ZIP_BYTES = 200 * MB;
export const BATCH_BYTES = 50 * MB;

const COLUMNS: readonly SheetColumn[] = [
  ['申请号', 22],
  ['发票种类', 12],
  ['抬头类型', 10],
  ['购买方名称', 36],
  ['纳税人识别号', 24],
  ['开户行及账号', 36],
  ['地址电话', 36],
  ['邮箱', 28],
  ['商品名称', 36],
  ['税收分类编码', 24],
  ['数量', 8],
  ['金额（不含税）', 16],
  ['税率', 8],
  ['税额', 12],
  ['价税合计', 12],
].map(([header, width]) => ({ header: String(header), width: Number(width) }));

/** A cell that a spreadsheet program would run as a formula is kept as a text. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const WHOLE_BP = 10_000;

/** One line for each line of every waiting application; the applications are 开具中 afterwards. A file that was lost is written again. */
export async function exportBatch(context: AppContext, currentUser: CurrentUser, write: Write): Promise<Buffer> {
  const rows = await waitingInvoices(context.db, invoiceMachine.groups.waiting, MOST);
  if (rows.length === 0) throw failed('没有等待开具的申请');
  await write(async (tx) => {
    for (const { id } of rows) {
      const row = await invoiceIn(tx, id);
      if (invoiceMachine.events.send.from.includes(row.status)) await stepInvoice(tx, currentUser, row, 'send');
    }
  });
  const out = new PassThrough();
  const sheet = new SheetWriter(out);
  const whole = buffer(out);
  await sheet.begin('开票申请', COLUMNS);
  const lines = await invoiceLines(
    context.db,
    rows.map(({ id }) => id),
  );
  for (const row of rows)
    for (const line of lines.filter(({ invoiceId }) => invoiceId === row.id))
      await sheet.row([
        row.applyNo,
        INVOICE_KINDS[row.kind],
        TITLE_TYPES[row.titleType],
        plain(row.title),
        row.taxNo,
        plain(row.bankInfo),
        plain(row.addressPhone),
        plain(row.email),
        plain(line.name),
        line.goodsCode,
        line.qty,
        yuanNumber(line.netFen),
        line.rateBp / WHOLE_BP,
        yuanNumber(line.taxFen),
        yuanNumber(line.fen),
      ]);
  await sheet.begin('结果填写说明', [{ header: '说明', width: 90 }]);
  for (const text of [
    '开好后另做一张表，第一行是：申请号、发票号码、开票日期、失败原因。',
    '成功的行填20位发票号码和开票日期（yyyy-MM-dd），失败的行只填失败原因。',
    '把表格和发票文件（文件名为发票号码，例如26110000000000000001.pdf）放进一个zip里导入。',
  ])
    await sheet.row([text]);
  await sheet.end();
  return whole;
}

export const batchName = (now: number): string => `批量开票_${wireTime(now).replace(/\D/g, '')}.xlsx`;

interface Result {
  readonly applyNo: string;
  readonly number: string;
  readonly issueDate: string;
  readonly failure: string;
}
const HEADS = ['申请号', '发票号码', '开票日期', '失败原因'] as const;

async function resultsIn(sheet: Buffer, name: string): Promise<Result[]> {
  const [head, ...lines] = await readSheet(sheet, name);
  const at = HEADS.map((label) => head?.cells.findIndex((cell) => String(cell).trim() === label) ?? -1);
  if (at.slice(0, 3).some((column) => column < 0)) throw failed('表格第一行须有：申请号、发票号码、开票日期、失败原因');
  return lines.map(({ cells }) => {
    const [applyNo = '', number = '', issueDate = '', failure = ''] = at.map((column) => String(cells[column] ?? '').trim());
    return { applyNo, number: number.replace(/\s/g, ''), issueDate: issueDate.slice(0, 10).replaceAll('/', '-'), failure };
  });
}

/** Reads results row by row: each row is its own transaction, and a row that does not fit is skipped with its reason. */
export async function importBatch(
  context: AppContext,
  currentUser: CurrentUser,
  { name, bytes }: Part,
  write: Write,
): Promise<DataOf<typeof importInvoices>> {
  const files = new Map<string, { name: string; bytes: Buffer }>();
  let [sheet, sheetName] = [bytes, name];
  if (/\.zip$/i.test(name)) {
    for (const [path, content] of await zipFiles(bytes, ZIP_BYTES)) {
      const own = path.split('/').at(-1) ?? '';
      if (/\.(xlsx|csv)$/i.test(own)) [sheet, sheetName] = [content, own];
      const match = /^(\d{20})\.(pdf|ofd)$/i.exec(own);
      if (match?.[1]) files.set(match[1], { name: own, bytes: content });
    }
    if (sheet === bytes) throw failed('zip里没有结果表格（xlsx）');
  } else if (!/\.(xlsx|csv)$/i.test(name)) throw failed('请上传xlsx表格，或装有表格和发票文件的zip');
  const results = await resultsIn(sheet, sheetName);
  let [done, bad] = [0, 0];
  const skipped: { id: string; reason: string }[] = [];
  for (const result of results) {
    try {
      const state = await write(async (tx) => {
        const known = await invoiceByNo(tx, result.applyNo);
        if (!known) throw failed('没有这个申请号');
        const row = await invoiceIn(tx, known.id);
        if (row.status !== 'issuing') throw failed(row.invoiceNumber === result.number ? '已导入过' : '这份申请不在开具中');
        if (!result.number && result.failure) {
          await stepInvoice(tx, null, row, 'fail', result.failure.slice(0, 200));
          return 'failed';
        }
        const file = files.get(result.number);
        await issueIn(tx, currentUser, row, { ...result, file: file ? JSON.stringify([await store(context, tx, currentUser, file)]) : '[]' });
        return 'done';
      });
      if (state === 'done') done += 1;
      else bad += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id: result.applyNo || '（空）', reason: error.message });
    }
  }
  return { done, failed: bad, skipped };
}

async function store(
  context: AppContext,
  tx: Parameters<Parameters<Write>[0]>[0],
  { userId }: CurrentUser,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<{ fileId: number; name: string; size: number }> {
  const extension = name.slice(-3).toLowerCase();
  if (bytes.length === 0 || !contentMatches(extension, bytes)) throw failed(`文件${name}的内容与扩展名不符`);
  rejectUnsafePdf(extension, bytes);
  const mime = extension === 'pdf' ? 'application/pdf' : 'application/octet-stream';
  const now = Date.now();
  const fileName = `/profile/upload/${wireDate(now).replaceAll('-', '/')}/${randomBytes(16).toString('hex')}.${extension}`;
  await context.files.put(fileName.slice(1), bytes, mime);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id } = await tx
    .insertInto('file')
    .values({
      fileName,
      fileOriginName: name,
      url: context.settings.publicUrl + fileName,
      size: bytes.length,
      mime,
      sha256,
      ownerId: userId,
      isPublic: '0',
      createTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { fileId: id, name, size: bytes.length };
}
