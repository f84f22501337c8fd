import { downloadHint } from '../contract/reading/download-hint.ts';
import { downloadedBooks } from './offline-responses.ts';

/** Tells the browser which books are answered here; it says so whenever it asks for a page while the worker starts. */
export async function reportDownloaded(preload: NavigationPreloadManager | undefined): Promise<void> {
  const books = await downloadedBooks().catch(() => []);
  const whole = books.filter((kept) => kept.complete).sort((one, two) => one.keptAt - two.keptAt);
  // A worker that is only being installed may not say anything yet.
  await preload?.setHeaderValue(downloadHint(whole.map((kept) => kept.book.publishId))).catch(() => undefined);
}
