import { keptAhead } from '../contract/reading/download-hint.ts';
import { keptBooks } from './offline-responses.ts';

/** Tells the browser which books are answered here; it says so whenever it asks for a page while the worker starts. */
export async function sayKept(preload: NavigationPreloadManager | undefined): Promise<void> {
  const books = await keptBooks().catch(() => []);
  const whole = books.filter((kept) => kept.complete).sort((one, two) => one.keptAt - two.keptAt);
  // A worker that is only being installed may not say anything yet.
  await preload?.setHeaderValue(keptAhead(whole.map((kept) => kept.book.publishId))).catch(() => undefined);
}
