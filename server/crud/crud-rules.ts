import type { AnyCrud } from '../../contract/crud.ts';
import type { Tx } from '../db/database.ts';
import { failed, warning } from '../http/app-error.ts';
import { columnOf } from './crud-columns.ts';
import { anyTable } from '../db/any-table.ts';
import type { CrudTable, Query, Row, Write } from './crud-table.ts';

/** Throws for a value that another live row has: `新增岗位'编辑'失败，岗位名称已存在`. */
export async function assertOnlyOnce(tx: Tx, crud: AnyCrud, table: CrudTable<AnyCrud>, { draft, before }: Write<AnyCrud>): Promise<void> {
  for (const [field, words] of Object.entries(table.unique ?? {})) {
    const value: unknown = draft[field];
    if (value === '' || value === null || value === undefined) continue;
    let query: Query = anyTable(tx)
      .selectFrom(table.table)
      .select('id')
      .where(columnOf(table, crud, field), '=', value);
    for (const other of table.within ?? []) query = query.where(columnOf(table, crud, other), '=', draft[other]);
    if (!table.appendOnly) query = query.where('delFlag', '=', '0');
    if (before) query = query.where('id', '<>', before.id);
    if (await query.executeTakeFirst()) throw failed(`${before ? '修改' : '新增'}${crud.name}${named(draft[crud.title])}失败，${words}`);
  }
}

/** Throws for a new value that its dictionary does not have, or no longer offers; a dictionary that this installation lacks is not asked. */
export async function assertKnownEntries(tx: Tx, crud: AnyCrud, table: CrudTable<AnyCrud>, { draft, before }: Write<AnyCrud>): Promise<void> {
  for (const [field, { dict, extensible, label }] of Object.entries(crud.meta)) {
    const value: unknown = draft[field];
    if (!extensible || !dict || !value || (before && before[columnOf(table, crud, field)] === value)) continue;
    const entries = await tx.selectFrom('dictData').select(['dictValue', 'status']).where('dictType', '=', dict).execute();
    if (entries.length > 0 && !entries.some((one) => one.dictValue === value && one.status === '0'))
      throw failed(`${label}没有这一项，或已停用，请从列表中重新选择`);
  }
}

/** A title from another table is not available here. */
const named = (title: unknown): string => (title === undefined || title === null ? '' : `'${String(title)}'`);

/** Throws when other rows refer to the rows to be removed. */
export async function assertUnused(tx: Tx, table: CrudTable<AnyCrud>, rows: readonly Row[]): Promise<void> {
  for (const { table: other, column, error } of table.usedBy ?? []) {
    for (const row of rows) {
      const used = await anyTable(tx).selectFrom(other).select(column).where(column, '=', row.id).limit(1).executeTakeFirst();
      if (used) throw error?.(row) ?? warning('该数据已被引用，不能删除');
    }
  }
}
