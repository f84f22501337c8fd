import { DAY_MS } from '../../contract/clock.ts';
import type { AnyCrud } from '../../contract/crud.ts';
import { appendLog, TIME_OF, trimChain, verifyChain, type ChainName, type ChainReport } from '../audit/audit-chain.ts';
import { anyTable } from '../db/any-table.ts';
import { crudService, type RequestCaller, type CrudService } from '../crud/crud-service.ts';
import type { CrudTable } from '../crud/crud-table.ts';
import { scopeOf } from '../crud/data-scope.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { OPERATION_TYPES, withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import { configOf } from '../db/config-value.ts';

/** Log tables, and the column with the time. The first two are the audit trail: append-only, with a hash chain. */
export const LOG_TABLES = { ...TIME_OF, jobLog: 'startTime' } as const;
export type LogTable = keyof typeof LOG_TABLES;
export const CHAINED_LOGS = Object.keys(TIME_OF) as ChainName[];

/** Rows per delete statement: about 20 ms. */
const AT_ONCE = 5_000;
export const RETENTION_KEY = 'sys.log.retentionDays';
/** 网络安全法 article 21 requires at least six months; a smaller parameter counts as this value. */
const LEAST_DAYS = 180;

/** Returns the number of days for which audit rows cannot be removed, and the time before which rows are expired. */
async function expiry(context: AppContext, db: Database | Tx, least = LEAST_DAYS) {
  const days = Math.max(LEAST_DAYS, least, Math.floor(Number(await configOf({ ...context, db: db as Database }, RETENTION_KEY))) || LEAST_DAYS);
  return { days, before: Date.now() - days * DAY_MS };
}

/** A list over a log: newest first, and users cannot write it. */
export const logTable = <C extends AnyCrud>(table: LogTable, log: string, more: Partial<CrudTable<C>> = {}): CrudTable<C> => ({
  table,
  log,
  appendOnly: true,
  removal: 'hard',
  order: [['id', 'desc']],
  ...more,
});

/** A log of the audit trail: `remove` deletes only expired rows, and the rest of the chain still verifies. */
export function chainedLog<C extends AnyCrud>(crud: C, table: ChainName, log: string, more: Partial<CrudTable<C>>): CrudService<C> {
  const service = crudService(crud, logTable<C>(table, log, more));
  return {
    ...service,
    async remove(caller, ids) {
      const permission = `${crud.permission}:remove`;
      await withOperationLog(caller, { title: log, business: 'remove' }, async (tx) => {
        await assertNotLimited(tx, caller, permission);
        const rows = await service.within(tx, caller.currentUser, ids, permission);
        if (rows.length < new Set(ids).size) throw missing(`${log}不存在或已被删除，请刷新后重试`);
        const { days, before } = await expiry(caller.context, tx);
        if (rows.some((row) => Number(row[TIME_OF[table]]) >= before)) throw failed(`${log}须保留${days}天，未到期的记录不能删除`);
        const upTo = Math.max(0, ...rows.map((row) => Number(row['chainSeq'] ?? 0)));
        return { removed: await trimChain(tx, table, before, upTo), before: wireTime(before) };
      });
    },
  };
}

/** Cleaning removes rows of all users, so it requires the scope for all data. */
async function assertNotLimited(tx: Tx, { currentUser }: RequestCaller, permission: string): Promise<void> {
  if ((await scopeOf(tx, currentUser, permission)) !== 'all') throw forbidden('清理日志需要全部数据权限，请联系管理员');
}

/** Removes the rows whose retention time has expired; the message says how many, and why others stay. */
export async function cleanChained(caller: RequestCaller, table: ChainName, title: string, permission: string): Promise<{ msg: string }> {
  const { days, removed } = await withOperationLog(caller, { title, business: 'clean' }, async (tx) => {
    await assertNotLimited(tx, caller, permission);
    const { days, before } = await expiry(caller.context, tx);
    return { days, removed: await trimChain(tx, table, before), before: wireTime(before) };
  });
  return { msg: removed === 0 ? `没有超过${days}天的记录；${title}须保留${days}天，未到期的不能清理` : `已清理${removed}条超过${days}天的记录` };
}

/** The same for a job. The operation log contains the job instead of a user. */
export async function trimByJob(context: AppContext, table: ChainName, days: number): Promise<number> {
  const { before } = await expiry(context, context.db, days);
  return context.db.transaction().execute(async (tx) => {
    const removed = await trimChain(tx, table, before);
    if (removed > 0) {
      const row = { title: '清理日志', businessType: OPERATION_TYPES.clean, method: 'log.purge', operName: 'system', operTime: Date.now() };
      await appendLog(tx, 'operLog', {
        ...row,
        deptId: null,
        userId: null,
        jsonResult: JSON.stringify({ table, removed, before: wireTime(before) }),
      });
    }
    return removed;
  });
}

export const verifyLog = (context: AppContext, table: ChainName): Promise<ChainReport> => verifyChain(context.db, table);

/** Clears the job log, which is not part of the audit trail. An operation log row records who did it. */
export async function cleanLog(caller: RequestCaller, table: 'jobLog', title: string): Promise<void> {
  await withOperationLog(caller, { title, business: 'clean' }, async (tx) => {
    await anyTable(tx).deleteFrom(table).execute();
  });
}

/** Removes job log rows from before a given time, in batches; returns their number. */
export async function purgeLog(db: Database | Tx, table: 'jobLog', before: number): Promise<number> {
  for (let removed = 0; ; ) {
    const old = anyTable(db).selectFrom(table).select('id').where(LOG_TABLES[table], '<', before).limit(AT_ONCE);
    const done = await anyTable(db).deleteFrom(table).where('id', 'in', old).executeTakeFirst();
    removed += Number(done.numDeletedRows);
    if (Number(done.numDeletedRows) < AT_ONCE) return removed;
  }
}
