import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { documentOfQuote, joinParts } from './place-carry.rule.ts';
import { moveTo, nextOutdated, placedOf, textOfEdition } from './placed.queries.ts';

/** Returns the rule that finds a quote in an edition: its document, or null when the edition does not have it. */
export async function placeFinder(db: Database | Tx, editionId: number): Promise<(quote: string, former: number) => number | null> {
  const text = joinParts(await textOfEdition(db, editionId));
  return (quote, former) => documentOfQuote(text, quote, former);
}

/**
 * Carries the items of one textbook to its new edition by their quotes. An item that is not found stays in its chapter as lost, and is found again
 * when a later edition has its paragraph. Returns false when every item belongs to the current edition of its work.
 */
export async function carryNextPlaces({ db }: AppContext): Promise<boolean> {
  const due = await nextOutdated(db);
  if (!due || due.editionId === null) return false;
  const { publishId, editionId } = due;
  const place = await placeFinder(db, editionId);
  await db.transaction().execute(async (tx) => {
    for (const row of await placedOf(tx, publishId)) {
      if (row.editionId === editionId) continue;
      const found = place(row.quote, row.documentIndex);
      await moveTo(tx, row.id, { editionId, documentIndex: found ?? row.documentIndex, lost: found === null ? '1' : '0' });
    }
  });
  return true;
}
