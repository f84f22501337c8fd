import type { Database } from '../db/database.ts';
import { charactersAround, isSuperseded, textsOf } from './progress.queries.ts';

const LENGTH = 40;
/** A shorter line occurs in many positions. */
const LEAST = 8;
const BLANK = /\s/;

/**
 * Returns the text at a position of a superseded edition, to find the same position in the current one.
 * `percent` is in hundredths. Empty when the edition is current, or when the position is among pictures.
 */
export async function wordsAt(
  db: Database,
  place: { publicationId: number; editionId: number; documentIndex: number; percent: number },
): Promise<string> {
  const { publicationId, editionId, documentIndex, percent } = place;
  if (!(await isSuperseded(db, publicationId, editionId))) return '';
  const { before, all } = await charactersAround(db, editionId, documentIndex);
  const text = (await textsOf(db, editionId, documentIndex)).join('\n');
  return lineAt(text, (percent / 10_000) * all - before);
}

/** Returns the rest of the line from the `wanted`-th non-blank character; the next line when the rest is too short. */
export function lineAt(text: string, wanted: number): string {
  let at = 0;
  for (let read = 0; at < text.length && read < wanted; at++) if (!BLANK.test(text[at] ?? '')) read++;
  for (const line of text.slice(at).split(/[\n\v]/)) if (line.trim().length >= LEAST) return line.trim().slice(0, LENGTH).toWellFormed();
  return '';
}
