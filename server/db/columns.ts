import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Engine } from './dialects/engine.ts';

export type Columns = Record<string, 'text' | 'text?' | 'number' | 'number?' | 'zero' | 'empty' | `=${string}`>;

/** The columns of every row. Times are epoch milliseconds. */
export const BASE: Columns = {
  createBy: 'empty',
  createTime: 'number',
  updateBy: 'empty',
  updateTime: 'number',
  remark: 'empty',
  delFlag: '=0',
  version: 'zero',
};

/**
 * Adds columns by type name: `text` and `number` are required, `?` allows null, `empty` and `zero` set that default, `=x` sets the default
 * text x.
 */
export function columns(builder: CreateTableBuilder<string>, list: Columns): CreateTableBuilder<string> {
  let made = builder;
  for (const [name, kind] of Object.entries(list)) {
    made = made.addColumn(name, typeOf(kind), (column) => {
      if (kind.endsWith('?')) return column;
      if (kind === 'zero') return column.notNull().defaultTo(0);
      if (kind === 'empty') return column.notNull().defaultTo('');
      return kind.startsWith('=') ? column.notNull().defaultTo(kind.slice(1)) : column.notNull();
    });
  }
  return made;
}

const typeOf = (kind: string): 'bigint' | 'text' => (kind === 'number' || kind === 'number?' || kind === 'zero' ? 'bigint' : 'text');

/** Returns the operations for migrations, over one connection. */
export function tables(db: Kysely<never>, engine: Engine) {
  return {
    create: (name: string, list: Columns) =>
      columns(db.schema.createTable(name).addColumn('id', engine.identityType, engine.identity), list).execute(),
    /** A table with a composite primary key. */
    link: (name: string, list: Columns, key: readonly string[]) =>
      columns(db.schema.createTable(name), list)
        .addPrimaryKeyConstraint(`${name}Pk`, key as never)
        .execute(),
    /** Adds columns; a required column needs a default. */
    async extend(name: string, list: Columns) {
      for (const [column, kind] of Object.entries(list)) {
        await db.schema
          .alterTable(name)
          .addColumn(column, typeOf(kind), (builder) => {
            if (kind.endsWith('?')) return builder;
            return builder.notNull().defaultTo(kind === 'zero' ? 0 : kind.startsWith('=') ? kind.slice(1) : '');
          })
          .execute();
      }
    },
    index: (name: string, on: string, list: string[]) => db.schema.createIndex(name).on(on).columns(list).execute(),
    unique: (name: string, on: string, list: string[]) => db.schema.createIndex(name).unique().on(on).columns(list).execute(),
    /** A unique index over rows that are not in the recycle bin; names are in snake_case. */
    uniqueLive: (name: string, on: string, list: string, where = '') =>
      sql`create unique index ${sql.raw(name)} on ${sql.table(on)} (${sql.raw(list)}) where del_flag = '0'${sql.raw(where ? ` and ${where}` : '')}`.execute(
        db,
      ),
  };
}
