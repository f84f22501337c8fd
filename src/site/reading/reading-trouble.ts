import { BookFileError } from '../../reader-engine/frame/document-loader.ts';
import { readingPage, type Trouble } from './session/reading-page.store.ts';

/** Shows why a chapter failed to load, with a retry. */
export function showTrouble(error: unknown, again: () => void): void {
  const status = error instanceof BookFileError ? error.status : null;
  readingPage.trouble = { why: WHY[String(status)] ?? 'failed', again };
}

/** By the status of the response; 0 when there was none, 504 when the browser generated the response itself. */
const WHY: Readonly<Record<string, Trouble['why']>> = { 0: 'offline', 504: 'offline', 401: 'refused', 403: 'refused' };

/** Retries: the message disappears, and comes back if the problem persists. */
export function retryAfterTrouble(): void {
  const { trouble } = readingPage;
  readingPage.trouble = null;
  trouble?.again();
}
