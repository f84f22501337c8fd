import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import type { Breaker } from '../outage/breaker.ts';

/** A file store that answers with an outage at once while it is down, and within three seconds when it stops answering. */
export function guardedStore(store: FileStore, breaker: Breaker): FileStore {
  return {
    put: (key, bytes, type) => breaker.guard(() => store.put(key, bytes, type)),
    putFolder: (localFolder, prefix) => breaker.guard(() => store.putFolder(localFolder, prefix)),
    read: (key, range) =>
      breaker.guard(
        () => store.read(key, range),
        (late: Readable) => late.destroy(),
      ),
    size: (key) => breaker.guard(() => store.size(key)),
    remove: (key) => breaker.guard(() => store.remove(key)),
    removeAll: (prefix) => breaker.guard(() => store.removeAll(prefix)),
    async *list(prefix) {
      const pages = store.list(prefix)[Symbol.asyncIterator]();
      for (;;) {
        const page = await breaker.guard(() => pages.next());
        if (page.done) return;
        yield page.value;
      }
    },
    ...(store.link ? { link: store.link.bind(store) } : {}),
    weigh: (key) => breaker.guard(() => store.weigh(key)),
  };
}
