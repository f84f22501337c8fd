import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Upload as TusUpload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WORDS } from '../../contract/error.ts';
import { EPUB_UPLOAD_PATH } from '../../contract/catalog/preparation.ts';
import { API_PREFIX, EPUB, MEDIA } from '../../contract/limits.ts';
import { MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import type { House } from '../house.ts';
import { bearer, type App } from '../http/serve.ts';
import { holds, type Visitor } from '../http/visitor.ts';
import { PART, refusalOf, TUS, UploadServer, wordsFor, type Door } from './upload-refusal.ts';

const DOORS: readonly Door[] = [
  { path: API_PREFIX + EPUB_UPLOAD_PATH, permission: 'publish:publication:add', bytes: EPUB.fileBytes, tooLarge: '请压缩书中的图片后再上传' },
  { path: API_PREFIX + MEDIA_UPLOAD_PATH, permission: 'publish:audio:add', bytes: MEDIA.fileBytes, tooLarge: '请降低码率或拆分后再上传' },
];
const LIFE_MS = 24 * 3_600_000;
const ID = /^[0-9a-f]{32}$/;

export interface Upload {
  readonly uploadId: string;
  readonly path: string;
  readonly fileName: string;
  readonly size: number;
  readonly finished: boolean;
  readonly ownerId: number;
}

const folderOf = (house: House): string => join(house.settings.dataDir, 'uploads');
const stores = new WeakMap<House, FileStore>();

function storeOf(house: House): FileStore {
  const store = stores.get(house) ?? new FileStore({ directory: folderOf(house), expirationPeriodInMilliseconds: LIFE_MS });
  stores.set(house, store);
  return store;
}

/** What is known of an upload; null when there is none by that id. */
export async function uploadById(house: House, uploadId: string): Promise<Upload | null> {
  if (!ID.test(uploadId)) return null;
  const path = join(folderOf(house), uploadId);
  const [found, file] = await Promise.all([storeOf(house).configstore.get(uploadId), stat(path).catch(() => null)]);
  if (!found || !file) return null;
  return {
    uploadId,
    path,
    fileName:
      (found.metadata?.['filename'] ?? '')
        .replaceAll('\0', '')
        .replace(/^.*[\\/]/, '')
        .slice(0, 200) || '未命名',
    size: file.size,
    finished: found.size !== undefined && file.size === found.size,
    ownerId: Number(found.metadata?.['owner']),
  };
}

export async function removeUpload(house: House, uploadId: string): Promise<void> {
  const path = join(folderOf(house), uploadId);
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
}

/** Removes uploads begun more than a day ago that nothing waits for. */
export async function removeOldUploads(house: House, wanted: ReadonlySet<string>, now: number = Date.now()): Promise<void> {
  const names = await readdir(folderOf(house)).catch(() => []);
  for (const name of names.map((one) => one.replace(/\.json$/, ''))) {
    if (!ID.test(name) || wanted.has(name)) continue;
    const begun = await stat(join(folderOf(house), `${name}.json`)).catch(() => stat(join(folderOf(house), name)).catch(() => null));
    if (begun && now - begun.mtimeMs > LIFE_MS) await removeUpload(house, name);
  }
}

/** Whether something is made of an upload now, or waits to be. */
type Wanted = (house: House, uploadId: string) => Promise<boolean>;

/** Resumable uploads (tus 1.0), a door for books and one for audio and video. Each request carries the token; an upload is its creator's alone. */
export function resumableUploadRoutes(app: App, isWanted: Wanted): void {
  app.addContentTypeParser(PART, (_request, _payload, done) => done(null));
  for (const door of DOORS) openDoor(app, door, isWanted);
}

function openDoor(app: App, door: Door, isWanted: Wanted): void {
  /** Who sends a request, and the upload it was admitted to: the library would read an id of its own, also out of the query. */
  const admitted = new WeakMap<object, { visitor: Visitor; uploadId: string | undefined }>();
  const admission = (request: { runtime?: { node?: { req?: object } } }) => admitted.get(request.runtime?.node?.req ?? {});
  const server = new UploadServer(door, {
    path: door.path,
    datastore: storeOf(app.house),
    maxSize: door.bytes,
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: () => randomBytes(16).toString('hex'),
    getFileIdFromRequest: (request) => admission(request)?.uploadId,
    onUploadCreate: async (request, upload) => {
      const visitor = admission(request)?.visitor;
      if (!visitor) throw new Error('an upload without a visitor');
      return { metadata: { filename: upload.metadata?.['filename'] ?? '', owner: String(visitor.userId) } };
    },
    onResponseError: (request, error) => refusalOf(error, request.headers, door),
  });

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const refused = (status: number, msg: string) => reply.status(status).header('tus-resumable', TUS).send({ code: status, msg });
    const token = bearer(request);
    const visitor = token ? await app.recognise(token, request) : null;
    if (!visitor) return refused(401, '登录状态已过期，请重新登录后继续上传');
    if (!holds(visitor, door.permission)) return refused(403, WORDS[403] ?? '');
    if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS) {
      void reply.header('tus-version', TUS);
      return refused(412, wordsFor(412, door));
    }
    if (request.method === 'PATCH' && request.headers['content-type'] !== PART) return refused(415, wordsFor(415, door));
    const uploadId = (request.params as { '*'?: string })['*'];
    if (uploadId !== undefined) {
      const upload = await uploadById(app.house, uploadId);
      if (!upload) return refused(404, wordsFor(404, door));
      if (upload.ownerId !== visitor.userId) return refused(403, WORDS[403] ?? '');
      if (request.method === 'DELETE' && (await isWanted(app.house, uploadId))) return refused(409, '文件正在处理，不能取消上传，请等处理结束');
    }
    admitted.set(request.raw, { visitor, uploadId });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader('cache-control', 'no-store');
    reply.hijack();
    await server.handle(request.raw, reply.raw);
  };
  const method = ['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'];
  app.route({ method, url: door.path, handler });
  app.route({ method, url: `${door.path}/*`, handler });
}

/** A whole file put where finished uploads stand, by the server itself. */
export async function keepUpload(house: House, upload: { uploadId: string; ownerId: number; fileName: string; bytes: Buffer }): Promise<void> {
  const { uploadId, ownerId, fileName, bytes } = upload;
  await mkdir(folderOf(house), { recursive: true });
  await writeFile(join(folderOf(house), uploadId), bytes);
  const known = new TusUpload({ id: uploadId, size: bytes.length, offset: bytes.length, metadata: { filename: fileName, owner: String(ownerId) } });
  await storeOf(house).configstore.set(uploadId, known);
}
