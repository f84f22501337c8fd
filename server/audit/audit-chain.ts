import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import { anyTable } from '../db/any-table.ts';
import type { Database, Tx } from '../db/database.ts';
import type { OperLogTable } from '../db/tables/admin-tables.ts';
import type { LoginLogTable } from '../db/tables.ts';

type Chained<T> = Omit<T, 'id' | 'chainSeq' | 'prevHash' | 'hash'>;
interface Logs {
  operLog: Insertable<Chained<OperLogTable>>;
  loginLog: Insertable<Chained<LoginLogTable>>;
}
export type ChainName = keyof Logs;

/**
 * Every hashed column with its default, in hashing order. A new column here changes the hash of old rows: append new
 * columns to the tables, but not here.
 */
const COLUMNS: { readonly [N in ChainName]: Readonly<Record<keyof Logs[N], string | number | null>> } = {
  operLog: {
    title: '',
    businessType: 0,
    method: '',
    requestMethod: '',
    operatorType: 0,
    operName: '',
    deptName: '',
    operUrl: '',
    operIp: '',
    operLocation: '',
    operParam: '',
    jsonResult: '',
    status: 0,
    errorMsg: '',
    operTime: 0,
    costTime: 0,
    deptId: null,
    userId: null,
  },
  loginLog: { userName: '', ip: '', userAgent: '', browser: '', os: '', loginLocation: '', status: '', msg: '', loginTime: 0 },
};
export const TIME_OF = { operLog: 'operTime', loginLog: 'loginTime' } as const;

type Values = Readonly<Record<string, unknown>>;

/** SHA-256 (hex) over the position, the hash of the previous row, and every content column. */
function hashOf(name: ChainName, seq: number, prevHash: string, row: Values): string {
  const content = Object.keys(COLUMNS[name]).map((column) => row[column]);
  return createHash('sha256')
    .update(JSON.stringify([name, seq, prevHash, ...content]))
    .digest('hex');
}

/** Returns a text as both databases return it: without NUL and without half a surrogate pair (the log cuts long texts at any position). */
const storable = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value);

/**
 * Appends a row to the chain of a log. Call it last in a transaction: it locks the row of `audit_chain` until the
 * commit, so that writers get consecutive positions. Outside a transaction it opens its own.
 */
export async function appendLog<N extends ChainName>(db: Database | Tx, name: N, values: Logs[N]): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => appendLog(tx, name, values));
  const row: Values = Object.fromEntries(Object.entries({ ...COLUMNS[name], ...values }).map(([column, value]) => [column, storable(value)]));
  const { seq, hash: prevHash } = await db
    .insertInto('auditChain')
    .values({ name, seq: 1 })
    .onConflict((oc) => oc.column('name').doUpdateSet({ seq: sql<number>`audit_chain.seq + 1` }))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const hash = hashOf(name, seq, prevHash, row);
  await anyTable(db)
    .insertInto(name)
    .values({ ...row, chainSeq: seq, prevHash, hash })
    .execute();
  await db.updateTable('auditChain').set({ hash }).where('name', '=', name).execute();
}

export interface ChainReport {
  readonly ok: boolean;
  /** Number of rows whose hash was computed again. */
  readonly checked: number;
  /** Number of rows from before the chain existed. */
  readonly unchained: number;
  /** Position and hash of the newest row. A copy stored elsewhere later proves that no earlier row was rewritten. */
  readonly headSeq: number;
  readonly headHash: string;
  /** The first row that does not match; its id is null when a row is missing. */
  readonly broken: { readonly seq: number; readonly id: number | null; readonly why: string } | null;
}

const PAGE = 1_000;

/** Recomputes the whole chain from its anchor to its head and reports the first row that does not match. */
export async function verifyChain(db: Database, name: ChainName): Promise<ChainReport> {
  const anchor = async () => (await db.selectFrom('auditChain').select('anchorSeq').where('name', '=', name).executeTakeFirst())?.anchorSeq;
  const before = await anchor();
  const report = await verifyOnce(db, name);
  // Expired rows that are removed during this run look like a gap.
  return report.ok || before === (await anchor()) ? report : verifyOnce(db, name);
}

async function verifyOnce(db: Database, name: ChainName): Promise<ChainReport> {
  // One statement, so that a row appended now is in both results or in neither; later rows lie past this head.
  const head = await db
    .selectFrom('auditChain')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom(name)
        .select((one) => one.fn.max('chainSeq').as('last'))
        .as('last'),
    )
    .where('name', '=', name)
    .executeTakeFirst();
  const outside = await db
    .selectFrom(name)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chainSeq', 'is', null)
    .executeTakeFirstOrThrow();
  const about = { unchained: Number(outside.count), headSeq: head?.seq ?? 0, headHash: head?.hash ?? '' };
  if (!head) {
    const chained = await db.selectFrom(name).select('id').where('chainSeq', 'is not', null).limit(1).executeTakeFirst();
    return { ok: !chained, checked: 0, ...about, broken: chained ? { seq: 0, id: chained.id, why: '链尾记录被删除' } : null };
  }
  if (Number(head.last ?? 0) > head.seq) return { ok: false, checked: 0, ...about, broken: { seq: head.seq + 1, id: null, why: '链尾记录被改动' } };
  let prevHash = head.anchorHash;
  let seq = head.anchorSeq;
  let checked = 0;
  const broken = (id: number | null, why: string): ChainReport => ({ ok: false, checked, ...about, broken: { seq: seq + 1, id, why } });
  while (seq < head.seq) {
    const rows: (Values & { id: number; chainSeq: number | null })[] = await db
      .selectFrom(name)
      .selectAll()
      .where('chainSeq', '>', seq)
      .where('chainSeq', '<=', head.seq)
      .orderBy('chainSeq')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return broken(null, '最后的日志被删除');
    for (const row of rows) {
      if (row.chainSeq !== seq + 1) return broken(null, '日志被删除');
      if (row['prevHash'] !== prevHash) return broken(row.id, '与前一条日志对不上');
      if (row['hash'] !== hashOf(name, seq + 1, prevHash, row)) return broken(row.id, '日志内容被改动');
      prevHash = String(row['hash']);
      seq += 1;
      checked += 1;
    }
  }
  return prevHash === head.hash ? { ok: true, checked, ...about, broken: null } : broken(null, '最新一条日志与链尾对不上');
}

/**
 * Removes the oldest rows of a chain that are older than `before`, up to the position `upTo`, and moves the anchor to
 * the first remaining row, so that the rest still verifies. Rows from before the chain are removed by time alone.
 */
export async function trimChain(tx: Tx, name: ChainName, before: number, upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
  const time = TIME_OF[name];
  const head = await tx
    .updateTable('auditChain')
    .set({ seq: sql<number>`seq` })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
  if (!head) return 0;
  const young = await anyTable(tx)
    .selectFrom(name)
    .select((eb) => eb.fn.min('chainSeq').as('seq'))
    .where(time, '>=', before)
    .executeTakeFirst();
  const last = Math.min(upTo, young?.seq == null ? head.seq : Number(young.seq) - 1);
  const old = await anyTable(tx).deleteFrom(name).where('chainSeq', 'is', null).where(time, '<', before).executeTakeFirst();
  let removed = Number(old.numDeletedRows);
  if (last <= head.anchorSeq) return removed;
  const anchor = await tx.selectFrom(name).select('hash').where('chainSeq', '=', last).executeTakeFirst();
  // A missing anchor row means that the chain is broken. Nothing is removed, so that the break stays visible.
  if (!anchor) return removed;
  const gone = await tx.deleteFrom(name).where('chainSeq', '<=', last).executeTakeFirst();
  removed += Number(gone.numDeletedRows);
  await tx.updateTable('auditChain').set({ anchorSeq: last, anchorHash: anchor.hash }).where('name', '=', name).execute();
  return removed;
}
