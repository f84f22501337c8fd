import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../dialects/engine.ts';

interface Applied {
  readonly kyselyMigration: { name: string };
  readonly migrationHash: { name: string; hash: string };
}

/** The hash of what a migration does: comments and spaces do not count. */
export const hashOf = (source: string): string =>
  createHash('sha256')
    .update(
      source
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/\s+/g, ''),
    )
    .digest('hex');

/**
 * Stores the hash of each applied migration once, and returns the names of those whose file is another now: this database was made
 * by the former file. The table belongs to the migrator, like `kysely_migration`.
 */
export async function editedMigrations(database: Database & { readonly engine: Engine }, hashes: ReadonlyMap<string, string>): Promise<string[]> {
  const db = database as Kysely<Applied>;
  await db.schema
    .createTable('migrationHash')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  const applied = await db
    .selectFrom('kyselyMigration')
    .leftJoin('migrationHash', 'migrationHash.name', 'kyselyMigration.name')
    .select(['kyselyMigration.name', 'migrationHash.hash'])
    .orderBy('kyselyMigration.name')
    .execute();
  const fresh = applied.flatMap(({ name, hash }) => (hash === null ? [{ name, hash: hashes.get(name) ?? '' }] : []));
  if (fresh.length > 0) await db.insertInto('migrationHash').values(fresh).execute();
  return applied.filter(({ name, hash }) => hash !== null && hash !== hashes.get(name)).map(({ name }) => name);
}

/** The warning for the operator; empty without edited migrations. */
export const editedWarning = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `  警告：数据库建立之后，迁移 ${names.join('、')} 又改过，数据库可能与程序不一致。\n  已发布的迁移不要再改，改动请另写一个迁移；开发用的数据库可以用 npm run dev:reset 清空重建。\n`;
