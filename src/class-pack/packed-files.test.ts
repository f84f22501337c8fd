// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { Blob as WholeBlob } from 'node:buffer';
import { afterEach, expect, it, vi } from 'vitest';
import type { ClassPack } from '../../contract/teaching/class-pack.ts';

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const state = vi.hoisted(() => ({ away: false, room: true, saved: [] as string[], asked: [] as string[], pack: {} as object }));
vi.mock('../device-key/device-key.ts', () => ({ storedKey: () => Promise.resolve(key), prepareKey: () => Promise.resolve(key) }));
vi.mock('../downloads/offline-code.ts', () => ({ keepCode: () => Promise.resolve(true) }));
vi.mock('../session/current-person.ts', () => ({ currentPerson: () => 7 }));
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => 7, session: { now: { state: 'anonymous' } }, onPersonChange: () => undefined }));
vi.mock('../api/receive-file.ts', () => ({ saveAs: (_blob: Blob, name: string) => void state.saved.push(name) }));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.resolve(state.pack),
  request: ({ path }: { path: string }) => {
    state.asked.push(path);
    if (state.away) return Promise.reject(new Error('away'));
    return Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, data: new Blob([path]) });
  },
}));
// The blob of jsdom cannot be read.
vi.stubGlobal('Blob', WholeBlob);
const { savePack } = await import('./class-pack.ts');
const { filesBeside, savePackedFile, soundOf } = await import('./packed-files.ts');

const NOW = Date.parse('2026-11-30T12:00:00+08:00');
const material = { placedId: 4, publishId: 2, label: '词表', name: '词表.txt', bytes: 5, until: NOW + 1_000 };
const placed = { placedId: 4, file: { name: '词表.txt', bytes: 5 } } as Parameters<typeof savePackedFile>[0];
const note = { noteId: 9, sound: { fileId: 31, bytes: 3 } };
const pack = {
  classId: 3,
  version: 'v',
  issuedAt: NOW,
  expiresAt: NOW + 1_000_000,
  assignments: [],
  notes: [note],
  review: [],
  materials: [material],
};

afterEach(() => {
  vi.useRealTimers();
  Object.assign(state, { away: false, saved: [], asked: [] });
});

it('§8 a pack brings the recordings of notes, and the files of textbooks when the user wants them; they open without a network', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  state.pack = pack as unknown as ClassPack;
  expect(await savePack(7, 3, false)).toMatchObject({ missing: 0, facts: { materials: null } });
  expect(await savePackedFile(placed)).toBe(false);
  expect(await savePack(7, 3, true)).toMatchObject({ missing: 0, facts: { materials: 1 } });
  // What is there already is not fetched again.
  expect(state.asked).toEqual(['/cms/classNote/sound/9', '/cms/textbook/file/4']);
  state.away = true;
  expect(await filesBeside(3)).toEqual(new Set(['sound 31', 'material 4 5']));
  expect(await (await soundOf(note)).text()).toBe('/cms/classNote/sound/9');
  expect(await savePackedFile(placed)).toBe(true);
  expect(state.saved).toEqual(['词表.txt']);
  // The right to it has ended.
  vi.setSystemTime(NOW + 2_000);
  expect(await savePackedFile(placed)).toBe(false);
});

it('§8 a file that does not come leaves the pack usable and is counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  state.pack = { ...pack, classId: 5 } as unknown as ClassPack;
  state.away = true;
  expect(await savePack(7, 5, true)).toMatchObject({ missing: 2, facts: { notes: 1, materials: 0 } });
});
