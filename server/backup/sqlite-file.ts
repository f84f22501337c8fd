import { DatabaseSync } from 'node:sqlite';
import { BackupError } from './backup-manifest.ts';

/** Opens a database file as a start would, checks it completely, and counts its rows. Throws `BackupError` when it is damaged. */
export function checkDatabase(path: string): { migration: string; tables: number; rows: number } {
  const db = new DatabaseSync(path);
  try {
    const faults = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
    if (faults.length !== 1 || faults[0]?.integrity_check !== 'ok')
      throw new BackupError(`数据库已损坏：${faults[0]?.integrity_check ?? '无法检查'}`);
    if (db.prepare('pragma foreign_key_check').all().length > 0) throw new BackupError('数据库已损坏：有记录指向不存在的记录');
    const { name } = db.prepare('select name from kysely_migration order by name desc limit 1').get() as { name: string };
    const tables = db.prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").all() as { name: string }[];
    let rows = 0;
    for (const table of tables)
      rows += Number((db.prepare(`select count(*) as n from "${table.name.replaceAll('"', '""')}"`).get() as { n: number }).n);
    return { migration: name, tables: tables.length, rows };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`数据库无法打开：${(error as Error).message}`);
  } finally {
    db.close();
  }
}
