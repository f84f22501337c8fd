import { get, set } from 'idb-keyval';
import type { AnnotationRecord } from '../annotations/annotation-record.ts';
import type { PendingFavorites } from '../favorites/pending-favorites.ts';
import type { DevicePosition } from '../media-player/positions.ts';
import type { SavedPosition } from '../reading-progress/position-repository.ts';
import type { StoredRow } from './personal-keys.ts';
import { sealedStore } from '../device-key/sealed-store.ts';
import { sealedUsers, writeSealedUsers } from './sealed-users.ts';

/** What a user wrote on this device that the account does not have yet. */
export interface Unsent {
  readonly notes: readonly AnnotationRecord[];
  readonly positions: readonly SavedPosition[];
  /** By the id of the track. */
  readonly media: Readonly<Record<string, DevicePosition>>;
  readonly favorites: PendingFavorites;
  /** Rows of databases that users share. Missing in what earlier releases stored. */
  readonly rows?: readonly StoredRow[];
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

const nameOf = (userId: number): string => `unsent ${userId}`;
const owner = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(String(userId));

export const isEmpty = ({ notes, positions, media, favorites, rows = [] }: Unsent): boolean =>
  notes.length + positions.length + Object.keys(media).length + Object.keys(favorites).length + rows.length === 0;

/** Stores the data encrypted for its user: AES-GCM with the id of the user as additional data. */
export async function seal(userId: number, key: CryptoKey, unsent: Unsent): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(unsent));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: owner(userId) }, key, text);
  await set(nameOf(userId), { iv, bytes } satisfies Sealed, sealedStore);
  writeSealedUsers([...new Set([...sealedUsers(), userId])]);
}

/** Returns the data of the user; null when there is none, or when it belongs to another key and cannot be read any more. */
export async function unseal(userId: number, key: CryptoKey): Promise<Unsent | null> {
  const sealed = await get<Sealed>(nameOf(userId), sealedStore);
  if (!sealed) return null;
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: owner(userId) }, key, sealed.bytes);
    return JSON.parse(new TextDecoder().decode(text)) as Unsent;
  } catch {
    return null;
  }
}

export async function removeSealed(userId: number): Promise<void> {
  await sealedStore('readwrite', (rows) => {
    rows.delete(nameOf(userId));
  });
  writeSealedUsers(sealedUsers().filter((one) => one !== userId));
}
