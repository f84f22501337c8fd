/**
 * A browser asks for a page while the worker is still starting. The worker says here which books it will answer
 * itself, so that the house does not write a page for nobody.
 */
export const DOWNLOAD_HINT_HEADER = 'service-worker-navigation-preload';
/** Answered for such a page; a worker that has not got the book after all asks again. */
export const LEFT_TO_WORKER = 204;
/** The value browsers send by themselves. */
const NONE = 'true';
const HEAD = 'kept';
/** A header has room for so many; the books kept last count. */
const MOST = 150;

export const downloadHint = (publishIds: readonly number[]): string =>
  publishIds.length === 0 ? NONE : [HEAD, ...publishIds.slice(-MOST)].join(' ');

export function isDownloadHint(value: string, publishId: string): boolean {
  const [head, ...publishIds] = value.split(' ');
  return head === HEAD && publishIds.includes(publishId);
}
