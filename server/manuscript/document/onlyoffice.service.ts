import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import type { DocumentKind, DocumentMode } from '../../../contract/manuscript/document.ts';
import { VERSION_BYTES } from '../../../contract/manuscript/manuscript-version.ts';
import type { AppContext } from '../../context.ts';
import { signJwt, verifyJwt } from '../../document/json-web-token.ts';
import { AppError, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { signToken, verifyToken } from '../../http/signed-token.ts';
import { userActing } from '../../identity/acting-user.service.ts';
import { documentSource, type OpenedDocument } from './document-source.service.ts';
import { saveDocument } from './document-save.service.ts';
import { markAuthor, readableManuscript } from '../version/manuscript-version.service.ts';

/** A session of the document server ends after a day without a word from it. */
const SESSION_MS = DAY_MS;
/** The configuration of an editor is used at once; the editor itself refreshes nothing. */
const CONFIG_LIFE_S = 43_200;
const DOWNLOAD_MS = 60_000;
const PURPOSE = 'onlyoffice';

/**
 * A session: people who open one document together have one key. The key belongs to the version that was opened first and stays the same while saves
 * make new versions, because a running session cannot change its key.
 */
interface Session {
  readonly key: string;
  /** The newest version that this session stored, or the one it began with. */
  readonly versionNo: number;
  readonly userIds: readonly number[];
}

const addressOf = (kind: DocumentKind, id: number): string => `onlyoffice:${kind}:${id}`;
const readSession = async ({ cache }: AppContext, address: string): Promise<Session | null> => {
  const text = await cache.get(address);
  return text === null ? null : (JSON.parse(text) as Session);
};
const writeSession = ({ cache }: AppContext, address: string, session: Session): Promise<void> =>
  cache.set(address, JSON.stringify(session), SESSION_MS);

/** Pages of a manuscript have one session; the other documents are made for each reader and never stored. */
const OF_MANUSCRIPT: ReadonlySet<DocumentKind> = new Set(['open', 'audit', 'collab', 'preview']);
const sessionAt = ({ archiveId }: OpenedDocument, kind: DocumentKind, id: number): string =>
  archiveId !== null && OF_MANUSCRIPT.has(kind) ? addressOf('open', archiveId) : addressOf(kind, id);

/** The signed configuration of the editor, and the address of its script. */
export async function onlyofficeFor(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number, opened: OpenedDocument) {
  const { onlyoffice, publicUrl } = context.settings;
  if (!onlyoffice) return null;
  const address = sessionAt(opened, kind, id);
  const writes = opened.mode !== 'view';
  const known = writes ? await readSession(context, address) : null;
  // A version from elsewhere ends the session for those who open the document now: they get another key.
  const session: Session = (known?.versionNo === opened.versionNo ? known : null) ?? { key: keyOf(opened), versionNo: opened.versionNo, userIds: [] };
  if (writes && !session.userIds.includes(currentUser.userId))
    await writeSession(context, address, { ...session, userIds: [...session.userIds, currentUser.userId] });
  const token = signToken(context, PURPOSE, [kind, id, session.key, currentUser.userId, Date.now() + SESSION_MS]);
  const config = {
    documentType: 'word',
    type: 'desktop',
    document: {
      fileType: 'docx',
      key: session.key,
      title: opened.fileName,
      url: `${publicUrl}/onlyoffice/file?token=${encodeURIComponent(token)}`,
      permissions: { ...PERMISSIONS[opened.mode], download: true, print: true, chat: false },
    },
    editorConfig: {
      lang: 'zh-CN',
      mode: writes ? 'edit' : 'view',
      ...(writes ? { callbackUrl: `${publicUrl}/onlyoffice/callback?token=${encodeURIComponent(token)}` } : {}),
      user: { id: String(currentUser.userId), name: markAuthor(currentUser) },
      customization: { forcesave: true, autosave: true, compactHeader: true, help: false, feedback: false },
    },
  };
  return {
    script: `${onlyoffice.url}/web-apps/apps/api/documents/api.js`,
    config: { ...config, token: signJwt(onlyoffice.secret, config, CONFIG_LIFE_S) },
  };
}

/** What each mode may do there: review without edit allows marks and comments only. */
const PERMISSIONS: Readonly<Record<DocumentMode, object>> = {
  view: { edit: false, review: false, comment: false },
  comment: { edit: false, review: false, comment: true },
  suggest: { edit: false, review: true, comment: true },
  edit: { edit: true, review: true, comment: true },
};

/** Characters that the document server allows, 128 at most. */
const keyOf = ({ archiveId, versionNo, bytes }: OpenedDocument): string =>
  `${archiveId ?? 0}-${versionNo}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}-${randomBytes(4).toString('hex')}`;

interface Place {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly key: string;
  readonly userId: number;
}

/** Reads the token of an address that this server gave to the document server. */
function placeIn(context: AppContext, token: string): Place {
  const [kind, id, key, userId, until] = verifyToken(context, PURPOSE, token) ?? [];
  if (kind === undefined || key === undefined || !(Number(until) > Date.now())) throw forbidden('链接已失效，请重新打开文稿');
  return { kind: kind as DocumentKind, id: Number(id), key, userId: Number(userId) };
}

/** The bearer token of the document server; every one of its requests has one. */
function verified(context: AppContext, request: FastifyRequest, inBody?: unknown): Record<string, unknown> {
  const { onlyoffice } = context.settings;
  if (!onlyoffice || context.settings.documentReview !== 'onlyoffice') throw missing();
  const header = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const token = typeof inBody === 'string' ? inBody : header;
  const payload = token === undefined ? null : verifyJwt(onlyoffice.secret, token);
  if (!payload) throw forbidden('签名不正确');
  return payload;
}

/** The file that a session begins with, with the right of the person who opened it. */
export async function fileFor(context: AppContext, request: FastifyRequest, token: string): Promise<Buffer> {
  verified(context, request);
  const { kind, id, userId } = placeIn(context, token);
  return (await documentSource(kind)(context, await userActing(context, userId), id)).bytes;
}

const callbackBody = z.object({
  /** 1 being edited, 2 closed with changes, 3 saving failed, 4 closed without changes, 6 saved during the session, 7 that failed. */
  status: z.number().int(),
  key: z.string(),
  url: z.string().optional(),
  users: z.array(z.string()).optional(),
});

/** Not 4: a message 4 may be followed by 2 for the same session. */
const CLOSED = new Set([2, 3]);
const WITH_FILE = new Set([2, 3, 6, 7]);

/**
 * A message of the document server. With a file (2 and 6, and after a failure 3 and 7 with what could be saved) it becomes a version by the same check
 * as every upload; what the check rejects is kept beside the versions.
 */
export async function callback(context: AppContext, request: FastifyRequest, token: string): Promise<void> {
  const sent = request.body as Record<string, unknown> | undefined;
  const payload = verified(context, request, sent?.['token']);
  // Only what is signed counts: in the header the body is below `payload`.
  const found = callbackBody.safeParse('payload' in payload ? payload['payload'] : payload);
  if (!found.success) throw forbidden('消息不完整');
  const { status, key, url, users } = found.data;
  const place = placeIn(context, token);
  if (key !== place.key) throw forbidden('文稿编号不符');
  const writer = await userActing(context, writerOf(users, place));
  const opened = await documentSource(place.kind)(context, writer, place.id);
  const address = sessionAt(opened, place.kind, place.id);
  const session = await readSession(context, address);
  if (session && session.key !== key) throw forbidden('文稿编号不符');
  if (WITH_FILE.has(status) && url !== undefined) await store(context, request, { kind: place.kind, opened, writer, address, session, key, url });
  if (CLOSED.has(status)) await context.cache.remove(address);
}

/** The last person who changed something; the person who opened the page when the server names no user. */
const writerOf = (users: readonly string[] | undefined, { userId }: Place): number => {
  const last = Number(users?.at(-1));
  return Number.isSafeInteger(last) && last > 0 ? last : userId;
};

interface Arrived {
  readonly kind: DocumentKind;
  readonly opened: OpenedDocument;
  readonly writer: CurrentUser;
  readonly address: string;
  readonly session: Session | null;
  readonly key: string;
  readonly url: string;
}

async function store(context: AppContext, request: FastifyRequest, arrived: Arrived): Promise<void> {
  const { kind, opened, writer, address, session, key, url } = arrived;
  if (opened.archiveId === null || !OF_MANUSCRIPT.has(kind)) throw forbidden('这份文稿不能修改');
  const bytes = await download(context, url);
  const row = await readableManuscript(context.db, writer, opened.archiveId);
  const userIds = [...new Set([...(session?.userIds ?? []), writer.userId])];
  const people = await Promise.all(userIds.map((userId) => userActing(context, userId)));
  try {
    const saved = await saveDocument({ context, currentUser: writer, request }, row, {
      name: opened.fileName,
      bytes,
      note: '协作编辑',
      base: session?.versionNo ?? versionIn(key),
      authors: people.map(markAuthor),
    });
    await writeSession(context, address, { key, versionNo: saved.versionNo, userIds });
  } catch (error) {
    // What is rejected in words was kept beside the versions, so the document server must not send it again.
    if (!(error instanceof AppError)) throw error;
    request.log.warn({ code: error.code }, 'a document of the document server did not become a version');
  }
}

/** The version in a key, for a message after the session was forgotten. */
const versionIn = (key: string): number => Number(key.split('-')[1]) || 0;

/** Downloads a file from the configured document server and from nowhere else. */
async function download(context: AppContext, url: string): Promise<Buffer> {
  const own = context.settings.onlyoffice;
  if (!own || !URL.canParse(url) || new URL(url).origin !== new URL(own.url).origin) throw forbidden('文件不在文档服务器上');
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!answer.ok || !answer.body) throw new Error(`the document server answered ${answer.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > VERSION_BYTES) throw forbidden('文稿过大，请拆分后再保存');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
