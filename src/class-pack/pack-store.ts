import { promisifyRequest } from 'idb-keyval';
import type { ClassPack } from '../../contract/teaching/class-pack.ts';
import { deviceStore } from '../storage/device-store.ts';

/** Packs of classes on this device, each encrypted with the key of its user; they leave it at the sign-out. */
const store = deviceStore('shuzhou-classes', 'packs');

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** What is known of a pack without its key. */
export interface PackFacts {
  readonly classId: number;
  readonly version: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly assignments: number;
  /** A pack that an earlier version of the site stored has no such numbers. */
  readonly notes?: number;
  readonly review?: number;
  readonly bytes: number;
}

/** A pack with the pictures and recordings of its questions, by their addresses. */
export interface StoredPack {
  readonly pack: ClassPack;
  readonly files: Readonly<Record<string, { readonly type: string; readonly base64: string }>>;
}

interface Row extends PackFacts {
  readonly sealed: Sealed;
}

const keyOf = (userId: number, classId: number): string => `${userId} pack ${classId}`;
const owner = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`pack ${userId}`);

/** Stores a pack in one write: interrupted anywhere, the device has the pack of before or the new one. Rejects when the device has no room. */
export async function writePack(userId: number, key: CryptoKey, content: StoredPack): Promise<PackFacts> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: owner(userId) }, key, text);
  const { classId, version, issuedAt, expiresAt, assignments, notes, review } = content.pack;
  const facts: PackFacts = {
    classId,
    version,
    issuedAt,
    expiresAt,
    assignments: assignments.length,
    notes: notes.length,
    review: review.reduce((sum, { questions }) => sum + questions.length, 0),
    bytes: text.length,
  };
  await store('readwrite', (rows) => {
    rows.put({ ...facts, sealed: { iv, bytes } } satisfies Row, keyOf(userId, classId));
    return promisifyRequest(rows.transaction);
  });
  return facts;
}

const rowsOf = (userId: number): Promise<Row[]> => {
  const begins = `${userId} pack `;
  return store('readonly', (rows) => promisifyRequest<Row[]>(rows.getAll(IDBKeyRange.bound(begins, `${begins}\uffff`))));
};

export const packFacts = async (userId: number): Promise<PackFacts[]> => (await rowsOf(userId)).map(({ sealed: _sealed, ...facts }) => facts);

/** The packs that can be read now: an expired one, or one of another key, is left out. */
export async function readPacks(userId: number, key: CryptoKey, now = Date.now()): Promise<StoredPack[]> {
  const packs: StoredPack[] = [];
  for (const { sealed, expiresAt } of await rowsOf(userId)) {
    if (expiresAt <= now) continue;
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: owner(userId) }, key, sealed.bytes).catch(() => null);
    if (text) packs.push(JSON.parse(new TextDecoder().decode(text)) as StoredPack);
  }
  return packs;
}

export const removePack = (userId: number, classId: number): Promise<void> =>
  store('readwrite', (rows) => {
    rows.delete(keyOf(userId, classId));
    return promisifyRequest(rows.transaction);
  });
