import { READER_PATH } from '../../contract/reading/reader-path.ts';

export const loadReader = () => import('../site/reading/epub-read.screen.tsx');

/** The reader's code is there by the time the finger has left the link that leads to it. */
export function preloadReading(): void {
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(`a[href^="${READER_PATH}"]`)) void loadReader().catch(() => undefined);
  });
}
