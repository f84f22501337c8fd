import { DownloadError } from './download-error.ts';
import { fetchInTime } from './fetch-timeout.ts';
import { forgetGrant, holdGrant } from './reading-grant.ts';

/** The worker lets these pass: what is being kept is not looked for among what is kept. */
export const KEEPING = '?keep';

/** A file of a work, to be kept. */
export const fetchFile = (address: string, publishId: number, signal: AbortSignal): Promise<Response> =>
  granted(publishId, () => fetchInTime(address + KEEPING, { cache: 'no-store' }, signal));

/** A right that ran out on the way is asked for again, once. */
export async function granted(publishId: number, ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await ask();
    if (response.ok) return response;
    if (attempt > 0 || (response.status !== 401 && response.status !== 403)) throw new DownloadError(`文件无法取得（${response.status}），请重试`);
    forgetGrant(publishId);
    await holdGrant(publishId);
  }
}
