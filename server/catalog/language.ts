import type { Tx } from '../db/database.ts';

const DICTIONARY = 'publish_publication_language';
const OWN = 'zh';
const OTHER = 'other';

/** Returns the dictionary entry for a language tag (`zh-CN`, `en_US`), by which readers filter: the tag itself, its prefix, or 其他. */
export async function languageEntry(tx: Tx, tag: string): Promise<string> {
  const asked = tag.trim().toLowerCase().replaceAll('_', '-');
  if (asked === '') return OWN;
  const rows = await tx.selectFrom('dictData').select('dictValue').where('dictType', '=', DICTIONARY).execute();
  const entryOf = (name: string | undefined) => rows.find(({ dictValue }) => dictValue.toLowerCase() === name)?.dictValue;
  return entryOf(asked) ?? entryOf(asked.split('-')[0]) ?? OTHER;
}
