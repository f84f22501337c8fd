import { BACKGROUND_CHANNEL, type BackgroundFetchManager, backgroundOf } from '../../sw/messages.ts';
import { DownloadError } from './download-error.ts';

/** Less is here sooner than the browser has shown that it fetches. */
export const BACKGROUND_FROM = 100 * 1024 * 1024;
/** A browser that has the interface and does nothing with it is not waited for. */
const SILENT_MS = 15_000;
/** So long after the last piece was stored the worker is taken to be done, should its word have been missed. */
const TAKEN_MS = 3_000;
const LOOK_MS = 500;

interface BackgroundOrder {
  readonly id: string;
  readonly title: string;
  readonly urls: readonly string[];
  readonly bytes: number;
  /** Whether it may go on when no page is left to stop it. */
  readonly allowed: boolean;
  readonly signal: AbortSignal;
  onProgress(bytes: number): void;
  /** How many pieces are stored. */
  stored(): Promise<number>;
}

async function manager(): Promise<BackgroundFetchManager | null> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (found as { backgroundFetch?: BackgroundFetchManager } | undefined)?.backgroundFetch ?? null;
}

/**
 * Has the browser fetch addresses by itself, also when every page is closed; the worker stores what comes. One that
 * goes on already is followed. Resolves when the worker has taken it; false where the browser does not do this, or may not.
 * Some of it may be missing then.
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

/** What goes on by itself stops; the worker takes in what came of it. */
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
    // One that ended while it was looked up says nothing more: it is just no longer there.
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

/** When nothing more has been stored for a while. */
async function settled(stored: () => Promise<number>): Promise<void> {
  let [count, since] = [-1, performance.now()];
  while (performance.now() - since < TAKEN_MS) {
    const now = await stored();
    if (now !== count) [count, since] = [now, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
