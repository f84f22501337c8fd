import type { Kysely } from 'kysely';
import { simplified, wordsOf } from '../../search/tokenizer.ts';
import type { Engine } from '../dialects/engine.ts';

const FIELDS = ['title', 'subtitle', 'authorsText', 'translator', 'tags', 'brief', 'intro'] as const;
interface Tables {
  publication: Record<(typeof FIELDS)[number], string> & { id: number; delFlag: string };
  bookText: { id: number; text: string };
}

const AT_ONCE = 200;

/** Index words were stored as printed; now in simplified characters. Only rows with other characters are indexed again. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const context = db as unknown as Kysely<Tables>;
  const keep = async (name: string, id: number, text: string): Promise<void> => {
    if (simplified(text) !== text) await engine.putWords(db, name, id, wordsOf(text).join(' '));
  };
  const works = context
    .selectFrom('publication')
    .select(['id', ...FIELDS])
    .where('delFlag', '=', '0')
    .orderBy('id')
    .limit(AT_ONCE);
  for (let some = await works.execute(); some.length > 0; some = await works.where('id', '>', some.at(-1)?.id ?? 0).execute())
    for (const work of some) await keep('publication_words', work.id, FIELDS.map((field) => work[field].replace(/<[^<>]*>/g, ' ')).join('\n'));
  const texts = context.selectFrom('bookText').select(['id', 'text']).orderBy('id').limit(AT_ONCE);
  for (let some = await texts.execute(); some.length > 0; some = await texts.where('id', '>', some.at(-1)?.id ?? 0).execute())
    for (const { id, text } of some) await keep('book_text_words', id, text);
}
