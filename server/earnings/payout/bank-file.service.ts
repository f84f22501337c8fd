import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inGroup } from '../../../contract/state-machine.ts';
import { RESULT_HEADS, type importPayout, type PayoutState } from '../../../contract/earnings/payout.ts';
import { payoutMachine } from '../../../contract/earnings/payout.machine.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { fenOf } from '../../../contract/money-input.ts';
import { yuan, yuanNumber } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { configOf } from '../../db/config-value.ts';
import type { Tx } from '../../db/database.ts';
import type { Part } from '../../files/multipart-file.ts';
import type { Sent } from '../../files/send-file.ts';
import { AppError, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { requirePermission } from '../../state-machine/transition.ts';
import { accountIn } from '../payee.service.ts';
import { settleByBank } from '../withdraw.service.ts';
import { columnsIn, csvOf, formatIn, gbkBytes, type BankColumn } from './bank-file.rule.ts';
import { payoutItems } from './payout.queries.ts';
import { payoutIn, transitionPayout } from './payout.service.ts';

const PURPOSE = '稿酬';
const WIDTHS: Readonly<Record<BankColumn, number>> = { 提现单号: 22, 收款户名: 16, 收款账号: 26, 开户银行: 32, 金额: 14, 用途: 12 };
type Item = Awaited<ReturnType<typeof payoutItems>>[number];

async function layoutOf(db: Tx) {
  const columns = columnsIn((await configOf({ db }, 'earnings.payout.columns')) ?? '');
  const format = formatIn((await configOf({ db }, 'earnings.payout.format')) ?? '');
  if (!columns) throw failed('参数earnings.payout.columns里有不认识的列，请在参数设置里改正');
  if (!format) throw failed('参数earnings.payout.format须为xlsx、gbk或utf-8，请在参数设置里改正');
  return { columns, format };
}

function textOf(context: AppContext, item: Item, column: BankColumn): string {
  const cells: Readonly<Record<BankColumn, string>> = {
    提现单号: item.withdrawNo,
    收款户名: item.bankAccountName,
    收款账号: accountIn(context, item.userId, item.bankAccount),
    开户银行: item.bankName,
    金额: yuan(item.fen),
    用途: PURPOSE,
  };
  return cells[column];
}

async function bytesOf(context: AppContext, tx: Tx, items: readonly Item[]): Promise<{ bytes: Buffer; format: string }> {
  const { columns, format } = await layoutOf(tx);
  if (format !== 'xlsx') {
    const text = csvOf([columns, ...items.map((item) => columns.map((column) => textOf(context, item, column)))]);
    const bytes = format === 'gbk' ? gbkBytes(text) : Buffer.from(`\u{feff}${text}`);
    if (!bytes) throw failed('户名或银行里有GBK没有的字，请把参数earnings.payout.format改为xlsx或utf-8');
    return { bytes, format };
  }
  const out = new PassThrough();
  const book = new SheetWriter(out);
  const whole = buffer(out);
  await book.begin(
    '打款',
    columns.map((header) => ({ header, width: WIDTHS[header] })),
  );
  for (const item of items) await book.row(columns.map((column) => (column === '金额' ? yuanNumber(item.fen) : textOf(context, item, column))));
  await book.end();
  return { bytes: await whole, format };
}

/** The file for the bank. A file that was lost is written again, by the same step. */
export async function exportPayoutOf(context: AppContext, currentUser: CurrentUser, payoutId: number, write: Write): Promise<Sent> {
  requirePermission(payoutMachine, 'export', currentUser);
  const { payoutNo, bytes, format } = await write(async (tx) => {
    const row = await payoutIn(tx, payoutId);
    await transitionPayout(tx, currentUser, row, 'export');
    const file = await bytesOf(context, tx, await payoutItems(tx, payoutId));
    const fileHash = createHash('sha256').update(file.bytes).digest('hex');
    await tx.updateTable('payout').set({ fileHash }).where('id', '=', payoutId).execute();
    return { payoutNo: row.payoutNo, ...file };
  });
  const [extension, mime] = format === 'xlsx' ? ['xlsx', SHEET_MIME] : ['csv', 'text/csv'];
  return { key: '', name: `打款_${payoutNo}.${extension}`, mime, size: bytes.length, bytes };
}

interface Result {
  readonly row: number;
  readonly withdrawNo: string;
  readonly account: string;
  readonly fen: number | null;
  readonly result: string;
  readonly reason: string;
}

/** Full-width digits and spaces that spreadsheets of banks have. */
const folded = (cell: unknown): string =>
  String(cell ?? '')
    .normalize('NFKC')
    .trim();

async function resultsIn({ name, bytes }: Part): Promise<Result[]> {
  if (!/\.(xlsx|csv)$/i.test(name)) throw failed('请上传xlsx或csv表格');
  const [heads, ...lines] = await readSheet(bytes, name);
  const at = RESULT_HEADS.map((label) => heads?.cells.findIndex((cell) => folded(cell) === label) ?? -1);
  if (at.slice(0, 4).some((column) => column < 0)) throw failed(`表格第一行须有：${RESULT_HEADS.slice(0, 4).join('、')}`);
  return lines.flatMap(({ cells }, index) => {
    const texts = at.map((column) => folded(cells[column]));
    const [withdrawNo = '', account = '', amount = '', result = '', reason = ''] = texts;
    if (texts.every((text) => text === '')) return [];
    return [{ row: index + 2, withdrawNo, account: account.replace(/\s/g, ''), fen: fenOf(amount.replaceAll(',', '')), result, reason }];
  });
}

const OUTCOMES: Readonly<Record<string, 'paid' | 'failed'>> = { 成功: 'paid', 失败: 'failed' };

/** Reads what the bank answered. A row is matched by number, account and amount; the same file again changes nothing. */
export async function importPayoutOf(
  context: AppContext,
  currentUser: CurrentUser,
  payoutId: number,
  part: Part,
  write: Write,
): Promise<DataOf<typeof importPayout>> {
  requirePermission(payoutMachine, 'import', currentUser);
  const first = await payoutIn(context.db, payoutId);
  if (!inGroup(payoutMachine, 'sent', first.status as PayoutState)) await write(async (tx) => transitionPayout(tx, currentUser, first, 'import'));
  const count = { paid: 0, failed: 0 };
  const skipped: { row: number; reason: string }[] = [];
  for (const one of await resultsIn(part)) {
    try {
      const outcome = await write(async (tx) => {
        const payout = await payoutIn(tx, payoutId);
        const item = (await payoutItems(tx, payoutId)).find(({ withdrawNo }) => withdrawNo === one.withdrawNo);
        if (!item) throw failed(`批次里没有提现${one.withdrawNo || '（空）'}`);
        if (accountIn(context, item.userId, item.bankAccount) !== one.account) throw failed('收款账号与批次里的不同');
        if (one.fen !== item.fen) throw failed(`金额应为${yuan(item.fen)}元`);
        const result = OUTCOMES[one.result];
        if (!result) throw failed(`结果须为成功或失败，现为“${one.result}”`);
        if (item.result !== '') throw failed(item.result === result ? '已导入过' : '已登记了另一种结果，请与银行核对');
        const reason = result === 'failed' ? (one.reason || '银行退回').slice(0, 200) : '';
        if (payout.status !== 'resulted') await transitionPayout(tx, currentUser, payout, 'import');
        await settleByBank(tx, item.withdrawId, result, reason, payout.exportedBy);
        await tx.updateTable('payoutItem').set({ result, reason }).where('id', '=', item.id).execute();
        return result;
      });
      count[outcome] += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ row: one.row, reason: error.message });
    }
  }
  return { done: count.paid, failed: count.failed, skipped };
}
