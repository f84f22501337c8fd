/**
 * A browser requests a page while the worker is still starting (navigation preload). With this header the worker lists the
 * books it will answer itself, so the server need not render the page.
 */
export const DOWNLOAD_HINT_HEADER = 'service-worker-navigation-preload';
/** Status of the answer to such a request; a worker that does not have the book requests the page again. */
export const LEFT_TO_WORKER = 204;
/** The default value that browsers send. */
const NONE = 'true';
const HEAD = 'kept';
/** Limit for the size of the header; the most recently downloaded books are listed. */
const MOST = 150;

export const downloadHint = (publishIds: readonly number[]): string =>
  publishIds.length === 0 ? NONE : [HEAD, ...publishIds.slice(-MOST)].join(' ');

export function isDownloadHint(value: string, publishId: string): boolean {
  const [head, ...publishIds] = value.split(' ');
  return head === HEAD && publishIds.includes(publishId);
}
