import type { z } from 'zod';
import type { AnyCrud } from '../../contract/crud.ts';
import { GEN_AREAS, type genTable, type GenColumn, type saveGenTable } from '../../contract/tool/gen-table.ts';
import type { CrudTable } from '../crud/crud-table.ts';
import type { RequestCaller, CrudService } from '../crud/crud-service.ts';
import type { AppContext } from '../context.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { conflict, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { readCreateTable } from './create-table.ts';
import { checkColumns } from './gen-column-rules.ts';
import { camel, guessColumn, pascal, type FoundColumn } from './gen-guess.ts';
import { tableColumns } from './new-table.ts';
import * as ask from './gen-table.queries.ts';

export const LOG = '代码生成';
/** Internal tables and tables with user secrets: no pages are generated for them. */
const KEPT_OUT = new Set(
  'user user_role role role_menu role_dept user_post session config cache_entry account login_log oper_log planted sequence file recycle_item gen_table gen_table_column entitlement'.split(
    ' ',
  ),
);

interface Options {
  readonly treeCode?: string;
  readonly treeParentCode?: string;
  readonly treeName?: string;
  readonly parentMenuId?: number | null;
}
export const optionsOf = (text: string): Options => JSON.parse(text || '{}') as Options;

export const genTableTable: CrudTable<typeof genTable> = {
  table: 'genTable',
  log: LOG,
  removal: 'hard',
  async show(db, rows) {
    const options = rows.map((row) => optionsOf(String(row['options'])));
    const menus = options.flatMap((one) => (one.parentMenuId ? [one.parentMenuId] : []));
    const names = new Map(menus.length === 0 ? [] : (await ask.menuNamesOf(db, menus)).map((row) => [row.id, row.menuName]));
    return options.map(({ treeCode = '', treeParentCode = '', treeName = '', parentMenuId = null }) => ({
      treeCode,
      treeParentCode,
      treeName,
      parentMenuId,
      parentMenuName: names.get(parentMenuId ?? 0) ?? '',
    }));
  },
  async beforeRemove(tx, rows) {
    await ask.removeColumnsOf(
      tx,
      rows.map((row) => row.id),
    );
  },
};

/** Tables that can be imported and are not yet; `comment` is the name of their rows in the application. */
async function freeTables(context: AppContext, resources: ReadonlyMap<string, AnyCrud>) {
  const taken = new Set((await ask.genTables(context.db)).map((row) => row.tableName));
  return (await ask.describedTables(context.db))
    .filter(({ name }) => !KEPT_OUT.has(name) && !taken.has(name))
    .map((table) => ({ ...table, comment: resources.get(camel(table.name))?.name ?? '' }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

interface AskedTables {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly tableName?: string | undefined;
  readonly tableComment?: string | undefined;
}

export async function dbTables(context: AppContext, resources: ReadonlyMap<string, AnyCrud>, asked: AskedTables) {
  const fits = (text: string, part: string | undefined): boolean => text.toLowerCase().includes((part ?? '').toLowerCase());
  const found = (await freeTables(context, resources)).filter((one) => fits(one.name, asked.tableName) && fits(one.comment, asked.tableComment));
  const from = offsetOf(asked, found.length);
  return {
    total: found.length,
    rows: found
      .slice(from, from + asked.pageSize)
      .map(({ name, comment }) => ({ tableName: name, tableComment: comment, createTime: '', updateTime: '' })),
  };
}

/** Imports tables: adds a row for each, and guessed settings for each of their columns. */
export async function takeIn(caller: RequestCaller, resources: ReadonlyMap<string, AnyCrud>, names: readonly string[]): Promise<void> {
  const free = new Map((await freeTables(caller.context, resources)).map((table) => [table.name, table]));
  const lacking = names.find((name) => !free.has(name));
  if (lacking) throw failed(`表「${lacking}」不存在、已经导入或不能导入，请刷新后重试`);
  await loggedWrite(
    caller,
    LOG,
    'import',
  )(async (tx) => {
    for (const name of new Set(names)) {
      const table = free.get(name);
      if (!table) continue;
      const float = table.columns.find((one) => /real|double|float/i.test(one.dataType));
      if (float) throw failed(`表「${name}」的字段「${float.name}」是浮点数，小数会算不准；请改成整数（金额以分为单位）或文字后再导入`);
      const crud = resources.get(camel(name));
      await keep(tx, caller.currentUser, { name, comment: crud?.name ?? name, area: crud?.path.split('/')[1] ?? '' }, foundIn(table), crud);
    }
  });
}

type Described = Awaited<ReturnType<typeof ask.describedTables>>[number];
const foundIn = (table: Described): FoundColumn[] =>
  table.columns.map((one) => {
    const type = one.dataType.toLowerCase();
    return {
      name: one.name,
      type,
      kind: /numeric|decimal/.test(type) ? 'decimal' : /int|serial/.test(type) ? 'number' : 'text',
      notNull: !one.isNullable,
      hasDefault: one.hasDefaultValue || one.isAutoIncrementing,
      comment: '',
    };
  });

async function keep(
  tx: Tx,
  currentUser: CurrentUser,
  table: { name: string; comment: string; area: string },
  columns: readonly FoundColumn[],
  crud?: AnyCrud,
): Promise<void> {
  const now = Date.now();
  const base = { createBy: currentUser.userName, createTime: now, updateBy: currentUser.userName, updateTime: now };
  const tableId = await ask.addGenTable(tx, {
    tableName: table.name,
    tableComment: table.comment,
    className: pascal(table.name),
    tplCategory: 'crud',
    moduleName: GEN_AREAS.find((area) => area === table.area) ?? 'system',
    businessName: camel(table.name),
    functionName: table.comment,
    functionAuthor: currentUser.userName,
    formColNum: 1,
    ...base,
  });
  const rows = columns.map((one, at) => ({ tableId, ...guessColumn(one, at + 1, crud?.meta[camel(one.name)]), ...base }));
  await ask.addGenColumns(tx, rows);
}

/** Creates the table that a statement describes, and imports it. Only for the super administrator role. */
export async function makeTable(caller: RequestCaller, sql: string): Promise<void> {
  if (!caller.currentUser.roles.has('admin')) throw forbidden();
  const table = readCreateTable(sql);
  const { db } = caller.context;
  if ((await db.introspection.getTables()).some((one) => one.name === table.name)) throw failed(`表「${table.name}」已经存在`);
  const { list, found } = tableColumns(table);
  await loggedWrite(
    caller,
    LOG,
    'add',
  )(async (tx) => {
    await ask.makeTable(tx, db.engine, table.name, list);
    await keep(tx, caller.currentUser, { name: table.name, comment: table.comment || table.name, area: '' }, found);
  });
}

/** Returns the settings of a table, its columns, and all imported tables, which may become its sub-table. */
export async function readGenTable(context: AppContext, currentUser: CurrentUser, service: CrudService<typeof genTable>, tableId: number) {
  const tables = await service.all(context, currentUser, {});
  const info = tables.find((one) => one.tableId === tableId);
  if (!info) throw missing('生成配置不存在或已被删除，请刷新后重试');
  return { info, rows: await wireColumns(context, tableId), tables };
}

export async function wireColumns(context: AppContext, tableId: number): Promise<GenColumn[]> {
  return (await ask.columnsOfTable(context.db, tableId)).map(({ id, ...one }) => ({ columnId: id, ...one }) as GenColumn);
}

type Saved = z.output<(typeof saveGenTable)['body']>;

export async function saveTable(caller: RequestCaller, { columns, params, tableId, version, ...info }: Saved): Promise<void> {
  await loggedWrite(
    caller,
    LOG,
    'edit',
  )(async (tx) => {
    const before = await ask.genTableById(tx, tableId);
    if (!before) throw missing('生成配置不存在或已被删除，请刷新后重试');
    const known = new Map((await ask.columnsOfTable(tx, tableId)).map((row) => [row.id, row]));
    if (columns.length !== known.size || columns.some((one) => !known.has(one.columnId))) throw conflict();
    const names = new Set([...known.values()].map((row) => row.columnName));
    if (info.tplCategory === 'tree') {
      if (!params?.treeCode) throw failed('树编码字段不能为空');
      if (!params.treeParentCode) throw failed('树父编码字段不能为空');
      if (!params.treeName) throw failed('树名称字段不能为空');
      const lacking = [params.treeCode, params.treeParentCode, params.treeName].find((name) => !names.has(name));
      if (lacking) throw failed(`没有字段「${lacking}」，请重新选择`);
      if (params.treeCode !== 'id') throw failed('树编码字段须是主键 id');
    }
    if (info.tplCategory === 'sub') await rejectSub(tx, before.tableName, info.subTableName, info.subTableFkName);
    checkColumns(columns, known);
    const dicts = [...new Set(columns.map((one) => one.dictType).filter(Boolean))];
    const found = new Set(dicts.length === 0 ? [] : (await ask.dictTypesOf(tx, dicts)).map((row) => row.dictType));
    const strange = dicts.find((type) => !found.has(type));
    if (strange) throw failed(`字典类型「${strange}」不存在，请先在字典管理里新增`);
    const options: Options = {
      treeCode: params?.treeCode ?? '',
      treeParentCode: params?.treeParentCode ?? '',
      treeName: params?.treeName ?? '',
      parentMenuId: params?.parentMenuId ?? null,
    };
    const stamps = { updateBy: caller.currentUser.userName, updateTime: Date.now() };
    const values = { ...info, ...stamps, options: JSON.stringify(options), version: before.version + 1 };
    if ((await ask.changeGenTable(tx, tableId, version ?? before.version, values)) === 0) throw conflict();
    for (const one of columns) {
      const { columnComment, javaField, isRequired, isInsert, isEdit, isList, isQuery, queryType, htmlType, dictType } = one;
      const flags = {
        isRequired: isRequired ?? '0',
        isInsert: isInsert ?? '0',
        isEdit: isEdit ?? '0',
        isList: isList ?? '0',
        isQuery: isQuery ?? '0',
      };
      await ask.changeGenColumn(tx, one.columnId, { columnComment, javaField, ...flags, queryType, htmlType, dictType, ...stamps });
    }
  });
}

async function rejectSub(tx: Tx, own: string, name: string, by: string): Promise<void> {
  if (!name) throw failed('关联子表的表名不能为空');
  if (!by) throw failed('关联子表的外键名不能为空');
  if (name === own) throw failed('子表不能是自己');
  const sub = await ask.genTableByName(tx, name);
  if (!sub) throw failed(`子表「${name}」还没有导入，请先导入`);
  if (!(await ask.columnsOfTable(tx, sub.id)).some((one) => one.columnName === by)) throw failed(`子表「${name}」没有字段「${by}」，请重新选择`);
}

/** Updates the columns from the database. Settings of columns that still exist are kept. */
export async function syncColumns(caller: RequestCaller, resources: ReadonlyMap<string, AnyCrud>, tableName: string): Promise<void> {
  const described = (await ask.describedTables(caller.context.db)).find((one) => one.name === tableName);
  if (!described) throw failed(`同步数据失败，原表「${tableName}」结构不存在`);
  await loggedWrite(
    caller,
    LOG,
    'edit',
  )(async (tx) => {
    const table = await ask.genTableByName(tx, tableName);
    if (!table) throw missing('生成配置不存在或已被删除，请刷新后重试');
    const kept = await ask.columnsOfTable(tx, table.id);
    const now = foundIn(described);
    const gone = kept.filter((row) => !now.some((one) => one.name === row.columnName)).map((row) => row.id);
    const fresh = now.filter((one) => !kept.some((row) => row.columnName === one.name));
    if (gone.length > 0) await ask.removeGenColumns(tx, gone);
    const stamps = { createBy: caller.currentUser.userName, createTime: Date.now(), updateBy: caller.currentUser.userName, updateTime: Date.now() };
    const meta = resources.get(camel(tableName))?.meta;
    const rows = fresh.map((one, at) => ({ tableId: table.id, ...guessColumn(one, kept.length + at + 1, meta?.[camel(one.name)]), ...stamps }));
    if (rows.length > 0) await ask.addGenColumns(tx, rows);
  });
}
