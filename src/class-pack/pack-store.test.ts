import 'fake-indexeddb/auto';
import { get, keys } from 'idb-keyval';
import { expect, it } from 'vitest';
import { deviceStore } from '../storage/device-store.ts';
import type { ClassPack } from '../../contract/teaching/class-pack.ts';
import { materialName, packFacts, packFile, packFileNames, readPacks, removePack, writePack, writePackFile } from './pack-store.ts';

const key = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const pack = (version: string, expiresAt = Date.now() + 1_000): ClassPack => ({
  format: 1,
  classId: 3,
  className: '1班',
  courseName: '英语听说',
  teacherName: '孟老师',
  version,
  issuedAt: 1,
  expiresAt,
  publishIds: [],
  assignments: [],
  notes: [],
  review: [],
  materials: [],
});

it('§8 stores a pack encrypted for its user; another key or user reads nothing of it', async () => {
  const own = await key();
  await writePack(7, own, { pack: pack('one'), files: {} });
  const store = deviceStore('shuzhou-classes', 'packs');
  const [name = ''] = await keys<string>(store);
  const row = await get<{ sealed: { bytes: ArrayBuffer } }>(name, store);
  expect(new TextDecoder().decode(row?.sealed.bytes)).not.toContain('英语听说');
  expect((await readPacks(7, own))[0]?.pack.courseName).toBe('英语听说');
  expect(await readPacks(7, await key())).toEqual([]);
  expect(await readPacks(8, own)).toEqual([]);
});

it('§8 a new version replaces the one before, an expired one is not read, a removed one is gone', async () => {
  const own = await key();
  await writePack(9, own, { pack: pack('one'), files: {} });
  await writePack(9, own, { pack: pack('two'), files: {} });
  expect((await packFacts(9)).map(({ version }) => version)).toEqual(['two']);
  expect(await readPacks(9, own, Date.now() + 5_000)).toEqual([]);
  await removePack(9, 3);
  expect(await packFacts(9)).toEqual([]);
});

it('§8 files beside a pack are encrypted, leave with the pack that named them, and stay while a new pack is not complete', async () => {
  const own = await key();
  const [first, second] = [materialName({ placedId: 1, bytes: 5 }), materialName({ placedId: 2, bytes: 6 })];
  await writePackFile(11, own, 3, first, new Blob(['ferry'], { type: 'text/plain' }));
  expect(await writePack(11, own, { pack: pack('one'), files: {} }, { names: new Set([first]), wants: true })).toMatchObject({ materials: 1 });
  expect(await (await packFile(11, own, 3, first))?.text()).toBe('ferry');
  expect(await packFile(11, await key(), 3, first)).toBeNull();
  expect(await packFile(12, own, 3, first)).toBeNull();
  // The next pack is interrupted after its file.
  await writePackFile(11, own, 3, second, new Blob(['bridge']));
  expect(await packFileNames(11, 3)).toEqual([first, second]);
  await writePack(11, own, { pack: pack('two'), files: {} }, { names: new Set([second]), wants: true });
  expect(await packFileNames(11, 3)).toEqual([second]);
  expect((await packFacts(11))[0]).toMatchObject({ materials: 1 });
  await removePack(11, 3);
  expect(await packFileNames(11, 3)).toEqual([]);
});
