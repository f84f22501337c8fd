import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MissingFile } from '../../files/file-store.ts';
import { BackupError } from '../backup-manifest.ts';
import type { Place } from './place.ts';

/** A folder of this machine. Only the owner can read what it holds: a backup has personal data and usually the key. */
export function diskPlace(root: string): Place {
  const at = (path: string): string => {
    const full = resolve(root, path);
    if (path.includes('\0') || (full !== root && !full.startsWith(root + sep))) throw new BackupError(`${path} 不在 ${root} 里`);
    return full;
  };
  const makeFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    label: root,
    async write(path, bytes) {
      const full = at(path);
      await makeFolder(dirname(full));
      await pipeline(bytes, createWriteStream(`${full}.part`, { mode: 0o600, flush: true }));
      await rename(`${full}.part`, full);
    },
    async read(path) {
      const full = at(path);
      const found = await stat(full).catch(() => null);
      if (!found?.isFile()) throw new MissingFile(path);
      return createReadStream(full);
    },
    async copy(from, to) {
      await makeFolder(dirname(at(to)));
      return link(at(from), at(to)).then(
        () => true,
        () => false,
      );
    },
    names: (folder) =>
      readdir(at(folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      }),
    remove: (path) => rm(at(path), { recursive: true, force: true }),
  };
}

/** Creates the folder of a backup, readable by its owner only. */
export async function prepareFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
}

/** Returns whether a folder has anything in it; false when it does not exist. */
export const hasEntries = async (folder: string, except: readonly string[] = []): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).some((name) => !except.includes(name));
