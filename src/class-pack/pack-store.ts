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
  /** Files of textbooks beside it; null when the user did not want them. */
  readonly materials?: number | null;
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

/** A recording or a file beside a pack: it is too large to be read with it. */
interface FileRow {
  readonly sealed: Sealed;
  readonly type: string;
  readonly bytes: number;
}

const keyOf = (userId: number, classId: number): string => `${userId} pack ${classId}`;
const fileKeyOf = (userId: number, classId: number, name: string): string => `${userId} file ${classId} ${name}`;
const owner = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`pack ${userId}`);
const rangeOf = (begins: string): IDBKeyRange => IDBKeyRange.bound(begins, `${begins}\uffff`);

async function seal(userId: number, key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: owner(userId) }, key, bytes) };
}

const open = (userId: number, key: CryptoKey, { iv, bytes }: Sealed): Promise<ArrayBuffer | null> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: owner(userId) }, key, bytes).catch(() => null);

/** Stores a file beside the pack of a class. Rejects when the device has no room. */
export async function writePackFile(userId: number, key: CryptoKey, classId: number, name: string, file: Blob): Promise<void> {
  const row: FileRow = { sealed: await seal(userId, key, await file.arrayBuffer()), type: file.type, bytes: file.size };
  await store('readwrite', (rows) => {
    rows.put(row, fileKeyOf(userId, classId, name));
    return promisifyRequest(rows.transaction);
  });
}

/** Names of the files beside the pack of a class. */
export async function packFileNames(userId: number, classId: number): Promise<string[]> {
  const begins = fileKeyOf(userId, classId, '');
  const names = await store('readonly', (rows) => promisifyRequest(rows.getAllKeys(rangeOf(begins))));
  return names.map((name) => String(name).slice(begins.length));
}

/** A file beside the pack of a class; null when it is not here or belongs to another key. */
export async function packFile(userId: number, key: CryptoKey, classId: number, name: string): Promise<Blob | null> {
  const row = await store('readonly', (rows) => promisifyRequest<FileRow | undefined>(rows.get(fileKeyOf(userId, classId, name))));
  const bytes = row && (await open(userId, key, row.sealed));
  return bytes ? new Blob([bytes], { type: row.type }) : null;
}

/**
 * Stores a pack in one write, and removes the files beside it that it does not name: interrupted anywhere, the device has the pack of before or the
 * new one. `wants`: the user wants the files of textbooks. Rejects when the device has no room.
 */
export async function writePack(
  userId: number,
  key: CryptoKey,
  content: StoredPack,
  { names, wants }: { readonly names: ReadonlySet<string>; readonly wants: boolean } = { names: new Set(), wants: false },
): Promise<PackFacts> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const sealed = await seal(userId, key, text);
  const { classId, version, issuedAt, expiresAt, assignments, notes, review } = content.pack;
  const begins = fileKeyOf(userId, classId, '');
  return store('readwrite', async (rows) => {
    const [all, files] = await Promise.all([
      promisifyRequest(rows.getAllKeys(rangeOf(begins))),
      promisifyRequest<FileRow[]>(rows.getAll(rangeOf(begins))),
    ]);
    let bytes = text.length;
    let materials = 0;
    for (const [at, fileName] of all.entries()) {
      const name = String(fileName).slice(begins.length);
      if (!names.has(name)) {
        rows.delete(fileName);
        continue;
      }
      bytes += files[at]?.bytes ?? 0;
      if (name.startsWith(MATERIAL)) materials += 1;
    }
    const facts: PackFacts = {
      classId,
      version,
      issuedAt,
      expiresAt,
      assignments: assignments.length,
      notes: notes.length,
      review: review.reduce((sum, { questions }) => sum + questions.length, 0),
      materials: wants ? materials : null,
      bytes,
    };
    rows.put({ ...facts, sealed } satisfies Row, keyOf(userId, classId));
    await promisifyRequest(rows.transaction);
    return facts;
  });
}

const MATERIAL = 'material ';
/** Names of files beside a pack. Another file at the same place has another name. */
export const materialName = ({ placedId, bytes }: { readonly placedId: number; readonly bytes: number }): string => `${MATERIAL}${placedId} ${bytes}`;
export const soundName = ({ fileId }: { readonly fileId: number }): string => `sound ${fileId}`;

const rowsOf = (userId: number): Promise<Row[]> => store('readonly', (rows) => promisifyRequest<Row[]>(rows.getAll(rangeOf(`${userId} pack `))));

export const packFacts = async (userId: number): Promise<PackFacts[]> => (await rowsOf(userId)).map(({ sealed: _sealed, ...facts }) => facts);

/** The packs that can be read now: an expired one, or one of another key, is left out. */
export async function readPacks(userId: number, key: CryptoKey, now = Date.now()): Promise<StoredPack[]> {
  const packs: StoredPack[] = [];
  for (const { sealed, expiresAt } of await rowsOf(userId)) {
    if (expiresAt <= now) continue;
    const text = await open(userId, key, sealed);
    if (text) packs.push(JSON.parse(new TextDecoder().decode(text)) as StoredPack);
  }
  return packs;
}

export const removePack = (userId: number, classId: number): Promise<void> =>
  store('readwrite', (rows) => {
    rows.delete(keyOf(userId, classId));
    rows.delete(rangeOf(fileKeyOf(userId, classId, '')));
    return promisifyRequest(rows.transaction);
  });
