import { promisifyRequest, type UseStore } from 'idb-keyval';
import { MEDIA } from '../contract/limits.ts';

/** A file as it is stored on the device: with `iv` its body is AES-GCM; without `iv` it is plain (stored before encryption was introduced). */
export interface EncryptedFile {
  readonly type: string;
  /** Small files are bytes inside the database; large ones are a separate blob. Empty for a file in parts. */
  readonly body: ArrayBuffer | Blob;
  readonly iv?: Uint8Array<ArrayBuffer>;
  /** For a file stored in parts, each encrypted separately. */
  readonly parts?: { readonly bytes: number; readonly each: number };
}

/** Storage key of a user's encryption key, in the same store as the data. The key can be used but not extracted. */
export const KEY_NAME = 'k/seal';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'AES-GCM';

/** Returns the user's key and creates it if there is none. Two pages that create it at the same time get the same key. */
export async function encryptionKey(store: UseStore): Promise<CryptoKey> {
  const known = await keyIn(store);
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  return store('readwrite', async (files) => {
    const first = (await promisifyRequest<unknown>(files.get(KEY_NAME))) as CryptoKey | undefined;
    if (!first) files.put(made, KEY_NAME);
    await promisifyRequest(files.transaction);
    return first ?? made;
  });
}

export const keyIn = (store: UseStore): Promise<CryptoKey | null> =>
  store('readonly', async (files) => ((await promisifyRequest<unknown>(files.get(KEY_NAME))) as CryptoKey | undefined) ?? null);

const bytesOf = (body: ArrayBuffer | Blob): Promise<ArrayBuffer> | ArrayBuffer => (body instanceof Blob ? body.arrayBuffer() : body);

/** The name is authenticated with the data, so one file cannot be put in place of another. */
const params = (iv: Uint8Array<ArrayBuffer>, name: string) => ({ name: ALGORITHM, iv, additionalData: new TextEncoder().encode(name) });

export async function encryptParts(key: CryptoKey, name: string, file: EncryptedFile): Promise<EncryptedFile> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const body = await crypto.subtle.encrypt(params(iv, name), key, await bytesOf(file.body));
  return { type: file.type, iv, body: file.body instanceof Blob ? new Blob([body]) : body };
}

/** Returns the plain file. Throws if it was changed, moved, or belongs to another user. */
export async function decrypt(key: CryptoKey | null, name: string, file: EncryptedFile): Promise<EncryptedFile> {
  if (!file.iv) return file;
  if (!key) throw new Error('there is no key to what is kept');
  return { type: file.type, body: await crypto.subtle.decrypt(params(file.iv, name), key, await bytesOf(file.body)) };
}

/** Returns the size of the plain file in bytes. */
export function sizeOf(file: EncryptedFile): number {
  if (file.parts) return file.parts.bytes;
  const bytes = file.body instanceof Blob ? file.body.size : file.body.byteLength;
  return file.iv ? bytes - TAG_BYTES : bytes;
}

/** Returns the key of a part of a file; without a number, the common prefix of all its parts. */
export const partKey = (name: string, index: number | ''): string => `${name}#${index}`;

/** Returns the entries to write: a large file is split into encrypted parts, so that one position can be read without the rest. */
export async function encryptedEntries(key: CryptoKey, name: string, file: EncryptedFile): Promise<(readonly [string, EncryptedFile])[]> {
  if (file.parts) return [[name, file]];
  const bytes = file.body instanceof Blob ? file.body.size : file.body.byteLength;
  if (bytes <= MEDIA.partBytes) return [[name, await encryptParts(key, name, file)]];
  const parts = Array.from({ length: Math.ceil(bytes / MEDIA.partBytes) }, async (_, index) => {
    const part = partKey(name, index);
    const body = file.body.slice(index * MEDIA.partBytes, (index + 1) * MEDIA.partBytes);
    return [part, await encryptParts(key, part, { type: '', body })] as const;
  });
  return [[name, { type: file.type, body: new ArrayBuffer(0), parts: { bytes, each: MEDIA.partBytes } }], ...(await Promise.all(parts))];
}
