import type { Passage } from '../../contract/annotation/sync.ts';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Located, OldPassage } from '../book-search/locate.ts';
import type { StoredMark } from './annotation-record.ts';
import { isCut } from './cut-passage.ts';

/** The text to find a passage by, and its position in the edition in which it was read. */
type SearchTerm = Pick<Passage, 'text' | 'before' | 'after'> & Partial<Pick<Passage, 'cfi'>>;

interface Finder {
  findPassage(documentIndex: number, quote: SearchTerm & { cut?: boolean }): Promise<{ cfi: string; fit: number } | null>;
}

interface Place {
  readonly documentIndex: number;
  readonly cfi: string;
}

/** The text of the open edition; `trial`: only of its free chapters. */
interface WholeText {
  readonly trial: boolean;
  locate(passages: readonly OldPassage[]): Promise<readonly (Located | null)[]>;
}

/** The open edition, as the reader has it. */
interface OpenEdition {
  readonly card: { readonly publishId: number };
  readonly editionId: number;
  readonly book: PreparedBook;
  readonly limit: number;
}

/** Loads the text of the open edition for `carryOver` and `findAnywhere`. Throws without a network and a copy. */
export const textOfEdition = async ({ card, editionId, book, limit }: OpenEdition): Promise<WholeText> =>
  (await import('../book-search/search-client.ts')).searcherOf(card.publishId, editionId, book, limit);

/** Neighbouring chapters to search in an edition with the same text. */
const NEAR = [0, 1, -1, 2, -2] as const;
/** If at least this share of the context matches, the search stops: a short text may also occur in other chapters. */
const ENOUGH = 0.3;

/**
 * Finds a passage in its chapter or a neighbouring one, where most of its context matches; null if it is in none of
 * them. Throws if one of them could not be loaded and no certain match is in the others.
 */
export async function findNear(finder: Finder, documentIndex: number, passage: SearchTerm): Promise<Place | null> {
  const quote = isCut(passage.text) ? { ...passage, cut: true } : passage;
  let unread: unknown = null;
  let best: { documentIndex: number; cfi: string; fit: number } | null = null;
  for (const step of NEAR) {
    const at = documentIndex + step;
    const found = at < 0 ? null : await finder.findPassage(at, quote).catch((error: unknown) => void (unread ??= error));
    if (found && found.fit > (best?.fit ?? -1)) best = { documentIndex: at, ...found };
    if (best && best.fit >= ENOUGH) break;
  }
  if (unread && !(best && best.fit >= ENOUGH)) throw unread;
  return best && { documentIndex: best.documentIndex, cfi: best.cfi };
}

/** Finds a text without known surroundings, such as the last one read: near its old position, then the nearest one in the whole book. */
export async function findAnywhere(finder: Finder, documentIndex: number, term: SearchTerm, whole: () => Promise<WholeText>): Promise<Place | null> {
  const near = await findNear(finder, documentIndex, term).catch(() => null);
  if (near) return near;
  const [located] = await (await whole()).locate([{ ...term, documentIndex, nearest: true }]);
  return located ? placeOf(finder, located, term) : null;
}

/** Returns the position on the page of a passage of the search text. */
async function placeOf(finder: Finder, located: Located, { text, after }: SearchTerm): Promise<Place | null> {
  const quote = isCut(text) ? { ...located, after, cut: true } : located;
  const found = await finder.findPassage(located.documentIndex, quote);
  return found && { documentIndex: located.documentIndex, cfi: found.cfi };
}

export interface CarriedOver {
  readonly carried: number;
  /** Notes whose text does not exist in the edition any more. */
  readonly lost: readonly string[];
  /** Number of notes that could not be searched. */
  readonly unread: number;
}

/** Notes that are searched for at once; those near the open page are carried first. */
const BATCH = 20;

interface Carrying {
  readonly editionId: number;
  /** Earlier editions with the same text, in which a note stays at its old position. */
  readonly former?: readonly number[] | undefined;
  /** The open document. */
  readonly documentIndex?: number | undefined;
  readonly signal?: AbortSignal;
  whole(): Promise<WholeText>;
  change(clientId: string, to: Pick<StoredMark, 'cfi' | 'documentIndex' | 'editionId'>): void;
}

/**
 * Moves the notes of an older edition to the open one by their quoted text, wherever it is in the book. A note that is not found keeps
 * its text and its old edition, and the lists show this. Notes that could not be searched are tried again next time.
 */
export async function carryOver(marks: readonly StoredMark[], finder: Finder, carrying: Carrying): Promise<CarriedOver> {
  const { editionId, former, documentIndex: open = 0, signal, whole, change } = carrying;
  let carried = 0;
  let unread = 0;
  const lost: string[] = [];
  const settle = async (mark: StoredMark, finding: Promise<Place | null | 'elsewhere'>): Promise<void> => {
    const found = await finding.catch(() => 'unread' as const);
    if (signal?.aborted || found === 'elsewhere') return;
    if (found === 'unread') unread += 1;
    else if (found) {
      change(mark.clientId, { ...found, editionId });
      carried += 1;
    } else lost.push(mark.clientId);
  };
  const older = marks
    .filter((mark) => mark.editionId !== editionId && mark.text !== '')
    .toSorted((one, two) => Math.abs(one.documentIndex - open) - Math.abs(two.documentIndex - open));
  const same = older.filter((mark) => former?.includes(mark.editionId));
  for (const mark of same) await settle(mark, findNear(finder, mark.documentIndex, mark));
  const others = older.filter((mark) => !same.includes(mark));
  for (let at = 0; at < others.length; at += BATCH) {
    if (signal?.aborted) break;
    const some = others.slice(at, at + BATCH);
    const text = await whole().catch(() => null);
    const located = await text?.locate(some.map((mark) => ({ ...mark, cut: isCut(mark.text) }))).catch(() => null);
    for (const [index, mark] of some.entries()) {
      const there = located?.[index];
      if (!text || !located) unread += 1;
      else if (there) await settle(mark, placeOf(finder, there, mark));
      // It may be in a chapter that the user cannot read.
      else await settle(mark, Promise.resolve(text.trial ? 'elsewhere' : null));
    }
  }
  return { carried, lost, unread };
}

const PLACED = { no: '', 'by percent': '，按进度回到上次读到的附近', 'by words': '，已回到上次读到的那一句' } as const;

/** Returns the message about a corrected or rebuilt edition for the reader; empty if there is nothing to report. */
export function correctedWords(placed: 'no' | 'by percent' | 'by words', { carried, lost, unread }: CarriedOver, remade = false): string {
  if (remade) return lost.length > 0 ? `${lost.length} 条笔记没有找到原文，笔记里可查` : '';
  if (placed === 'no' && carried === 0) return '';
  const notes = carried > 0 ? `${carried} 条笔记已跟到新版` : '';
  const gone = lost.length > 0 ? `${lost.length} 条没有找到原文，笔记里可查` : '';
  const later = unread > 0 ? `${unread} 条联网后再找` : '';
  return [`这本书已更新${PLACED[placed]}`, notes, gone, later].filter(Boolean).join('；');
}
