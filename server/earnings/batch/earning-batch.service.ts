import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  BATCH_KINDS,
  OPENING_ITEMS,
  type addEarningByHand,
  type BatchKind,
  type EarningBatchEvent,
  type earningBatchEvent,
  type EarningBatchRow,
  type earningBatchRows,
  type EarningBatchState,
  type importEarnings,
} from '../../../contract/earnings/earning-batch.ts';
import { earningBatchMachine } from '../../../contract/earnings/earning-batch.machine.ts';
import { EARNING_CODES, EARNING_SOURCES, periodName, type EarningSource } from '../../../contract/earnings/earning-limits.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum } from '../../../contract/money.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { nextNumber } from '../../db/sequence.ts';
import type { Part } from '../../files/multipart-file.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { postSplit } from '../../ledger/ledger.service.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { addSourceLine, openPeriod } from '../source/source-line.service.ts';
import { categoryIn } from '../tax.rule.ts';
import { batchRows, checkedRow, type BatchRow, type ParsedBatchRow } from './earning-batch-row.parser.ts';
import { earnsBy } from './earning-batch.policy.ts';
import {
  accountsByName,
  agreementsByNo,
  batchRowPage,
  earningBatchById,
  earningBatchPage,
  earningBatchWithHash,
  openingRows,
  rowsInBatch,
  type EarningBatchRowOf,
  type RowInBatch,
} from './earning-batch.queries.ts';

const SECOND = 26_102;
const SHOWN_ROWS = 200;
const PREFIX: Readonly<Record<BatchKind, string>> = { fee: 'SG', opening: 'QC' };
const gone = (): AppError => missing('这批收益不存在，请刷新后重试');

const transitionBatch = transition<EarningBatchState, EarningBatchEvent, EarningBatchRowOf>(earningBatchMachine, {
  table: 'earningBatch',
  stateOf: (row) => row.status as EarningBatchState,
  subject: ({ batchNo }) => `批次${batchNo}`,
  on: {
    confirm: {
      async guard({ tx, row, currentUser }) {
        if (currentUser && (await samePerson(tx, row.importedBy, currentUser.userId))) throw new AppError(SECOND, '须由另一位财务人员处理');
        for (const { userId } of await rowsInBatch(tx, row.id))
          if (currentUser && (await samePerson(tx, userId, currentUser.userId)))
            throw new AppError(SECOND, '不能复核付给本人的收益，须由另一位财务人员处理');
      },
      columns: ({ now, currentUser }) => ({ confirmedBy: currentUser?.userId ?? null, confirmedAt: now }),
      async after({ tx, row, currentUser, now }) {
        for (const one of await rowsInBatch(tx, row.id)) await count(tx, currentUser, row, one, now);
      },
    },
  },
});

/** A confirmed row becomes a line of its payee, or the balance of an account. */
async function count(tx: Tx, currentUser: CurrentUser | null, batch: EarningBatchRowOf, row: RowInBatch, now: number): Promise<void> {
  if (row.item === 'advance' || row.item === 'carry') {
    const ref = `${row.protocolId}:${row.userId}`;
    await postSplit(tx, 'opening', {
      sourceType: 'earningBatchRow',
      sourceId: row.id,
      at: now,
      operatorId: currentUser?.userId ?? null,
      legs: [
        { kind: row.item, ref, fen: row.fen },
        { kind: 'opening', ref: row.item, fen: -row.fen },
      ],
    });
    return;
  }
  const taxCategory = categoryIn(row.taxCategory);
  await addSourceLine(
    tx,
    currentUser,
    {
      userId: row.userId,
      source: row.item as EarningSource,
      sourceId: row.id,
      title: row.protocolId === 0 ? row.title : (row.workTitle ?? row.title),
      fen: row.fen,
      taxCategory,
      taxSubject: row.archiveId === null ? `hand:${row.item}` : `manuscript:${row.archiveId}`,
      steps: [{ label: row.title, formula: `${batch.batchNo}第${row.sourceRow}行${batch.remark ? `，${batch.remark}` : ''}`, fen: row.fen }],
      period: batch.period,
      protocolId: row.protocolId,
      publicationId: row.publicationId,
      recoup: row.item !== 'opening' && row.protocolId !== 0,
      ...(row.item === 'opening' ? { cost: 'opening' as const } : {}),
    },
    now,
  );
}

interface Known extends BatchRow {
  readonly userId: number;
  readonly protocolId: number;
}
interface Checked {
  readonly row: number;
  readonly text: string;
  readonly fault: string;
  readonly known: Known | null;
}

/** Compares the rows of a sheet with accounts, agreements, and the opening balances that are stored. */
async function checkedRows(db: Database | Tx, kind: BatchKind, rows: readonly ParsedBatchRow[]): Promise<Checked[]> {
  const good = rows.filter((one): one is BatchRow => !('fault' in one));
  const users = await accountsByName(db, [...new Set(good.map(({ userName }) => userName))]);
  const agreements = await agreementsByNo(db, [...new Set(good.map(({ protocolNo }) => protocolNo))].filter(Boolean));
  const keyOf = (one: { userId: number; protocolId: number; item: string }): string => `${one.protocolId}:${one.userId}:${one.item}`;
  const stored = new Map(kind === 'opening' ? (await openingRows(db)).map((one) => [keyOf(one), one.batchNo]) : []);
  return rows.map((one): Checked => {
    if ('fault' in one) return { ...one, known: null };
    const { row, text } = one;
    const userId = users.get(one.userName);
    const agreement = agreements.get(one.protocolNo);
    const isAuthor = agreement !== undefined && userId !== undefined && earnsBy(agreement.authors, userId);
    const known = userId === undefined ? null : { ...one, userId, protocolId: agreement?.id ?? 0 };
    const before = known && kind === 'opening' ? stored.get(keyOf(known)) : undefined;
    const fault = !known
      ? `没有用户名为${one.userName}的账号`
      : one.protocolNo !== '' && !agreement
        ? `没有编号为${one.protocolNo}的已签协议`
        : one.protocolNo !== '' && !isAuthor
          ? `${one.userName}不是协议${one.protocolNo}的作者`
          : before !== undefined
            ? `${one.title}已在${before || '本表'}里，请勿重复`
            : '';
    if (known && fault === '' && kind === 'opening') stored.set(keyOf(known), '');
    return { row, text, fault, known: fault === '' ? known : null };
  });
}

async function assertOpen(db: Database | Tx, period: string): Promise<void> {
  if (period > wireDate(Date.now()).slice(0, 7)) throw failed('账期不能晚于本月');
  if ((await openPeriod(db, period)) !== period)
    throw new AppError(EARNING_CODES.frozen, `${periodName(period)}的收益已公示，不能再加入；请计入以后的账期`);
}

interface NewBatch {
  readonly kind: BatchKind;
  readonly period: string;
  readonly note: string;
  readonly fileName: string;
  readonly fileHash: string;
}

/** Stores the whole of a sheet, or nothing. */
async function storeBatch(tx: Tx, currentUser: CurrentUser, batch: NewBatch, parsed: readonly ParsedBatchRow[]): Promise<string> {
  const rows = await checkedRows(tx, batch.kind, parsed);
  const bad = rows.find(({ known }) => known === null);
  if (bad) throw failed(`第${bad.row}行：${bad.fault}。请改正后重新导入，本次没有存入任何一行`);
  const good = rows.flatMap(({ known }) => known ?? []);
  const now = Date.now();
  const prefix = `${PREFIX[batch.kind]}${batch.period.replace('-', '')}`;
  const batchNo = `${prefix}${String(await nextNumber(tx, prefix)).padStart(3, '0')}`;
  const { id } = await tx
    .insertInto('earningBatch')
    .values({
      batchNo,
      kind: batch.kind,
      period: batch.period,
      fileName: batch.fileName,
      fileHash: batch.fileHash,
      remark: batch.note,
      rows: good.length,
      fen: sum(good.map(({ fen }) => fen)),
      importedBy: currentUser.userId,
      confirmedBy: null,
      confirmedAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { row, userId, protocolId, item, taxCategory, title, fen } of good)
    await tx
      .insertInto('earningBatchRow')
      .values({ batchId: id, sourceRow: row, userId, protocolId, item, taxCategory: taxCategory || 'author', title, fen })
      .execute();
  await logTransition(tx, currentUser, { entityType: 'earningBatch', entityId: id, event: 'import', fromStatus: '', toStatus: 'pending', note: '' });
  return batchNo;
}

export async function importEarningsOf(
  { db }: AppContext,
  currentUser: CurrentUser,
  { name, bytes }: Part,
  { kind, period, note, dry }: z.output<typeof importEarnings.query>,
  write: Write,
): Promise<DataOf<typeof importEarnings>> {
  if (!/\.(xlsx|csv)$/i.test(name)) throw failed('请上传xlsx或csv表格');
  await assertOpen(db, period);
  const parsed = batchRows(kind, await readSheet(bytes, name));
  if (parsed.length === 0) throw failed('表格里没有内容');
  const answer = (rows: readonly Checked[], batchNo: string) => {
    const good = rows.flatMap(({ known }) => known ?? []);
    return {
      batchNo,
      good: good.length,
      bad: rows.length - good.length,
      fen: sum(good.map(({ fen }) => fen)),
      rows: rows
        .toSorted((a, b) => Number(a.known !== null) - Number(b.known !== null))
        .slice(0, SHOWN_ROWS)
        .map(({ row, text, fault }) => ({ row, text, fault })),
    };
  };
  if (dry === '1') return answer(await checkedRows(db, kind, parsed), '');
  if (note === '') throw failed('请写明依据，例如审批单号');
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  return write(async (tx) => {
    const same = await earningBatchWithHash(tx, fileHash);
    if (same) throw failed(`这个文件已经导入过（${same.batchNo}）`);
    const rows = await checkedRows(tx, kind, parsed);
    return answer(rows, await storeBatch(tx, currentUser, { kind, period, note, fileName: name, fileHash }, parsed));
  });
}

/** One fee that is entered in a form: a batch of one row. */
export async function addByHand(
  { db }: AppContext,
  currentUser: CurrentUser,
  { period, note, userName, source, category, title, protocolNo, yuan: amount }: z.output<typeof addEarningByHand.body>,
  write: Write,
): Promise<{ batchNo: string }> {
  await assertOpen(db, period);
  const cells: Readonly<Record<string, string>> = {
    用户名: userName,
    来源: source,
    所得项目: category,
    事由: title,
    协议编号: protocolNo,
    金额: amount,
  };
  const parsed = checkedRow('fee', 1, title, (label) => (cells[label] ?? '').trim());
  if ('fault' in parsed) throw failed(parsed.fault);
  const [checked] = await checkedRows(db, 'fee', [parsed]);
  if (checked?.fault) throw failed(checked.fault);
  return write(async (tx) => ({
    batchNo: await storeBatch(tx, currentUser, { kind: 'fee', period, note, fileName: '手工新增', fileHash: randomUUID() }, [parsed]),
  }));
}

export async function earningBatchesFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  query: { pageNum: number; pageSize: number; batchId?: number | undefined },
) {
  const { total, rows } = await earningBatchPage(db, query.batchId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return {
    total,
    rows: rows.map(
      (row): EarningBatchRow => ({
        batchId: row.id,
        batchNo: row.batchNo,
        kind: row.kind in BATCH_KINDS ? (row.kind as BatchKind) : 'fee',
        period: row.period,
        fileName: row.fileName,
        note: row.remark,
        rows: row.rows,
        fen: row.fen,
        status: row.status as EarningBatchState,
        importedBy: row.importerName ?? '',
        confirmedBy: row.confirmerName ?? '',
        createTime: wireTime(row.createTime),
        can: eventsFrom(earningBatchMachine, row.status as EarningBatchState, (permission) => hasPermission(currentUser, permission)),
      }),
    ),
  };
}

const ITEM_NAMES: Readonly<Record<string, string>> = { ...EARNING_SOURCES, ...OPENING_ITEMS };

export async function batchRowsFor({ db }: AppContext, batchId: number, query: z.output<typeof earningBatchRows.query>) {
  const { total, rows } = await batchRowPage(db, batchId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return {
    total,
    rows: rows.map((row) => ({
      rowId: row.id,
      sourceRow: row.sourceRow,
      payee: row.nickName,
      userName: row.userName,
      protocolNo: row.protocolNo ?? '',
      itemName: ITEM_NAMES[row.item] ?? row.item,
      title: row.title,
      fen: row.fen,
    })),
  };
}

export async function handleEarningBatchEvent(
  currentUser: CurrentUser,
  { event, batchId }: z.output<typeof earningBatchEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(earningBatchMachine, event, currentUser);
  await write(async (tx) => {
    const row = await earningBatchById(tx, batchId);
    if (!row) throw gone();
    await transitionBatch(tx, currentUser, row, event, reason);
  });
}
