import type { Passage } from '../../contract/annotation/sync.ts';
import type { StoredMark } from './annotation-record.ts';
import { isCut } from './cut-passage.ts';

/** The text to find a passage by, and its position in the edition in which it was read. */
type SearchTerm = Pick<Passage, 'text' | 'before' | 'after'> & Partial<Pick<Passage, 'cfi'>>;

interface Finder {
  findPassage(documentIndex: number, quote: SearchTerm & { cut?: boolean }): Promise<{ cfi: string; fit: number } | null>;
}

/** Neighbouring chapters to search: a corrected edition may have one chapter more or less. */
const NEAR = [0, 1, -1, 2, -2] as const;
/** If at least this share of the context matches, the search stops: a short text may also occur in other chapters. */
const ENOUGH = 0.3;

/**
 * Finds a passage in its chapter or a neighbouring one, where most of its context matches; null if it is in none of
 * them. Throws if one of them could not be loaded and no certain match is in the others.
 */
export async function findNear(finder: Finder, documentIndex: number, passage: SearchTerm): Promise<{ documentIndex: number; cfi: string } | null> {
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

export interface CarriedOver {
  readonly carried: number;
  /** Notes whose text does not exist in the edition any more. */
  readonly lost: readonly string[];
  /** Number of notes that could not be searched. */
  readonly unread: number;
}

/**
 * Moves the notes of an older edition to the open one by their quoted text. A note that is not found keeps
 * its old edition, and the list shows this. Notes that could not be searched are tried again next time.
 */
export async function carryOver(
  marks: readonly StoredMark[],
  editionId: number,
  finder: Finder,
  change: (clientId: string, to: Pick<StoredMark, 'cfi' | 'documentIndex' | 'editionId'>) => void,
): Promise<CarriedOver> {
  let carried = 0;
  let unread = 0;
  const lost: string[] = [];
  for (const mark of marks) {
    if (mark.editionId === editionId || mark.text === '') continue;
    const found = await findNear(finder, mark.documentIndex, mark).catch(() => 'unread' as const);
    if (found === 'unread') unread += 1;
    else if (found) {
      change(mark.clientId, { ...found, editionId });
      carried += 1;
    } else lost.push(mark.clientId);
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
