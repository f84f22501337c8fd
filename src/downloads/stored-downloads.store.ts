import { proxy, subscribe } from 'valtio/vanilla';

/** The works on this device that are readable without a network, for screens that show nothing else about them. */
export const kept = proxy<{ ready: Record<number, true> }>({ ready: {} });

let watching: Promise<void> | null = null;

/** The download store loads a lot of code, so it is imported after the first paint. */
export function watchKept(): Promise<void> {
  watching ??= import('./downloads.store.ts').then(async ({ downloads, loadDownloads }) => {
    const read = (): void => {
      const ready = Object.values(downloads.items).filter((item) => item.state === 'ready');
      if (ready.length === Object.keys(kept.ready).length && ready.every((item) => kept.ready[item.book.publishId])) return;
      kept.ready = Object.fromEntries(ready.map((item) => [item.book.publishId, true as const]));
    };
    subscribe(downloads, read);
    await loadDownloads();
    read();
  });
  return watching;
}
