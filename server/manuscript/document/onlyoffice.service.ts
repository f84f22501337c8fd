import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../contract/clock.ts';
import type { DocumentKind, DocumentMode } from '../../../contract/manuscript/document.ts';
import type { AppContext } from '../../context.ts';
import { signJwt, verifyJwt } from '../../document/json-web-token.ts';
import { forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { signToken, verifyToken } from '../../http/signed-token.ts';
import { userActing } from '../../identity/acting-user.service.ts';
import { documentSource, type OpenedDocument } from './document-source.service.ts';
import { markAuthor } from '../version/manuscript-version.service.ts';

/** A session of the document server ends after a day without a word from it. */
export const SESSION_MS = DAY_MS;
/** The configuration of an editor is used at once; the editor itself refreshes nothing. */
const CONFIG_LIFE_S = 43_200;
const PURPOSE = 'onlyoffice';

/**
 * A session: people who open one document together have one key. The key belongs to the version that was opened first and stays the same while saves
 * make new versions, because a running session cannot change its key.
 */
export interface Session {
  readonly key: string;
  /** The newest version that this session stored, or the one it began with. */
  readonly versionNo: number;
  readonly userIds: readonly number[];
}

const addressOf = (kind: DocumentKind, id: number): string => `onlyoffice:${kind}:${id}`;
export const readSession = async ({ cache }: AppContext, address: string): Promise<Session | null> => {
  const text = await cache.get(address);
  return text === null ? null : (JSON.parse(text) as Session);
};
export const writeSession = ({ cache }: AppContext, address: string, session: Session): Promise<void> =>
  cache.set(address, JSON.stringify(session), SESSION_MS);

/** Pages of a manuscript have one session; the other documents are made for each reader and never stored. */
export const OF_MANUSCRIPT: ReadonlySet<DocumentKind> = new Set(['open', 'audit', 'collab', 'preview']);
export const sessionAt = (archiveId: number | null, kind: DocumentKind, id: number): string =>
  archiveId !== null && OF_MANUSCRIPT.has(kind) ? addressOf('open', archiveId) : addressOf(kind, id);

/** The signed configuration of the editor, and the address of its script. */
export async function onlyofficeFor(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number, opened: OpenedDocument) {
  const { onlyoffice, publicUrl } = context.settings;
  if (!onlyoffice) return null;
  const address = sessionAt(opened.archiveId, kind, id);
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

export interface Place {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly key: string;
  readonly userId: number;
}

/** Reads the token of an address that this server gave to the document server. */
export function placeIn(context: AppContext, token: string): Place {
  const [kind, id, key, userId, until] = verifyToken(context, PURPOSE, token) ?? [];
  if (kind === undefined || key === undefined || !(Number(until) > Date.now())) throw forbidden('链接已失效，请重新打开文稿');
  return { kind: kind as DocumentKind, id: Number(id), key, userId: Number(userId) };
}

/** The bearer token of the document server; every one of its requests has one. */
export function verified(context: AppContext, request: FastifyRequest, inBody?: unknown): Record<string, unknown> {
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
