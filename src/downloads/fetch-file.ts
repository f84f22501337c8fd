import { DownloadError } from './download-error.ts';
import { fetchInTime } from './fetch-timeout.ts';
import { forgetGrant, holdGrant } from './reading-grant.ts';

/** The worker does not answer these requests itself: a file being downloaded is not looked up in the downloads. */
export const KEEPING = '?keep';

/** Fetches a file of a work for a download. */
export const fetchFile = (address: string, publishId: number, signal: AbortSignal): Promise<Response> =>
  granted(publishId, () => fetchInTime(address + KEEPING, { cache: 'no-store' }, signal));

/** An expired reading grant is requested again, once. */
export async function granted(publishId: number, ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await ask();
    if (response.ok) return response;
    if (attempt > 0 || (response.status !== 401 && response.status !== 403)) throw new DownloadError(`文件无法取得（${response.status}），请重试`);
    forgetGrant(publishId);
    await holdGrant(publishId);
  }
}
