import type { Kysely } from 'kysely';

/** Accounts whose owners asked to close them; `due_at` is the end of the time to change one's mind. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('user_closing')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .execute();
}
