import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../../contract/clock.ts';
import { sum } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { epochOf, wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { post } from '../../ledger/ledger.service.ts';
import type { PostingEvent } from '../../ledger/postings.ts';
import { channelNames, channelOf } from '../../payment/channels.ts';
import type { BillRow, PaymentChannel } from '../../payment/payment-channel.ts';
import { returnsByNo } from './suspense-end.queries.ts';
import { compareRow, type OurRecord } from './recon-match.rule.ts';
import { transitionReconDay } from './recon-step.service.ts';
import {
  addImport,
  addItems,
  adoptedItems,
  dayOf,
  firstPaid,
  knownDays,
  lockDay,
  paymentsByNo,
  recordsBetween,
  refundsByNo,
  removeSomeItems,
  resolveListedLater,
  setImport,
  SLICE,
  startBill,
  takeDueImport,
  unlisted,
  type DayRow,
  type ImportRow,
  type NewItem,
} from './recon.queries.ts';
import { runQueued } from '../../telemetry/log.ts';

/** Bills of yesterday are asked for from this time of the day on, Shanghai. */
const BILLS_FROM = '10:30:00';
/** Days back that are made up for after a time without the server. */
const DAYS_BACK = 7;
/** How long an import that is being fetched and read belongs to one server; and one that is being compared, after each of its parts. */
const READ_LEASE_MS = 5 * 60_000;
const LEASE_MS = 60_000;
const AGAIN_MS = 10 * 60_000;
/** Tries of a fetch before a person has to look: a day and a half. */
const ATTEMPTS = 200;

/** Orders the bills of the last days that are not there yet. Returns whether there was one. */
export async function orderDueBills(context: AppContext): Promise<boolean> {
  const now = Date.now();
  if (wireTime(now).slice(11) < BILLS_FROM) return false;
  const days = Array.from({ length: DAYS_BACK }, (_day, back) => wireDate(now - (back + 1) * DAY_MS));
  for (const channel of channelNames(context)) {
    const since = await firstPaid(context.db, channel);
    if (!channelOf(context, channel)?.bill || since === null) continue;
    const known = await knownDays(context.db, channel, days);
    for (const day of days.filter((one) => one >= wireDate(since) && !known.has(one))) await orderBill(context, channel, day, 'system');
  }
  return false;
}

export const orderBill = (context: AppContext, channel: string, day: string, createBy: string): Promise<number> =>
  addImport(context.db, { day, channel, source: 'channel', fileName: '', fileKey: '', hash: '', createBy, createTime: Date.now(), nextAt: 0 });

/** Stores an uploaded bill and orders its import. */
export async function storeBill(
  context: AppContext,
  bill: { readonly channel: string; readonly day: string; readonly name: string; readonly bytes: Buffer },
  createBy: string,
): Promise<number> {
  const { channel, day, name, bytes } = bill;
  const fileKey = `bills/${channel}/${day}-${randomUUID()}`;
  await context.files.put(fileKey, bytes, 'application/octet-stream');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return addImport(context.db, { day, channel, source: 'file', fileName: name, fileKey, hash, createBy, createTime: Date.now(), nextAt: 0 });
}

/** Runs one import that is due. A run that was cut off is repeated from its beginning when its lease is over. */
export async function runDueImport(context: AppContext): Promise<boolean> {
  const now = Date.now();
  const row = await takeDueImport(context.db, now, now + READ_LEASE_MS);
  if (!row) return false;
  try {
    const done = await runQueued({ name: 'bill', id: row.id, requestId: row.requestId }, () => runImport(context, row));
    await setImport(context.db, row, done ? { finishedAt: Date.now(), error: '' } : { nextAt: Date.now() + AGAIN_MS });
  } catch (error) {
    // A faulty file stays faulty; any other error is tried again.
    const said = error instanceof AppError ? error.message : '';
    const over = said !== '' || row.attempts >= ATTEMPTS;
    await setImport(context.db, row, {
      error: said || '导入没有完成，稍后自动重试',
      ...(over ? { finishedAt: Date.now() } : { nextAt: Date.now() + AGAIN_MS }),
    });
    if (!said) throw error;
  }
  return true;
}

/** Returns false when the channel does not have the bill yet. */
async function runImport(context: AppContext, row: ImportRow): Promise<boolean> {
  const channel = channelOf(context, row.channel);
  if (!channel) throw new AppError(500, '这个渠道现在没有配置，请联系系统管理员');
  const bill = await billOf(context, channel, row);
  if (!bill) return false;
  const hash = createHash('sha256').update(bill.bytes).digest('hex');
  await matchBill(context.db, row, { ...bill, hash, rows: await channel.readBill(bill.bytes) });
  return true;
}

async function billOf(context: AppContext, channel: PaymentChannel, row: ImportRow): Promise<{ name: string; bytes: Buffer } | null> {
  if (row.source === 'file') return { name: row.fileName, bytes: await buffer(await context.files.read(row.fileKey)) };
  if (!channel.bill) throw new AppError(500, '这个渠道不提供账单，请上传文件');
  const answer = await channel.bill(row.day).catch(() => ({ state: 'unknown' as const, reason: '' }));
  if (answer.state === 'done') return answer;
  if (answer.state === 'failed') throw new AppError(500, answer.reason ?? '渠道没有给出账单，请上传文件');
  if (answer.reason) await setImport(context.db, row, { error: answer.reason });
  return null;
}

interface Bill {
  readonly name: string;
  readonly hash: string;
  readonly rows: readonly BillRow[];
}

const keyOf = ({ side, ourNo, theirNo }: Pick<NewItem, 'side' | 'ourNo' | 'theirNo'>): string => [side, ourNo, theirNo].join('\n');

/** Another import of the day has started since: what it says counts. */
const OVERTAKEN = '同一天的账单又开始了一次导入，以后一次为准';
/** Times that the work of a part took, during which other requests are served before the next part. */
const REST_TIMES = 2;
const REST_MS = 100;
/** Our records of a day that one part looks through, about. */
const RECORDS = 300;

interface Sums {
  payFen: number;
  refundFen: number;
  feeFen: number;
  transferFen: number;
}

/**
 * Compares a bill with our records, in small parts with a transaction and a rest each, because the requests of others wait for a transaction. The
 * day gets its sums and postings with the last part; until then it has no bill, and an import that is cut off begins again.
 */
async function matchBill(db: Database, row: ImportRow, bill: Bill): Promise<void> {
  const now = Date.now();
  const found = await db.transaction().execute((tx) => dayOf(tx, row.channel, row.day, now));
  // The same file again changes nothing.
  if (found.hash === bill.hash) return void (await setImport(db, row, { totalRows: bill.rows.length, doneRows: bill.rows.length }));
  const version = await db.transaction().execute(async (tx) => {
    const day = await lockDay(tx, found.id);
    if (day.status === 'balanced') await transitionReconDay(tx, null, day, 'reopen', '渠道给出了不同的账单');
    return startBill(tx, found.id, now);
  });
  const part = async <T>(work: (tx: Tx, day: DayRow) => Promise<T>): Promise<T> => {
    const from = performance.now();
    const made = await db.transaction().execute(async (tx) => {
      const day = await lockDay(tx, found.id);
      if (day.version !== version) throw failed(OVERTAKEN);
      return work(tx, day);
    });
    await setTimeout(Math.min(REST_MS, Math.ceil((performance.now() - from) * REST_TIMES)));
    return made;
  };
  while (await part((tx) => removeSomeItems(tx, found.id)));
  const kept = new Set((await adoptedItems(db, found.id)).map(keyOf));
  const seen = new Set<string>();
  const sums: Sums = { payFen: 0, refundFen: 0, feeFen: 0, transferFen: 0 };
  await setImport(db, row, { totalRows: bill.rows.length, doneRows: 0 });
  for (let from = 0; from < bill.rows.length; from += SLICE) {
    const rows = bill.rows.slice(from, from + SLICE);
    addSums(sums, rows);
    await part(async (tx) => {
      const items = (await itemsFor(tx, found, rows, seen, now)).filter((item) => !kept.has(keyOf(item)));
      await addItems(tx, items);
      const numbers = items.filter(({ kind }) => kind === 'matched').map(({ ourNo }) => ourNo);
      if (numbers.length > 0) await resolveListedLater(tx, row.channel, found.id, numbers, now);
      await setImport(tx, row, { doneRows: from + rows.length, nextAt: Date.now() + LEASE_MS });
    });
  }
  const start = epochOf(found.day) ?? 0;
  const windowMs = Math.ceil(DAY_MS / Math.max(1, Math.ceil((await recordsBetween(db, row.channel, start, start + DAY_MS)) / RECORDS)));
  for (let at = start; at < start + DAY_MS; at += windowMs)
    await part(async (tx) => {
      await addUnlisted(tx, found, at, Math.min(at + windowMs, start + DAY_MS), seen, now);
      await setImport(tx, row, { nextAt: Date.now() + LEASE_MS });
    });
  await part((tx, day) => postBill(tx, day, bill, sums, now));
}

function addSums(sums: Sums, rows: readonly BillRow[]): void {
  const done = rows.filter((row) => row.done);
  const of = (kind: BillRow['kind']): number => sum(done.filter((row) => row.kind === kind).map(({ fen }) => fen));
  sums.payFen += of('pay');
  sums.refundFen += of('refund');
  sums.transferFen += of('transfer');
  sums.feeFen += sum(done.map(({ feeFen }) => feeFen));
}

const onceOf = (side: string, ourNo: string): string => `${side}\n${ourNo}`;

/** The differences and matches of some rows. A number that a bill lists twice is ours once. */
async function itemsFor(tx: Tx, day: DayRow, rows: readonly BillRow[], seen: Set<string>, now: number): Promise<NewItem[]> {
  const numbers = (kind: BillRow['kind']): string[] => rows.filter((row) => row.kind === kind).map(({ ourNo }) => ourNo);
  const payments = new Map(
    (await paymentsByNo(tx, numbers('pay'))).filter(({ channel }) => channel === day.channel).map((one) => [one.paymentNo, one] as const),
  );
  const refunds = new Map(
    (await refundsByNo(tx, numbers('refund')))
      .filter(({ channel, transferBy }) => channel === day.channel && transferBy === null)
      .map((one) => [one.refundNo, one] as const),
  );
  const returns = new Map(
    (
      await returnsByNo(
        tx,
        day.channel,
        rows.filter(({ kind }) => kind === 'refund').flatMap(({ ourNo, theirNo }) => [ourNo, theirNo]),
      )
    ).map((one) => [one.returnNo, one.fen] as const),
  );
  const items: NewItem[] = [];
  for (const row of rows) {
    const once = onceOf(row.kind, row.ourNo);
    const [payment, refund] = seen.has(once) ? [] : [payments.get(row.ourNo), refunds.get(row.ourNo)];
    const back = row.kind === 'refund' && !seen.has(once) ? (returns.get(row.ourNo) ?? returns.get(row.theirNo)) : undefined;
    const ours: OurRecord | undefined =
      row.kind === 'pay'
        ? payment && { fen: payment.amountFen, done: payment.status === 'paid' }
        : refund
          ? { fen: refund.fen, done: refund.status === 'done' }
          : back === undefined
            ? undefined
            : { fen: back, done: true };
    if (ours) seen.add(once);
    const kind = row.kind === 'transfer' ? 'matched' : compareRow(row, ours);
    if (kind === null) continue;
    items.push({
      reconDayId: day.id,
      channel: day.channel,
      side: row.kind,
      kind,
      ourNo: row.ourNo,
      theirNo: row.theirNo,
      ourFen: ours?.fen ?? null,
      theirFen: row.fen,
      billAt: row.at,
      paymentId: row.kind === 'pay' ? (payment?.id ?? null) : null,
      refundId: row.kind === 'refund' ? (refund?.id ?? null) : null,
      open: kind === 'matched' ? '0' : '1',
      askedAt: null,
      adoptBy: null,
      confirmBy: null,
      createTime: now,
      updateTime: now,
    });
  }
  return items;
}

/** Our records of a part of the day that its bill does not list. */
async function addUnlisted(tx: Tx, day: DayRow, from: number, to: number, seen: ReadonlySet<string>, now: number): Promise<void> {
  const { payments, refunds } = await unlisted(tx, day, from, to);
  const item = (side: 'pay' | 'refund', one: { id: number; no: string; fen: number }): NewItem => ({
    reconDayId: day.id,
    channel: day.channel,
    side,
    kind: 'ours_only',
    ourNo: one.no,
    theirNo: '',
    ourFen: one.fen,
    theirFen: null,
    paymentId: side === 'pay' ? one.id : null,
    refundId: side === 'refund' ? one.id : null,
    open: '1',
    askedAt: null,
    adoptBy: null,
    confirmBy: null,
    createTime: now,
    updateTime: now,
  });
  const items = [...payments.map((one) => item('pay', one)), ...refunds.map((one) => item('refund', one))].filter(
    ({ side, ourNo }) => !seen.has(onceOf(side, ourNo)),
  );
  for (let at = 0; at < items.length; at += SLICE) await addItems(tx, items.slice(at, at + SLICE));
}

/** Posts fees and transfers to the bank: of a bill that replaces another one, the difference. */
async function postBill(tx: Tx, day: DayRow, bill: Bill, { payFen, refundFen, feeFen, transferFen }: Sums, now: number): Promise<void> {
  const seq = day.postings + 1;
  const move = async (event: PostingEvent, fen: number, debit: string, credit: string): Promise<void> =>
    void (await post(tx, { event, sourceType: 'reconDay', sourceId: day.id, seq, fen, debit, credit, at: now }));
  const { channel } = day;
  const [fee, transfer] = [feeFen - day.feeFen, transferFen - day.transferFen];
  if (fee >= 0) await move('billFee', fee, channel, channel);
  else await move('billFeeReturned', -fee, channel, channel);
  if (transfer >= 0) await move('billTransfer', transfer, channel, channel);
  else await move('billTransferReturned', -transfer, channel, channel);
  await tx
    .updateTable('reconDay')
    .set({
      fileName: bill.name,
      hash: bill.hash,
      rows: bill.rows.length,
      payFen,
      refundFen,
      feeFen,
      transferFen,
      postings: seq,
      updateTime: now,
      version: day.version + 1,
    })
    .where('id', '=', day.id)
    .execute();
}
