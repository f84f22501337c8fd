import { promisifyRequest } from 'idb-keyval';
import type { AnswerFileKind } from '../../contract/textbook/upload-answer.ts';
import { deviceStore } from '../storage/device-store.ts';

/**
 * Files of answers on this device. Each is encrypted for its user before it is written, so a waiting one stays at the sign-out and no other user reads
 * it; a sent one leaves with the sign-out.
 */
const store = deviceStore('shuzhou-answer-files', 'files');
const KINDS = ['waiting', 'sent'] as const;

interface Row {
  readonly attemptKey: string;
  readonly fileKey: string;
  readonly kind: AnswerFileKind;
  readonly at: number;
  /** Of the upload that has begun; '' before. */
  readonly uploadUrl: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** Of the file with its name and type before it. */
  readonly bytes: ArrayBuffer;
}

export interface AnswerFile {
  readonly attemptKey: string;
  readonly fileKey: string;
  readonly kind: AnswerFileKind;
  readonly uploadUrl: string;
  readonly file: File;
}

const keyOf = (userId: number, state: (typeof KINDS)[number], attemptKey: string, fileKey = ''): string =>
  `${userId} ${state} ${attemptKey} ${fileKey}`;
const owner = (userId: number, fileKey: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`answer file ${userId} ${fileKey}`);

/** Two bytes with the length of the head, the head as JSON, and the file. */
async function packed(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const head = new TextEncoder().encode(JSON.stringify({ name: file.name, type: file.type }));
  const all = new Uint8Array(2 + head.length + file.size);
  new DataView(all.buffer).setUint16(0, head.length);
  all.set(head, 2);
  all.set(new Uint8Array(await file.arrayBuffer()), 2 + head.length);
  return all;
}

function unpacked(bytes: ArrayBuffer, at: number): File {
  const length = new DataView(bytes).getUint16(0);
  const { name, type } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 2, length))) as { name: string; type: string };
  return new File([new Uint8Array(bytes, 2 + length)], name, { type, lastModified: at });
}

/** Stores a file that waits for the server. Rejects when the device has no room. */
export async function putAnswerFile(
  userId: number,
  key: CryptoKey,
  { attemptKey, fileKey, kind, file }: Omit<AnswerFile, 'uploadUrl'>,
): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: owner(userId, fileKey) }, key, await packed(file));
  const row: Row = { attemptKey, fileKey, kind, at: Date.now(), uploadUrl: '', iv, bytes };
  await store('readwrite', (rows) => {
    rows.put(row, keyOf(userId, 'waiting', attemptKey, fileKey));
    return promisifyRequest(rows.transaction);
  });
}

/** Returns a file, sent or not; null when it is not here or belongs to another key. */
export async function answerFileHere(userId: number, key: CryptoKey, attemptKey: string, fileKey: string): Promise<AnswerFile | null> {
  const found = await store('readonly', (rows) =>
    Promise.all(KINDS.map((state) => promisifyRequest<Row | undefined>(rows.get(keyOf(userId, state, attemptKey, fileKey))))),
  );
  const row = found.find((one) => one !== undefined);
  if (!row) return null;
  const { iv, bytes, at, uploadUrl, kind } = row;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: owner(userId, fileKey) }, key, bytes).catch(() => null);
  return plain && { attemptKey, fileKey, kind, uploadUrl, file: unpacked(plain, at) };
}

/** Changes a waiting file: the address of its upload, or that the server has it. */
export const changeAnswerFile = (
  userId: number,
  { attemptKey, fileKey }: Pick<AnswerFile, 'attemptKey' | 'fileKey'>,
  to: { uploadUrl: string } | 'sent',
) =>
  store('readwrite', async (rows) => {
    const name = keyOf(userId, 'waiting', attemptKey, fileKey);
    const row = await promisifyRequest<Row | undefined>(rows.get(name));
    if (!row) return;
    if (to === 'sent') {
      rows.delete(name);
      rows.put(row, keyOf(userId, 'sent', attemptKey, fileKey));
    } else rows.put({ ...row, ...to }, name);
    await promisifyRequest(rows.transaction);
  });

/** Removes what the server has of an attempt that is over, or a file that is not wanted any more. */
export const removeAnswerFiles = (userId: number, attemptKey: string, fileKey?: string): Promise<void> =>
  store('readwrite', (rows) => {
    if (fileKey === undefined) {
      const begins = keyOf(userId, 'sent', attemptKey);
      rows.delete(IDBKeyRange.bound(begins, `${begins}\uffff`));
    } else for (const state of KINDS) rows.delete(keyOf(userId, state, attemptKey, fileKey));
    return promisifyRequest(rows.transaction);
  });
