import { get, set } from 'idb-keyval';
import { deviceKey } from '../../contract/identity/device-key.ts';
import { call } from '../api/call.ts';
import { sealedStore } from './sealed-store.ts';

const nameOf = (userId: number): string => `key ${userId}`;

/** Fetches the key of the current user, once for each sign-in, because signing out must also work without a network. It cannot be exported. */
export async function prepareKey(userId: number): Promise<CryptoKey | null> {
  const known = await storedKey(userId);
  if (known) return known;
  const { key } = await call(deviceKey, {});
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const made = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  await set(nameOf(userId), made, sealedStore);
  return made;
}

export const storedKey = async (userId: number): Promise<CryptoKey | null> => (await get<CryptoKey>(nameOf(userId), sealedStore)) ?? null;

/** The key stays with the account only. */
export async function dropKey(userId: number): Promise<void> {
  await sealedStore('readwrite', (rows) => {
    rows.delete(nameOf(userId));
  });
}
