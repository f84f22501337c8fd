import type { AppContext } from '../context.ts';
import { documentOfQuote, joinParts } from './place-carry.rule.ts';
import { moveTo, nextOutdated, placedOf, textOfEdition } from './placed.queries.ts';

/**
 * Carries the items of one textbook to its new edition by their quotes. An item that is not found stays in its chapter as lost, and is found again
 * when a later edition has its paragraph. Returns false when every item belongs to the current edition of its work.
 */
export async function carryNextPlaces({ db }: AppContext): Promise<boolean> {
  const due = await nextOutdated(db);
  if (!due || due.editionId === null) return false;
  const { publishId, editionId } = due;
  const text = joinParts(await textOfEdition(db, editionId));
  await db.transaction().execute(async (tx) => {
    for (const row of await placedOf(tx, publishId)) {
      if (row.editionId === editionId) continue;
      const found = documentOfQuote(text, row.quote, row.documentIndex);
      await moveTo(tx, row.id, { editionId, documentIndex: found ?? row.documentIndex, lost: found === null ? '1' : '0' });
    }
  });
  return true;
}
