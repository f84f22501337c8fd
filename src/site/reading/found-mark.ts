import { subscribe } from 'valtio/vanilla';
import type { Reader } from '../../reader-engine/open-book.ts';
import { readingPage } from './session/reading-page.store.ts';

const LAYER = 'search';
let stop: (() => void) | null = null;

/** Marks the search match on the shown page until the user moves on. */
export function markFound(reader: Reader, cfi: string): void {
  stop?.();
  reader.setMarks(LAYER, [{ id: 'found', cfi, style: 'search' }]);
  let page: string | null = null;
  const end = subscribe(readingPage, () => {
    const { place, sheet } = readingPage;
    if (!place || sheet === 'search') return;
    const now = `${place.documentIndex}/${place.cfi}`;
    page ??= now;
    if (now === page) return;
    stop?.();
    reader.setMarks(LAYER, []);
  });
  stop = () => {
    end();
    stop = null;
  };
}
