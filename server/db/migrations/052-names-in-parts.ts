import { sql, type Kysely } from 'kysely';
import { nameParts } from '../../../contract/periodical/person-name.ts';

interface Author {
  readonly name: string;
  readonly family?: string;
}

/** Authors of submissions get the family and the given part of their name. */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: number; authors: string }>`select id, authors from journal_submission`.execute(db);
  for (const { id, authors } of rows) {
    const list = JSON.parse(authors || '[]') as Author[];
    if (list.length === 0) continue;
    const named = list.map((author) => {
      const { family, given } = nameParts(author.name);
      return { ...author, family: author.family ?? family, given: author.family === undefined ? given : '' };
    });
    await sql`update journal_submission set authors = ${JSON.stringify(named)} where id = ${id}`.execute(db);
  }
}
