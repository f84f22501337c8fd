import 'fake-indexeddb/auto';
import { get, keys } from 'idb-keyval';
import { expect, it } from 'vitest';
import { deviceStore } from '../storage/device-store.ts';
import type { ClassPack } from '../../contract/teaching/class-pack.ts';
import { packFacts, readPacks, removePack, writePack } from './pack-store.ts';

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
