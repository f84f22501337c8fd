import { sql, type Kysely } from 'kysely';

/** Passage search joins texts to works by edition: without this index each match scans every work. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index publication_edition on publication (edition_id)`.execute(db);
}
