import type { Passage } from '../../contract/annotation/sync.ts';
import type { KeptMark } from './kept.ts';

interface Finder {
  findPassage(documentIndex: number, quote: Pick<Passage, 'text' | 'before' | 'after'>): Promise<string | null>;
}

/** Chapters on either side that are looked through: a corrected edition may have one more or less. */
const NEAR = [0, 1, -1, 2, -2] as const;

/** A passage in the chapter it stood in, or in one beside; null where it is in none of them. Throws where one of them did not come. */
export async function findNear(
  finder: Finder,
  documentIndex: number,
  quote: Pick<Passage, 'text' | 'before' | 'after'>,
): Promise<{ documentIndex: number; cfi: string } | null> {
  let unread: unknown = null;
  for (const step of NEAR) {
    const at = documentIndex + step;
    const cfi = at < 0 ? null : await finder.findPassage(at, quote).catch((error: unknown) => void (unread ??= error));
    if (cfi) return { documentIndex: at, cfi };
  }
  if (unread) throw unread;
  return null;
}

/**
 * Carries the notes of an older edition to the one that is open, by the words they quote. What is not found keeps
 * its old edition, and its list says so; what could not be looked for is neither, and is looked for next time.
 */
export async function carryOver(
  marks: readonly KeptMark[],
  editionId: number,
  finder: Finder,
  change: (clientId: string, to: Pick<KeptMark, 'cfi' | 'documentIndex' | 'editionId'>) => void,
): Promise<{ carried: number; lost: number }> {
  let carried = 0;
  let lost = 0;
  for (const mark of marks) {
    if (mark.editionId === editionId || mark.text === '') continue;
    const found = await findNear(finder, mark.documentIndex, mark).catch(() => 'unread' as const);
    if (found === 'unread') continue;
    if (found) change(mark.clientId, { ...found, editionId });
    if (found) carried += 1;
    else lost += 1;
  }
  return { carried, lost };
}

const PLACED = { no: '', 'by percent': '，按进度回到上次读到的附近', 'by words': '，已回到上次读到的那一句' } as const;

/** What a reader is told of a corrected edition, or of one made again of the same file; empty where there is nothing to tell. */
export function correctedWords(
  placed: 'no' | 'by percent' | 'by words',
  { carried, lost }: { carried: number; lost: number },
  remade = false,
): string {
  if (remade) return lost > 0 ? `${lost} 条笔记没有找到原文，笔记里可查` : '';
  if (placed === 'no' && carried === 0) return '';
  const notes = carried > 0 ? `${carried} 条笔记已跟到新版` : '';
  const gone = lost > 0 ? `${lost} 条没有找到原文，笔记里可查` : '';
  return [`这本书已更新${PLACED[placed]}`, notes, gone].filter(Boolean).join('；');
}
