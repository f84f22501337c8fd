import { CODE } from '../../contract/error.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../../contract/limits.ts';
import { noteSound, type BookClassNotes, type ClassNote } from '../../contract/teaching/class-note.ts';
import { classPack, type ClassPack, type PackedReview } from '../../contract/teaching/class-pack.ts';
import { placedFile } from '../../contract/textbook/placed.ts';
import type { AttemptPaper } from '../../contract/teaching/attempt.ts';
import { attemptsOf } from '../attempts/attempt-store.ts';
import { call, CallError, request } from '../api/call.ts';
import { keepCode } from '../downloads/offline-code.ts';
import { prepareKey, storedKey } from '../device-key/device-key.ts';
import { withTimeout } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import {
  materialName,
  packFacts,
  packFileNames,
  readPacks,
  soundName,
  writePack,
  writePackFile,
  type PackFacts,
  type StoredPack,
} from './pack-store.ts';

export { packFacts, removePack, type PackFacts } from './pack-store.ts';

const NO_SCREENS = '作业的页面没有存到本机，断网时会打不开。请检查网络，刷新后再存一次';
const NO_KEY = '这台设备现在不能加密保存，请重新登录后再试';

async function fileOf(address: string): Promise<{ type: string; base64: string }> {
  const { data, status } = await request({
    method: 'GET',
    path: new URL(address, location.href).href,
    responseType: 'blob',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  if (status !== 200) throw new CallError(status, '题目里的图片或录音没有存下来，请重试');
  const blob = data as Blob;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { type: blob.type, base64: btoa(text) };
}

/** Larger files stay on the server. */
const FILE_MOST = 50 * MB;

/** What is stored beside a pack: recordings of notes, and where the user wants them the files of textbooks. */
const besides = ({ notes, materials }: ClassPack, wants: boolean): { readonly name: string; readonly path: string }[] => [
  ...notes.flatMap(({ noteId, sound }) => (sound ? [{ name: soundName(sound), path: noteSound.path.replace('{noteId}', String(noteId)) }] : [])),
  ...(wants ? materials : [])
    .filter(({ bytes }) => bytes <= FILE_MOST)
    .map((file) => ({ name: materialName(file), path: placedFile.path.replace('{placedId}', String(file.placedId)) })),
];

/** The bytes that an endpoint answers. */
export async function blobOf(path: string): Promise<Blob> {
  const { data, status, headers } = await request({ method: 'GET', path, responseType: 'blob', timeout: DOWNLOAD_TIMEOUT_MS });
  if (status !== 200 || String(headers['content-type'] ?? '').startsWith('application/json')) throw new CallError(status, '文件打不开，请重试');
  return data as Blob;
}

/**
 * Stores the pack of a class, or renews it: the one of before stays until the new one is complete. `wants`: with the files of textbooks. `missing`
 * files are named by their number.
 */
export async function savePack(userId: number, classId: number, wants: boolean): Promise<{ facts: PackFacts; missing: number }> {
  const pack = await call(classPack, { params: { classId } });
  const key = await prepareKey(userId);
  if (!key) throw new CallError(CODE.failed, NO_KEY);
  if (!(await keepCode('class'))) throw new CallError(CODE.failed, NO_SCREENS);
  const known = (await withTimeout(readPacks(userId, key), [])).find((one) => one.pack.classId === classId)?.files ?? {};
  const files: Record<string, StoredPack['files'][string]> = {};
  let missing = 0;
  for (const address of new Set([...pack.assignments, ...pack.review].flatMap((one) => one.files))) {
    const here = known[address];
    if (here) files[address] = here;
    else
      await fileOf(address)
        .catch(() => fileOf(address))
        .then(
          (file) => void (files[address] = file),
          () => void (missing += 1),
        );
  }
  const wanted = besides(pack, wants);
  const there = new Set(await packFileNames(userId, classId));
  for (const { name, path } of wanted)
    if (!there.has(name))
      await blobOf(path)
        .then((blob) => writePackFile(userId, key, classId, name, blob))
        .catch((error: unknown) => {
          // The text of the pack is stored all the same.
          reportIfFull(error);
          missing += 1;
        });
  return { facts: await writePack(userId, key, { pack, files }, { names: new Set(wanted.map(({ name }) => name)), wants }), missing };
}

/** Renews the packs that are here. Without a network nothing happens. */
export async function renewPacks(userId: number): Promise<void> {
  for (const { classId, materials } of await withTimeout(packFacts(userId), []))
    await savePack(userId, classId, typeof materials === 'number').catch(() => undefined);
}

/** A paper of an assignment that may be begun or goes on without a network: its time has come and is not over, and it was not handed in on this device. */
export async function packedPaper(userId: number, assignmentId: number, now = Date.now()): Promise<AttemptPaper | null> {
  const key = await storedKey(userId);
  if (!key) return null;
  const done = new Set(
    (await attemptsOf(userId)).filter(({ events }) => events.some(({ kind }) => kind === 'submit')).map(({ paper }) => paper.attemptKey),
  );
  const papers = (await withTimeout(readPacks(userId, key, now), [])).flatMap(
    ({ pack }) => pack.assignments.find((one) => one.assignmentId === assignmentId)?.papers ?? [],
  );
  return papers.find(({ attemptKey, notBefore, notAfter }) => !done.has(attemptKey) && notBefore <= now && now < notAfter) ?? null;
}

/** What packs bring for a book: the classes that use it, and the notes of their teachers. The user of a pack is a student. */
export async function packedNotes(userId: number, publishId: number): Promise<BookClassNotes> {
  const key = await storedKey(userId);
  const packs = key ? await withTimeout(readPacks(userId, key), []) : [];
  const own = packs.map(({ pack }) => pack).filter(({ publishIds }) => publishIds.includes(publishId));
  return {
    classes: own.map(({ classId, className }) => ({ classId, className, role: 'student', live: true })),
    // A pack that an earlier version of the site stored has none.
    notes: own.flatMap(({ notes }) => (notes as ClassNote[] | undefined) ?? []).filter((note) => note.publishId === publishId),
  };
}

/** Questions of the review that packs brought, as long as the user may practise them. Their pictures and recordings are of the device. */
export async function packedReview(userId: number, now = Date.now()): Promise<PackedReview[]> {
  const key = await storedKey(userId);
  const packs = key ? await withTimeout(readPacks(userId, key, now), []) : [];
  return packs.flatMap(({ pack, files }) => {
    // A pack that an earlier version of the site stored has none.
    const review = (pack.review as PackedReview[] | undefined) ?? [];
    return withLocalFiles(
      review.filter(({ until }) => until === null || now < until),
      addressesOf(userId, files),
    );
  });
}

/** Addresses of this page that were made already: each lives as long as the page. */
const made = new Map<string, string>();

const addressesOf = (userId: number, files: StoredPack['files']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files).map(([address, { type, base64 }]) => {
      const name = `${userId} ${address}`;
      const known = made.get(name) ?? URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type }));
      made.set(name, known);
      return [address, known];
    }),
  );

/** Addresses of this page for the pictures and recordings that packs brought, by their addresses on the server. */
export async function packedFiles(userId: number): Promise<Readonly<Record<string, string>>> {
  const key = await storedKey(userId);
  const packs = key ? await withTimeout(readPacks(userId, key), []) : [];
  return Object.assign({}, ...packs.map(({ files }) => addressesOf(userId, files))) as Record<string, string>;
}

/** A question whose pictures and recordings come from the device, where it has them. */
export function withLocalFiles<T>(shown: T, files: Readonly<Record<string, string>>): T {
  const found = Object.entries(files);
  if (found.length === 0) return shown;
  return JSON.parse(
    found.reduce((text, [address, local]) => text.replaceAll(`src=\\"${address}\\"`, `src=\\"${local}\\"`), JSON.stringify(shown)),
  ) as T;
}
