import { READER_PATH } from '../../contract/reading/reader-path.ts';

export const loadReader = () => import('../site/reading/epub-read.screen.tsx');

/** Loads the reader's code on press, so it is ready when the link is released. */
export function preloadReading(): void {
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(`a[href^="${READER_PATH}"]`)) void loadReader().catch(() => undefined);
  });
}
