import { promisifyRequest, type UseStore } from 'idb-keyval';
import { MEDIA } from '../contract/limits.ts';

/** A file as it stands on the device: with `iv` its body is AES-GCM, without it is as it came (kept before files were sealed). */
export interface EncryptedFile {
  readonly type: string;
  /** Small files as bytes, which the database keeps in its pages; large ones as a blob beside it. Empty where there are parts. */
  readonly body: ArrayBuffer | Blob;
  readonly iv?: Uint8Array<ArrayBuffer>;
  /** Of a file that is kept in parts, each sealed by itself. */
  readonly parts?: { readonly bytes: number; readonly each: number };
}

/** Where a person's key stands, beside what it opens; it can be used and never read. */
export const KEY_NAME = 'k/seal';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'AES-GCM';

/** The person's key; made where there is none. Two pages that make one at once end with the same. */
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

/** The name goes into the seal: one file cannot be put in another's place. */
const params = (iv: Uint8Array<ArrayBuffer>, name: string) => ({ name: ALGORITHM, iv, additionalData: new TextEncoder().encode(name) });

export async function encryptParts(key: CryptoKey, name: string, file: EncryptedFile): Promise<EncryptedFile> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const body = await crypto.subtle.encrypt(params(iv, name), key, await bytesOf(file.body));
  return { type: file.type, iv, body: file.body instanceof Blob ? new Blob([body]) : body };
}

/** The file itself; throws where it was changed, moved, or belongs to another. */
export async function decrypt(key: CryptoKey | null, name: string, file: EncryptedFile): Promise<EncryptedFile> {
  if (!file.iv) return file;
  if (!key) throw new Error('there is no key to what is kept');
  return { type: file.type, body: await crypto.subtle.decrypt(params(file.iv, name), key, await bytesOf(file.body)) };
}

/** Bytes of a file as it is read. */
export function sizeOf(file: EncryptedFile): number {
  if (file.parts) return file.parts.bytes;
  const bytes = file.body instanceof Blob ? file.body.size : file.body.byteLength;
  return file.iv ? bytes - TAG_BYTES : bytes;
}

/** A piece of a file that is kept in parts; without a number, what the names of all of them begin with. */
export const partKey = (name: string, index: number | ''): string => `${name}#${index}`;

/** A file as it is written: a large one in sealed parts, so that a place in it is read without the rest. */
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
