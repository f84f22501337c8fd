import { del, entries, get, set } from 'idb-keyval';
import { DAY_MS } from '../../contract/clock.ts';
import { deviceStore, withTimeout } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { onLogOut } from '../session/log-out.ts';

/** A changed document that the server does not have yet. */
export interface DocumentDraft {
  readonly bytes: ArrayBuffer;
  /** The version that was opened. */
  readonly base: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Older drafts are dropped, ms. */
const KEPT_MS = 30 * DAY_MS;

const store = deviceStore('shuzhou-documents', 'drafts');
const addressOf = (userId: number, archiveId: number): string => `${userId} ${archiveId}`;

/** Unlike other drafts a document is binary and large, so it has a store of its own. */
export async function readDocumentDraft(userId: number, archiveId: number): Promise<DocumentDraft | null> {
  const found = await withTimeout(get<DocumentDraft>(addressOf(userId, archiveId), store), undefined);
  return found && Date.now() - found.at < KEPT_MS ? found : null;
}

/** Throws when the device has no room; the page then says that the document is not stored. */
export async function writeDocumentDraft(userId: number, archiveId: number, draft: DocumentDraft): Promise<void> {
  await set(addressOf(userId, archiveId), draft, store).catch((error: unknown) => {
    reportIfFull(error);
    throw error;
  });
}

export const dropDocumentDraft = (userId: number, archiveId: number): Promise<void> =>
  del(addressOf(userId, archiveId), store).catch(() => undefined);

/** Removes outdated drafts of all users. A sign-out removes the user's own ones (`src/storage/registry.ts`). */
async function dropOutdated(): Promise<void> {
  const all = await entries<string, DocumentDraft>(store).catch(() => []);
  for (const [address, { at }] of all) if (Date.now() - at > KEPT_MS) await del(address, store);
}

onLogOut(() => withTimeout(dropOutdated(), undefined));
