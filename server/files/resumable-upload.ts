import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WORDS } from '../../contract/error.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { ANSWER_UPLOAD_PATH } from '../../contract/teaching/attempt.ts';
import { TEACHING } from '../../contract/teaching/teaching-limits.ts';
import { EPUB_UPLOAD_PATH } from '../../contract/catalog/preparation.ts';
import { API_PREFIX, EPUB, MEDIA } from '../../contract/limits.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { MANUSCRIPT_UPLOAD_PATH } from '../../contract/manuscript/manuscript-file.ts';
import { MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import type { AppContext } from '../context.ts';
import { forbidden, missing, warning } from '../http/app-error.ts';
import { isOutage } from '../outage/outage.ts';
import { countEvent, type RateLimit } from '../http/rate-limit.ts';
import { bearer, requireUser, type App } from '../http/serve.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { uploadStoreOf } from './choose-upload-store.ts';
import { PART, errorOf, TUS, UploadServer, wordsFor, type UploadRoute } from './upload-error.ts';
import { UPLOAD_ID, UPLOAD_LIFE_MS } from './upload-store.ts';
import { ownsFile } from './file.policy.ts';

const ENTRY_POINTS: readonly UploadRoute[] = [
  { path: API_PREFIX + EPUB_UPLOAD_PATH, permission: 'publish:publication:add', bytes: EPUB.fileBytes, tooLarge: '请压缩书中的图片后再上传' },
  { path: API_PREFIX + MEDIA_UPLOAD_PATH, permission: 'publish:audio:add', bytes: MEDIA.fileBytes, tooLarge: '请降低码率或拆分后再上传' },
  { path: API_PREFIX + MANUSCRIPT_UPLOAD_PATH, permission: null, bytes: MEDIA.fileBytes, tooLarge: '请降低码率或拆分后再上传' },
  { path: API_PREFIX + ANSWER_UPLOAD_PATH, permission: null, bytes: TEACHING.fileBytes, tooLarge: '请压缩后再上传' },
];

/** Paths at which resumable uploads begin. */
export const TUS_ENTRY_POINTS = ENTRY_POINTS.map(({ path }) => path.slice(API_PREFIX.length));

export interface Upload {
  readonly uploadId: string;
  readonly fileName: string;
  readonly size: number;
  readonly finished: boolean;
  readonly ownerId: number;
}

/** Returns the metadata of an upload; null when none has that id. */
export async function uploadById(context: AppContext, uploadId: string): Promise<Upload | null> {
  const found = UPLOAD_ID.test(uploadId) ? await uploadStoreOf(context).find(uploadId) : null;
  if (!found) return null;
  return {
    uploadId,
    fileName:
      visibleText(found.metadata['filename'] ?? '')
        .replaceAll('\0', '')
        .replace(/^.*[\\/]/, '')
        .slice(0, 200) || '未命名',
    size: found.size,
    finished: found.finished,
    ownerId: Number(found.metadata['owner']),
  };
}

/** Returns a finished upload of this user; throws when it is gone, another person's, or not complete. */
export async function finishedUpload(context: AppContext, currentUser: CurrentUser, uploadId: string): Promise<Upload> {
  const upload = await uploadById(context, uploadId);
  if (!upload) throw missing('上传不存在或已过期，请重新上传');
  if (!ownsFile(upload, currentUser)) throw forbidden();
  if (!upload.finished) throw warning('文件还没有上传完，请等上传完成后再试');
  return upload;
}

/** Returns a local path of the uploaded file, copied to `place` when it is in the object store; null when it is gone. */
export const uploadedFile = (context: AppContext, uploadId: string, place: string): Promise<string | null> =>
  uploadStoreOf(context).localFile(uploadId, place);

export const removeUpload = (context: AppContext, uploadId: string): Promise<void> => uploadStoreOf(context).remove(uploadId);

/** Removes uploads that began more than a day ago and that nothing waits for. */
export async function removeOldUploads(context: AppContext, wanted: ReadonlySet<string>, now: number = Date.now()): Promise<void> {
  for (const uploadId of await uploadStoreOf(context).begunBefore(now - UPLOAD_LIFE_MS)) {
    if (!wanted.has(uploadId)) await removeUpload(context, uploadId);
  }
}

/** Uploads that a user without a permission begins in a day: each may take room on the disk that long. */
const BEGUN: Omit<RateLimit, 'points'> = { name: 'resumable_upload', windowMs: DAY_MS };
const BEGUN_MOST = 1_000;

const mayBegin = async (context: AppContext, { permission }: UploadRoute, { userId }: CurrentUser): Promise<boolean> =>
  permission !== null || (await countEvent(context, BEGUN, userId)) <= BEGUN_MOST;

/** Returns whether an upload is being processed or is queued. */
type Wanted = (context: AppContext, uploadId: string) => Promise<boolean>;

/**
 * Resumable uploads (tus 1.0), with one entry point for books, audio and video, files of manuscripts, and answers. Each request carries the token; only its
 * creator may access an upload.
 */
export function resumableUploadRoutes(app: App, isWanted: Wanted): void {
  app.addContentTypeParser(PART, (_request, _payload, done) => done(null));
  for (const door of ENTRY_POINTS) openEntryPoint(app, door, isWanted);
}

function openEntryPoint(app: App, door: UploadRoute, isWanted: Wanted): void {
  /** The current user and the upload that the request may access: the library would otherwise parse the id itself, even from the query. */
  const admitted = new WeakMap<object, { currentUser: CurrentUser; uploadId: string | undefined }>();
  const admission = (request: { runtime?: { node?: { req?: object } } }) => admitted.get(request.runtime?.node?.req ?? {});
  const store = uploadStoreOf(app.context);
  const server = new UploadServer(door, {
    path: door.path,
    datastore: store.tus,
    ...(store.locker ? { locker: store.locker } : {}),
    maxSize: door.bytes,
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: () => store.keyOf(randomBytes(16).toString('hex')),
    generateUrl: (_request, { path, id }) => `${path}/${store.idOf(id)}`,
    getFileIdFromRequest: (request) => {
      const uploadId = admission(request)?.uploadId;
      return uploadId === undefined ? undefined : store.keyOf(uploadId);
    },
    onUploadCreate: async (request, upload) => {
      const currentUser = admission(request)?.currentUser;
      if (!currentUser) throw new Error('an upload without a visitor');
      return { metadata: { filename: upload.metadata?.['filename'] ?? '', owner: String(currentUser.userId) } };
    },
    onResponseError: (request, error) => errorOf(error, request.headers, door),
  });

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const refused = (status: number, msg: string) => reply.status(status).header('tus-resumable', TUS).send({ code: status, msg });
    const token = bearer(request);
    const currentUser = token ? await requireUser(app, token, request) : null;
    if (!currentUser) return refused(401, '登录状态已过期，请重新登录后继续上传');
    if (door.permission !== null && !hasPermission(currentUser, door.permission)) return refused(403, WORDS[403] ?? '');
    if (request.method === 'POST' && !(await mayBegin(app.context, door, currentUser))) return refused(429, '上传太频繁，请稍后再试');
    if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS) {
      void reply.header('tus-version', TUS);
      return refused(412, wordsFor(412, door));
    }
    if (request.method === 'PATCH' && request.headers['content-type'] !== PART) return refused(415, wordsFor(415, door));
    const uploadId = (request.params as { '*'?: string })['*'];
    if (uploadId !== undefined) {
      const upload = await uploadById(app.context, uploadId).catch((error: unknown) => (isOutage(error) ? ('away' as const) : Promise.reject(error)));
      if (upload === 'away') return refused(503, wordsFor(503, door));
      if (!upload) return refused(404, wordsFor(404, door));
      if (!ownsFile(upload, currentUser)) return refused(403, WORDS[403] ?? '');
      if (request.method === 'DELETE' && (await isWanted(app.context, uploadId))) return refused(409, '文件正在处理，不能取消上传，请等处理结束');
    }
    admitted.set(request.raw, { currentUser, uploadId });
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader('cache-control', 'no-store');
    reply.hijack();
    await server.handle(request.raw, reply.raw);
  };
  const method = ['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'];
  app.route({ method, url: door.path, handler });
  app.route({ method, url: `${door.path}/*`, handler });
}

/** Stores a complete file as a finished upload, on behalf of the server itself. */
export async function storeUploadFile(
  context: AppContext,
  upload: { uploadId: string; ownerId: number; fileName: string; bytes: Buffer },
): Promise<void> {
  const { uploadId, ownerId, fileName, bytes } = upload;
  await uploadStoreOf(context).put(uploadId, bytes, { filename: fileName, owner: String(ownerId) });
}
