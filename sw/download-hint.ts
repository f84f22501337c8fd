import { downloadHint } from '../contract/reading/download-hint.ts';
import { downloadedBooks } from './offline-responses.ts';

/** Reports which books the service worker serves; the browser sends this header with every navigation while the worker starts. */
export async function reportDownloaded(preload: NavigationPreloadManager | undefined): Promise<void> {
  const books = await downloadedBooks().catch(() => []);
  const whole = books.filter((kept) => kept.complete).sort((one, two) => one.keptAt - two.keptAt);
  // A service worker that is still installing may not set the header.
  await preload?.setHeaderValue(downloadHint(whole.map((kept) => kept.book.publishId))).catch(() => undefined);
}
