import { newUuid } from '../api/new-uuid.ts';

/** What another tab says about a document. */
export interface DocumentNews {
  readonly archiveId: number;
  readonly versionNo: number;
}

const CHANNEL = 'shuzhou-documents';
/** A channel also delivers to the other channels of its own tab, so each message names the tab that sent it. */
const TAB = newUuid();
type Message = DocumentNews & { readonly from: string };
/** Documents that this tab gave back, until the browser has freed their locks. */
const freeing = new Map<number, Promise<void>>();

/** Asks for the only place of this browser in which a document is edited. Resolves to a function that gives it back, or to null when another tab has it. */
export async function lockDocument(archiveId: number): Promise<(() => void) | null> {
  // Without the API (an address without https) the version in If-Match still protects the document.
  if (!('locks' in navigator)) return () => undefined;
  // The page that opens the newest version gives its lock back and asks again at once.
  await freeing.get(archiveId);
  return new Promise((resolve) => {
    const held: Promise<void> = navigator.locks
      .request(`docx:${archiveId}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) =>
          resolve(() => {
            freeing.set(archiveId, held);
            release();
          }),
        );
      })
      .then(
        () => void freeing.delete(archiveId),
        () => resolve(() => undefined),
      );
  });
}

/** Calls back once when the other tab has given the document back. Returns a function that stops waiting. */
export function whenUnlocked(archiveId: number, callback: () => void): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const leaving = new AbortController();
  void navigator.locks.request(`docx:${archiveId}`, { signal: leaving.signal }, callback).catch(() => undefined);
  return () => leaving.abort();
}

/** Tells the other tabs that a version was stored. */
export function notifyTabs(news: DocumentNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ ...news, from: TAB } satisfies Message);
  channel.close();
}

/** Calls back when another tab has stored a version. Returns a function that stops listening. */
export function onTabNews(listener: (news: DocumentNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.from !== TAB) listener(data);
  });
  return () => channel.close();
}
