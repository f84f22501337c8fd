import { BookFileError } from '../../reader-engine/document-loader.ts';
import { readingPage, type Trouble } from './reading-page.store.ts';

/** Says why a chapter did not come, and how it is asked for again. */
export function showTrouble(error: unknown, again: () => void): void {
  const status = error instanceof BookFileError ? error.status : null;
  readingPage.trouble = { why: WHY[String(status)] ?? 'failed', again };
}

/** By the answer's status; 0 where there was none, 504 where the browser made one up. */
const WHY: Readonly<Record<string, Trouble['why']>> = { 0: 'offline', 504: 'offline', 401: 'refused', 403: 'refused' };

/** Asks once more: what was said goes, and comes back where it is still true. */
export function retryAfterTrouble(): void {
  const { trouble } = readingPage;
  readingPage.trouble = null;
  trouble?.again();
}
