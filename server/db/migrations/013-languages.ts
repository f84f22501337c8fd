import type { Kysely } from 'kysely';

interface Tables {
  publication: { language: string };
  dictData: { dictType: string; dictValue: string };
}

/** A book had the language tag of its file; readers filter by dictionary entries. */
export async function up(db: Kysely<never>): Promise<void> {
  const context = db as unknown as Kysely<Tables>;
  const found = await context.selectFrom('dictData').select('dictValue').where('dictType', '=', 'publish_publication_language').execute();
  const entries = found.map(({ dictValue }) => dictValue);
  const tags = await context.selectFrom('publication').select('language').distinct().execute();
  for (const { language } of tags) {
    if (entries.includes(language)) continue;
    const first = language.toLowerCase().split(/[-_]/)[0] ?? '';
    const entry = first === '' ? 'zh' : entries.includes(first) ? first : 'other';
    await context.updateTable('publication').set({ language: entry }).where('language', '=', language).execute();
  }
}
