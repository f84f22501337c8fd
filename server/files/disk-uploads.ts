import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { UPLOAD_ID, UPLOAD_LIFE_MS, type UploadStore } from './upload-store.ts';

/** Stores uploads in a folder of this server: `<id>` holds the bytes, `<id>.json` the metadata. */
export function diskUploads(folder: string): UploadStore {
  const tus = new FileStore({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS });
  const place = (uploadId: string): string => join(folder, uploadId);
  const begun = (name: string) => stat(`${place(name)}.json`).catch(() => stat(place(name)).catch(() => null));
  return {
    tus,
    keyOf: (uploadId) => uploadId,
    idOf: (key) => key,
    async find(uploadId) {
      const [known, file] = await Promise.all([tus.configstore.get(uploadId), stat(place(uploadId)).catch(() => null)]);
      if (!known || !file) return null;
      return { size: file.size, finished: known.size !== undefined && file.size === known.size, metadata: known.metadata ?? {} };
    },
    async localFile(uploadId) {
      const file = await stat(place(uploadId)).catch(() => null);
      return file ? place(uploadId) : null;
    },
    async put(uploadId, bytes, metadata) {
      await mkdir(folder, { recursive: true });
      await writeFile(place(uploadId), bytes);
      await tus.configstore.set(uploadId, new Upload({ id: uploadId, size: bytes.length, offset: bytes.length, metadata }));
    },
    async remove(uploadId) {
      await Promise.all([rm(place(uploadId), { force: true }), rm(`${place(uploadId)}.json`, { force: true })]);
    },
    async begunBefore(time) {
      const names = new Set((await readdir(folder).catch(() => [])).map((name) => name.replace(/\.json$/, '')));
      const old: string[] = [];
      for (const name of names) {
        if (!UPLOAD_ID.test(name)) continue;
        const found = await begun(name);
        if (found && found.mtimeMs < time) old.push(name);
      }
      return old;
    },
  };
}
