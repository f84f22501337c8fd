import { sql, type Kysely } from 'kysely';

/** A search for a whole title finds it among any number of works. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index publication_title on publication (lower(title))`.execute(db);
}
