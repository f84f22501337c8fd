import type { Insertable, Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { BASE, columns, type Columns } from '../db/columns.ts';

/** Tables and their columns from the database schema; reads no rows. */
export async function describedTables(db: Database) {
  return (await db.introspection.getTables()).filter((table) => !table.isView && table.columns.some((column) => column.name === 'id'));
}

export const genTables = (db: Database | Tx) => db.selectFrom('genTable').selectAll().where('delFlag', '=', '0').orderBy('id').execute();
export const genTableById = (db: Database | Tx, id: number) => db.selectFrom('genTable').selectAll().where('id', '=', id).executeTakeFirst();
export const genTableByName = (db: Database | Tx, name: string) =>
  db.selectFrom('genTable').selectAll().where('tableName', '=', name).executeTakeFirst();
export const columnsOfTable = (db: Database | Tx, tableId: number) =>
  db.selectFrom('genTableColumn').selectAll().where('tableId', '=', tableId).orderBy('sort').orderBy('id').execute();

export const addGenTable = async (tx: Tx, row: Insertable<Tables['genTable']>) =>
  (await tx.insertInto('genTable').values(row).returning('id').executeTakeFirstOrThrow()).id;
export const addGenColumns = (tx: Tx, rows: readonly Insertable<Tables['genTableColumn']>[]) =>
  tx.insertInto('genTableColumn').values(rows).execute();

/** Returns the number of rows that had this version. */
export const changeGenTable = async (tx: Tx, id: number, version: number, row: Updateable<Tables['genTable']>) =>
  Number((await tx.updateTable('genTable').set(row).where('id', '=', id).where('version', '=', version).executeTakeFirst()).numUpdatedRows);
export const changeGenColumn = (tx: Tx, id: number, row: Updateable<Tables['genTableColumn']>) =>
  tx.updateTable('genTableColumn').set(row).where('id', '=', id).execute();
export const removeGenColumns = (tx: Tx, ids: readonly number[]) => tx.deleteFrom('genTableColumn').where('id', 'in', ids).execute();
export const removeColumnsOf = (tx: Tx, tableIds: readonly number[]) => tx.deleteFrom('genTableColumn').where('tableId', 'in', tableIds).execute();

export const menuNamesOf = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('menu').select(['id', 'menuName']).where('id', 'in', ids).execute();
export const dictTypesOf = (db: Database | Tx, types: readonly string[]) =>
  db.selectFrom('dictType').select('dictType').where('dictType', 'in', types).where('delFlag', '=', '0').execute();

/** Creates a table with the standard columns of every table. */
export const makeTable = (tx: Tx, engine: Database['engine'], name: string, list: Columns) =>
  columns(tx.schema.createTable(name).addColumn('id', engine.identityType, engine.identity), { ...list, ...BASE }).execute();
