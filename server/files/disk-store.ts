import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MissingFile, type FileStore } from './file-store.ts';

/** Files below `root`, outside any web root. A key that leaves it is refused. */
export function diskStore(root: string): FileStore {
  function place(key: string): string {
    const path = resolve(root, key);
    if (key.includes('\0') || (path !== root && !path.startsWith(root + sep))) throw new MissingFile(key);
    return path;
  }
  return {
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.part`;
      await pipeline(bytes instanceof Readable ? bytes : Readable.from([bytes]), createWriteStream(part, { flush: true }));
      await rename(part, path);
    },
    async putFolder(localFolder, prefix) {
      const path = place(prefix);
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { recursive: true, force: true });
      await rename(localFolder, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await cp(localFolder, path, { recursive: true });
        await rm(localFolder, { recursive: true });
      });
      const folder = await open(dirname(path));
      await folder.sync();
      await folder.close();
    },
    async read(key, range) {
      const path = place(key);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) throw new MissingFile(key);
      return createReadStream(path, range);
    },
    async size(key) {
      const found = await stat(place(key)).catch(() => null);
      return found?.isFile() ? found.size : null;
    },
    async remove(key) {
      await rm(place(key), { force: true });
    },
    async removeAll(prefix) {
      if (place(prefix) === root) throw new Error('a prefix is needed');
      await rm(place(prefix), { recursive: true, force: true });
    },
  };
}

/** Every file below a local folder, as paths relative to it with `/`. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}
