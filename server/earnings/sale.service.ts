import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { EARNING_CODES, periodName } from '../../contract/earnings/earning-limits.ts';
import type { SettlementState } from '../../contract/earnings/earning.ts';
import { settlementMachine } from '../../contract/earnings/settlement.machine.ts';
import { saleBatchMachine } from '../../contract/earnings/sale-batch.machine.ts';
import type { importSales, SaleBatchEvent, saleBatchEvent, SaleBatchRow, SaleBatchState, saleBatches } from '../../contract/earnings/sale.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { sum, yuan } from '../../contract/money.ts';
import { TERM_FORMS } from '../../contract/protocol/term.ts';
import { eventsFrom, inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { readSheet } from '../crud/sheet-reading.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { nextNumber } from '../db/sequence.ts';
import type { Part } from '../files/multipart-file.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { settlementOf } from './earning.queries.ts';
import { batchById, batchPage, batchWithHash, salesOfWorks, worksByNo, type BatchRowOf } from './sale.queries.ts';
import { assertIdle } from './run/month-lock.service.ts';
import { saleRows, type SaleRow } from './sale-row.parser.ts';

const SECOND = 25_602;
const gone = (): AppError => missing('这批渠道销售不存在，请刷新后重试');

async function assertOpen(db: Database | Tx, period: string): Promise<void> {
  const settlement = await settlementOf(db, period);
  if (settlement && !inGroup(settlementMachine, 'unpublished', settlement.status as SettlementState))
    throw new AppError(EARNING_CODES.frozen, `${periodName(period)}的收益已公示，不能再改动销售；请计入以后的账期`);
}

const transitionBatch = transition<SaleBatchState, SaleBatchEvent, BatchRowOf>(saleBatchMachine, {
  table: 'saleBatch',
  stateOf: (row) => row.status as SaleBatchState,
  subject: ({ batchNo }) => `渠道销售${batchNo}`,
  on: {
    confirm: {
      async guard({ tx, row, currentUser }) {
        await assertIdle(tx, row.period);
        await assertOpen(tx, row.period);
        if (currentUser && (await samePerson(tx, row.importedBy, currentUser.userId))) throw new AppError(SECOND, '须由另一位财务人员处理');
      },
      columns: ({ now, currentUser }) => ({ confirmedBy: currentUser?.userId ?? null, confirmedAt: now }),
    },
    withdraw: {
      async guard({ tx, row }) {
        await assertIdle(tx, row.period);
        await assertOpen(tx, row.period);
      },
    },
  },
});

type Checked = DataOf<typeof importSales>['rows'][number] & { readonly sale: (SaleRow & { publicationId: number }) | null };

/** Compares the rows of a sheet with the works and with the sales that are stored. */
async function checkedRows(db: Database | Tx, rows: ReturnType<typeof saleRows>): Promise<Checked[]> {
  const good = rows.filter((one): one is SaleRow => !('fault' in one));
  const works = await worksByNo(db, [...new Set(good.map(({ publishNo }) => publishNo))]);
  const stored = await salesOfWorks(
    db,
    [...works.values()].map(({ id }) => id),
  );
  const keyOf = (work: number, one: { form: string; channel: string; saleDate: string; copies: number; priceFen: number }): string =>
    JSON.stringify([work, one.form, one.channel, one.saleDate, one.copies, one.priceFen]);
  const known = new Set(stored.map((one) => keyOf(one.publicationId, one)));
  const left = new Map<string, number>();
  for (const { publicationId, form, copies } of stored) left.set(`${publicationId}:${form}`, (left.get(`${publicationId}:${form}`) ?? 0) + copies);
  return rows.map((one): Checked => {
    if ('fault' in one) return { row: one.row, text: one.text, kind: 'impossible', fault: one.fault, sale: null };
    const work = works.get(one.publishNo);
    const text = `${one.saleDate} ${one.channel} ${TERM_FORMS[one.form]} ${work?.title ?? one.publishNo} ${one.copies} × ${yuan(one.priceFen)}`;
    if (!work) return { row: one.row, text, kind: 'unknown', fault: `没有编号为${one.publishNo || '（空）'}的出版物`, sale: null };
    const place = `${work.id}:${one.form}`;
    const after = (left.get(place) ?? 0) + one.copies;
    if (after < 0) return { row: one.row, text, kind: 'impossible', fault: '退货多于售出的册数', sale: null };
    left.set(place, after);
    const sale = { ...one, publicationId: work.id };
    return known.has(keyOf(work.id, one))
      ? { row: one.row, text, kind: 'same', fault: '与已导入的一行相同，请确认不是重复导入', sale }
      : { row: one.row, text, kind: 'new', fault: '', sale };
  });
}

/** Reads a sheet of sales; stores the whole of it, or nothing. */
export async function importSalesOf(
  { db }: AppContext,
  currentUser: CurrentUser,
  { name, bytes }: Part,
  { period, dry }: z.output<typeof importSales.query>,
  write: Write,
): Promise<DataOf<typeof importSales>> {
  if (!/\.(xlsx|csv)$/i.test(name)) throw failed('请上传xlsx或csv表格');
  if (period > wireDate(Date.now()).slice(0, 7)) throw failed('账期不能晚于本月');
  await assertOpen(db, period);
  const parsed = saleRows(await readSheet(bytes, name), period);
  if (parsed.length === 0) throw failed('表格里没有销售');
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  const answer = (rows: readonly Checked[], batchNo: string) => {
    const good = rows.flatMap(({ sale }) => sale ?? []);
    return {
      batchNo,
      good: good.length,
      bad: rows.length - good.length,
      copies: sum(good.map(({ copies }) => copies)),
      rows: rows
        .toSorted((a, b) => Number(a.kind === 'new') - Number(b.kind === 'new'))
        .slice(0, 200)
        .map(({ row, text, kind, fault }) => ({ row, text, kind, fault })),
    };
  };
  if (dry === '1') return answer(await checkedRows(db, parsed), '');
  return write(async (tx) => {
    const same = await batchWithHash(tx, fileHash);
    if (same) throw failed(`这个文件已经导入过（${same.batchNo}）`);
    const rows = await checkedRows(tx, parsed);
    const bad = rows.find(({ sale }) => sale === null);
    if (bad) throw failed(`第${bad.row}行：${bad.fault}。请改正后重新导入，本次没有存入任何一行`);
    const now = Date.now();
    const month = period.replace('-', '');
    const batchNo = `XS${month}${String(await nextNumber(tx, `XS:${month}`)).padStart(3, '0')}`;
    const { good, copies } = answer(rows, batchNo);
    const { id } = await tx
      .insertInto('saleBatch')
      .values({
        batchNo,
        period,
        fileName: name,
        fileHash,
        rows: good,
        copies,
        importedBy: currentUser.userId,
        confirmedBy: null,
        confirmedAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { sale } of rows)
      if (sale)
        await tx
          .insertInto('channelSale')
          .values({
            batchId: id,
            period,
            saleDate: sale.saleDate,
            channel: sale.channel,
            form: sale.form,
            publicationId: sale.publicationId,
            copies: sale.copies,
            priceFen: sale.priceFen,
            sourceRow: sale.row,
          })
          .execute();
    await logTransition(tx, currentUser, { entityType: 'saleBatch', entityId: id, event: 'import', fromStatus: '', toStatus: 'pending', note: name });
    return answer(rows, batchNo);
  });
}

export async function saleBatchesFor({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof saleBatches.query>) {
  const { total, rows } = await batchPage(db, query.batchId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return {
    total,
    rows: rows.map(
      (row): SaleBatchRow => ({
        batchId: row.id,
        batchNo: row.batchNo,
        period: row.period,
        fileName: row.fileName,
        rows: row.rows,
        copies: row.copies,
        status: row.status as SaleBatchState,
        importedBy: row.importerName ?? '',
        confirmedBy: row.confirmerName ?? '',
        createTime: wireTime(row.createTime),
        can: eventsFrom(saleBatchMachine, row.status as SaleBatchState, (permission) => hasPermission(currentUser, permission)),
      }),
    ),
  };
}

export async function handleBatchEvent(
  currentUser: CurrentUser,
  { event, batchId }: z.output<typeof saleBatchEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(saleBatchMachine, event, currentUser);
  await write(async (tx) => {
    const row = await batchById(tx, batchId);
    if (!row) throw gone();
    await transitionBatch(tx, currentUser, row, event, reason);
  });
}
