import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LISTED_AT_ONCE, MissingFile, type FileStore, type Listed, type Weight } from './file-store.ts';

/** Stores files below `root`, outside any web root. Throws for a key that leaves it. */
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
    async *list(prefix) {
      const folder = await opendir(place(prefix)).catch(gone);
      let some: Listed[] = [];
      for await (const entry of folder ?? []) {
        some.push({ key: `${prefix}/${entry.name}`, folder: entry.isDirectory() });
        if (some.length < LISTED_AT_ONCE) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
    },
    async weigh(key) {
      const path = place(key);
      const own = await stat(path).catch(gone);
      if (!own) return null;
      const sum = { files: 0, bytes: 0, writtenAt: own.mtimeMs };
      if (!own.isDirectory()) return { ...sum, files: 1, bytes: own.size };
      for (const name of await filesBelow(path)) {
        const found = await stat(join(path, name)).catch(gone);
        if (found) add(sum, found.size, found.mtimeMs);
      }
      return sum;
    },
  };
}

const gone = (error: NodeJS.ErrnoException): null => {
  if (error.code !== 'ENOENT') throw error;
  return null;
};

/** Adds one file to the sum. */
export function add(sum: { -readonly [K in keyof Weight]: Weight[K] }, bytes: number, writtenAt: number): void {
  sum.files += 1;
  sum.bytes += bytes;
  sum.writtenAt = Math.max(sum.writtenAt, writtenAt);
}

/** Returns every file below a local folder, as paths relative to it with `/`. */
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
