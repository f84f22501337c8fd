import { BACKGROUND_CHANNEL, type BackgroundFetchManager, backgroundOf } from '../../sw/messages.ts';
import { DownloadError } from './download-error.ts';

/** Smaller downloads finish before the browser has even shown its background fetch. */
export const BACKGROUND_FROM = 100 * 1024 * 1024;
/** Time limit for browsers that have the API but do nothing with it. */
const SILENT_MS = 15_000;
/** When nothing was stored for this time, the worker counts as finished, in case its message was missed. */
const TAKEN_MS = 3_000;
const LOOK_MS = 500;

interface BackgroundOrder {
  readonly id: string;
  readonly title: string;
  readonly urls: readonly string[];
  readonly bytes: number;
  /** Whether it may continue when no page is open to stop it. */
  readonly allowed: boolean;
  readonly signal: AbortSignal;
  onProgress(bytes: number): void;
  /** Returns the number of stored parts. */
  stored(): Promise<number>;
}

async function manager(): Promise<BackgroundFetchManager | null> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (found as { backgroundFetch?: BackgroundFetchManager } | undefined)?.backgroundFetch ?? null;
}

/**
 * Lets the browser fetch addresses in the background, also when every page is closed; the worker stores the results. A running
 * fetch is followed. Resolves when the worker has stored the results; false if the browser does not support it or it is not allowed.
 * Parts may be missing then.
 */
export async function inBackground({ id, title, urls, bytes, allowed, signal, onProgress, stored }: BackgroundOrder): Promise<boolean> {
  const browser = await manager();
  if (!browser) return false;
  const known = await browser.get(id).catch(() => undefined);
  if (!allowed) {
    await known?.abort().catch(() => false);
    return false;
  }
  const fetching = known?.result === '' ? known : await browser.fetch(id, urls, { title, downloadTotal: bytes }).catch(() => null);
  if (!fetching) return false;
  const channel = new BroadcastChannel(BACKGROUND_CHANNEL);
  const taken = new Promise<void>((resolve) => channel.addEventListener('message', ({ data }) => data === id && resolve()));
  try {
    signal.throwIfAborted();
    const went = await followed(browser, fetching, signal, onProgress);
    if (went === 'silent') {
      await fetching.abort().catch(() => false);
      return false;
    }
    await Promise.race([taken, settled(stored)]);
    if (fetching.failureReason === 'aborted') throw new DownloadError('下载已在浏览器的下载列表里停止，点重试继续');
    return true;
  } catch (error) {
    if (signal.aborted) await fetching.abort().catch(() => false);
    throw error;
  } finally {
    channel.close();
  }
}

/** Stops the background fetch; the worker stores what has arrived. */
export async function stopBackground(): Promise<void> {
  const browser = await manager();
  for (const id of (await browser?.getIds().catch(() => [])) ?? []) if (backgroundOf(id)) await (await browser?.get(id))?.abort();
}

type Fetching = Awaited<ReturnType<BackgroundFetchManager['fetch']>>;

function followed(
  browser: BackgroundFetchManager,
  fetching: Fetching,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<'ended' | 'silent'> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const look = (): void => {
      onProgress(fetching.downloaded);
      if (fetching.result !== '') end(() => resolve('ended'));
      else if (fetching.downloaded === 0 && performance.now() - begun > SILENT_MS) end(() => resolve('silent'));
    };
    // A fetch that ended during the lookup fires no event: it is just not found any more.
    const timer = setInterval(() => {
      look();
      void browser.get(fetching.id).then((still) => still || end(() => resolve('ended')));
    }, LOOK_MS);
    const stop = (): void => end(() => reject(signal.reason as Error));
    const end = (how: () => void): void => {
      clearInterval(timer);
      fetching.removeEventListener('progress', look);
      signal.removeEventListener('abort', stop);
      how();
    };
    fetching.addEventListener('progress', look);
    signal.addEventListener('abort', stop);
    look();
  });
}

/** Resolves when nothing has been stored for a while. */
async function settled(stored: () => Promise<number>): Promise<void> {
  let [count, since] = [-1, performance.now()];
  while (performance.now() - since < TAKEN_MS) {
    const now = await stored();
    if (now !== count) [count, since] = [now, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
