import type { Database } from '../db/database.ts';
import { charactersAround, isSuperseded, textsOf } from './progress.queries.ts';

const LENGTH = 40;
/** A line shorter than this stands in many places. */
const LEAST = 8;
const BLANK = /\s/;

/**
 * The words at a place of an edition that is no longer the one readers get: by them it is found in the new one.
 * `percent` is in hundredths. Empty where the edition is current, or the place is among pictures.
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

/** From the `wanted`-th character that is read on, within its line; the next line where too little of it is left. */
export function lineAt(text: string, wanted: number): string {
  let at = 0;
  for (let read = 0; at < text.length && read < wanted; at++) if (!BLANK.test(text[at] ?? '')) read++;
  for (const line of text.slice(at).split(/[\n\v]/)) if (line.trim().length >= LEAST) return line.trim().slice(0, LENGTH).toWellFormed();
  return '';
}
