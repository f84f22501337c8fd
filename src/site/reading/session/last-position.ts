import { type UnsavedText, unsavedText, saveUnsavedText } from '../../../annotations/unsaved-text.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import type { Entered, Opening } from './opening.ts';
import { readingPage } from './reading-page.store.ts';

const RESTS_AFTER_MS = 1_200;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Stores the text at the start of the page once the page has been read, not just turned past. */
export function storeUnsavedText({ card, editionId }: Opening, reader: Reader): void {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const sentences = reader.sentences();
    const [first, second] = [sentences.next(), sentences.next()];
    // The first sentence may start on the previous page.
    const words = second.done || !second.value.text ? first : second;
    // A picture has no text.
    if (!words.done && words.value.text)
      saveUnsavedText(card.publishId, { editionId, documentIndex: words.value.documentIndex, text: words.value.text });
  }, RESTS_AFTER_MS);
}

/**
 * In a corrected edition: goes to the last read text, unless the user has turned the page meanwhile. The search starts
 * after the newer position of another device has arrived or timed out, because the last text is the one at that position.
 */
export async function returnToWords(opening: Opening, reader: Reader, entered: Promise<Entered>): Promise<'by words' | 'by percent' | 'no'> {
  const { card, editionId, words: notified, corrected } = opening;
  // Read it before a page of this edition overwrites it.
  const own = notified ?? unsavedText(card.publishId);
  const { there, stays } = await entered.catch((): Entered => ({ there: null, stays: true }));
  if (there ? there.editionId === editionId : !corrected) return 'no';
  const words = there ? { ...there, text: there.words } : own;
  return stays && words && (await findWords(words, opening, reader)) ? 'by words' : 'by percent';
}

/** Finds a text of an older edition, near its old position and then in the whole book. */
export async function findText(opening: Opening, reader: Reader, documentIndex: number, term: { readonly text: string; readonly cfi?: string }) {
  const { findAnywhere, textOfEdition } = await import('../../../annotations/carry-over.ts');
  return findAnywhere(reader, documentIndex, { ...term, before: '', after: '' }, () => textOfEdition(opening));
}

/** Milliseconds. After a jump the page reports its position once it is painted; a hidden tab paints nothing. */
const PAINT_MS = 250;
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAINT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });

async function findWords(words: UnsavedText, opening: Opening, reader: Reader): Promise<boolean> {
  if (words.text === '' || words.editionId === opening.editionId) return false;
  await painted();
  const before = readingPage.place?.cfi;
  const found = await findText(opening, reader, words.documentIndex, { text: words.text }).catch(() => null);
  if (!found || readingPage.place?.cfi !== before) return false;
  await reader.goTo({ cfi: found.cfi });
  return true;
}
