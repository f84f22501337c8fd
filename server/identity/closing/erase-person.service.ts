import { sql } from 'kysely';
import { anyTable } from '../../db/any-table.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';
import { personalTables } from '../../db/records/personal-table.ts';

/** Columns that name who wrote a row, by user name. Chained logs must not change; `lease_by` is a server process. */
const NAME_COLUMN = /_by$/;
const NO_NAME = new Set(['lease_by']);
const UNCHANGED = new Set(['oper_log', 'login_log']);

/** The user name that remains of a closed account. */
export const closedName = (userId: number): string => `closed-${userId}`;

/**
 * Deletes or anonymises everything of a person by the personal tables of the areas, and replaces the user name wherever a row says who wrote it. Returns
 * the key of the avatar file, to be removed after the commit; null without one.
 */
export async function erasePerson(tx: Tx, userId: number): Promise<string | null> {
  const { userName, avatar } = await tx.selectFrom('user').select(['userName', 'avatar']).where('id', '=', userId).executeTakeFirstOrThrow();
  for (const entry of personalTables()) {
    if (entry.fate === 'keep' || entry.person === null) continue;
    if (entry.fate === 'erase') await anyTable(tx).deleteFrom(entry.table).where(entry.person, '=', userId).execute();
    else await anyTable(tx).updateTable(entry.table).set(entry.set).where(entry.person, '=', userId).execute();
  }
  await tx
    .updateTable('user')
    .set({ userName: closedName(userId), updateTime: Date.now() })
    .where('id', '=', userId)
    .execute();
  await renameWriter(tx, userName, closedName(userId));
  return avatar.startsWith('/avatars/') ? avatar.slice(1) : null;
}

async function renameWriter(tx: Tx, from: string, to: string): Promise<void> {
  for (const { name, columns } of await tx.introspection.getTables()) {
    if (UNCHANGED.has(name)) continue;
    for (const column of columns)
      if (NAME_COLUMN.test(column.name) && !NO_NAME.has(column.name) && /text|char/i.test(column.dataType))
        await sql`update ${sql.table(name)} set ${sql.ref(column.name)} = ${to} where ${sql.ref(column.name)} = ${from}`.execute(tx);
  }
}

/** Erases one person and the avatar file. */
export async function eraseWithFiles(context: AppContext, userId: number): Promise<void> {
  const avatar = await context.db.transaction().execute((tx) => erasePerson(tx, userId));
  if (avatar) await context.files.remove(avatar);
}

/** Whether a user was erased already. */
export async function isErased(db: Database | Tx, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user').select(['userName', 'delFlag']).where('id', '=', userId).executeTakeFirst();
  return row === undefined || (row.delFlag === '2' && row.userName === closedName(userId));
}
