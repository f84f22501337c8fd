import { openAnnotations } from '../../annotations/annotations.store.ts';
import { marksIn } from '../../annotations/marks.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import type { Quote } from '../../reader-engine/quote.ts';
import { toast } from '../frame/dialogs.ts';
import { markFound } from './found-mark.ts';
import { findText } from './session/last-position.ts';
import type { Opening } from './session/opening.ts';

const quoteIn = (state: unknown): Quote | null => (typeof state === 'object' && state !== null && 'text' in state ? (state as Quote) : null);

interface Here {
  readonly reader: Reader;
  /** Whether the user has not turned the page since. */
  stays(): boolean;
  /** Called before a page change that is not a page turn by the user. */
  looksAt(): void;
}

/**
 * Shows the passage that an address leads to: the sentence found on the previous page (`led`), or the passage in the address
 * itself. In a corrected edition it is searched for by its beginning, and the user gets a message.
 */
export async function showSearchHit(opening: Opening, led: unknown, { reader, stays, looksAt }: Here): Promise<void> {
  const { card, start, passage, remade } = opening;
  if (!('documentIndex' in start)) return 'cfi' in start ? markUnlessOwn(card.publishId, start.cfi, reader) : undefined;
  const { documentIndex } = start;
  const quote = quoteIn(led);
  let cfi: string | null = null;
  if (quote) cfi = (await reader.findPassage(documentIndex, quote).catch(() => null))?.cfi ?? null;
  else if (passage) cfi = (await findText(opening, reader, documentIndex, { text: passage.begins, cfi: passage.at }).catch(() => null))?.cfi ?? null;
  if (!stays()) return;
  if (passage && !(remade && cfi)) void toast(cfi ? '这本书已更新，已找到这一段' : '这本书已更新，没有找到这一段，已打开它原来所在的一章');
  if (!cfi) return;
  looksAt();
  await reader.goTo({ cfi });
  await markUnlessOwn(card.publishId, cfi, reader);
}

/** The user's own mark is there already. */
async function markUnlessOwn(publishId: number, cfi: string, reader: Reader): Promise<void> {
  await openAnnotations().catch(() => undefined);
  if (!marksIn(publishId).some((mark) => mark.cfi === cfi)) markFound(reader, cfi);
}
