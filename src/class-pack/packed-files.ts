import { noteSound, type ClassNote } from '../../contract/teaching/class-note.ts';
import type { ClassPack } from '../../contract/teaching/class-pack.ts';
import type { PlacedItem } from '../../contract/textbook/placed.ts';
import { saveAs } from '../api/receive-file.ts';
import { storedKey } from '../device-key/device-key.ts';
import { currentPerson } from '../session/current-person.ts';
import { withTimeout } from '../storage/device-store.ts';
import { blobOf } from './class-pack.ts';
import { materialName, packFile, packFileNames, readPacks, soundName } from './pack-store.ts';

/** A file beside a pack that names it now. */
async function fileBeside(name: string, names: (pack: ClassPack) => boolean): Promise<Blob | null> {
  const userId = currentPerson();
  const key = userId === null ? null : await storedKey(userId);
  if (userId === null || !key) return null;
  for (const { pack } of await withTimeout(readPacks(userId, key), [])) {
    const found = names(pack) ? await packFile(userId, key, pack.classId, name) : null;
    if (found) return found;
  }
  return null;
}

/** The recording of a note: of the device, else of the server. */
export async function soundOf({ noteId, sound }: Pick<ClassNote, 'noteId' | 'sound'>): Promise<Blob> {
  const here = sound && (await fileBeside(soundName(sound), ({ notes }) => notes.some((note) => note.noteId === noteId)).catch(() => null));
  return here ?? blobOf(noteSound.path.replace('{noteId}', String(noteId)));
}

const isReadable = ({ materials }: ClassPack, placedId: number, now: number): boolean =>
  // A pack that an earlier version of the site stored has none.
  ((materials as ClassPack['materials'] | undefined) ?? []).some((one) => one.placedId === placedId && (one.until === null || now < one.until));

/** Saves a file of a textbook from a pack on this device; returns false when none has it. */
export async function savePackedFile({ placedId, file }: PlacedItem): Promise<boolean> {
  if (!file) return false;
  const found = await fileBeside(materialName({ placedId, bytes: file.bytes }), (pack) => isReadable(pack, placedId, Date.now())).catch(() => null);
  if (found) saveAs(found, file.name);
  return found !== null;
}

/** Names of the files beside the pack of a class; see `materialName`. */
export async function filesBeside(classId: number): Promise<ReadonlySet<string>> {
  const userId = currentPerson();
  return new Set(userId === null ? [] : await packFileNames(userId, classId).catch(() => []));
}
