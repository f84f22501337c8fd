import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { VERSION_BYTES } from '../../../contract/manuscript/manuscript-version.ts';
import { logOfJob } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { AppError, forbidden } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { userActing } from '../../identity/acting-user.service.ts';
import { readsManuscript, writesManuscript } from '../manuscript.policy.ts';
import { manuscriptIn, type ManuscriptRow } from '../manuscript-step.service.ts';
import { versionById } from '../version/manuscript-version.queries.ts';
import { markAuthor } from '../version/manuscript-version.service.ts';
import { keepBeside, saveDocument, type SavedDocument } from './document-save.service.ts';
import {
  OF_MANUSCRIPT,
  placeIn,
  readSession,
  SESSION_MS,
  sessionAt,
  verified,
  writeSession,
  type Place,
  type Session,
} from './onlyoffice.service.ts';

const DOWNLOAD_MS = 60_000;
/** Messages about one key are handled one after the other; one waits this long at most. */
const TURN_MS = 90_000;
const TURN_STEP_MS = 100;
/** Messages whose handling is remembered for each key. */
const REMEMBERED = 200;

const callbackBody = z.object({
  /** 1 being edited, 2 closed with changes, 3 saving failed, 4 closed without changes, 6 saved during the session, 7 that failed. */
  status: z.number().int(),
  key: z.string(),
  url: z.string().optional(),
  users: z.array(z.string()).optional(),
  actions: z.array(z.object({ userid: z.string() })).optional(),
});
type Message = z.output<typeof callbackBody>;

/** Not 4: a message 4 may be followed by 2 for the same session. */
const CLOSED = new Set([2, 3]);
const WITH_FILE = new Set([2, 3, 6, 7]);

/**
 * A message of the document server. With a file (2 and 6, and after a failure 3 and 7 with what could be saved) it becomes a version by the same check
 * as every upload. A file that the check rejects, that comes from an ended session or that arrives late is stored beside the versions, and its owner gets a message.
 */
export async function callback(context: AppContext, request: FastifyRequest, token: string): Promise<void> {
  const sent = request.body as Record<string, unknown> | undefined;
  const payload = verified(context, request, sent?.['token']);
  // Only what is signed counts: in the header the body is below `payload`.
  const found = callbackBody.safeParse('payload' in payload ? payload['payload'] : payload);
  if (!found.success) throw forbidden('消息不完整');
  const message = found.data;
  const place = placeIn(context, token);
  if (message.key !== place.key) throw forbidden('文稿编号不符');
  const archiveId = await manuscriptAt(context, place);
  const address = sessionAt(archiveId, place.kind, place.id);
  const saves = WITH_FILE.has(message.status) && message.url !== undefined;
  if (saves && archiveId === null) throw forbidden('这份文稿不能修改');
  await inTurn(context, message.key, async () => {
    if (saves && archiveId !== null) await store(context, request, { place, message, archiveId, address, signedAt: Number(payload['iat']) || 0 });
    // The end of an older session does not end the one that runs now.
    if (CLOSED.has(message.status) && (await readSession(context, address))?.key === message.key) await context.cache.remove(address);
  });
}

/** The manuscript of a page; null for the documents that are made for each reader. */
async function manuscriptAt({ db }: AppContext, { kind, id }: Place): Promise<number | null> {
  if (!OF_MANUSCRIPT.has(kind)) return null;
  return kind === 'preview' ? ((await versionById(db, id))?.archiveId ?? null) : id;
}

/** The document server repeats a message that takes long: two of one key must not be handled at the same time. */
async function inTurn(context: AppContext, key: string, work: () => Promise<void>): Promise<void> {
  const [lease, owner] = [`onlyoffice:turn:${key}`, randomBytes(8).toString('hex')];
  for (let waited = 0; !(await context.cache.claim(lease, owner, TURN_MS)); waited += TURN_STEP_MS) {
    if (waited >= TURN_MS) throw new Error('another message of this session is still being handled');
    await pause(TURN_STEP_MS);
  }
  try {
    await work();
  } finally {
    await context.cache.release(lease, owner);
  }
}

/** What was stored for a key: marks of the messages, the last file, and when the newest message was signed (seconds). */
interface Handled {
  readonly marks: readonly string[];
  readonly lastFile: string;
  readonly signedAt: number;
}
const handledAt = (key: string): string => `onlyoffice:handled:${key}`;
const handledOf = async ({ cache }: AppContext, key: string): Promise<Handled> => {
  const text = await cache.get(handledAt(key));
  return text === null ? { marks: [], lastFile: '', signedAt: 0 } : (JSON.parse(text) as Handled);
};
const digest = (value: string | Buffer): string => createHash('sha256').update(value).digest('base64url');

interface Arrived {
  readonly place: Place;
  readonly message: Message;
  readonly archiveId: number;
  readonly address: string;
  /** When the document server signed the message, seconds; 0 when it does not say. */
  readonly signedAt: number;
}

async function store(context: AppContext, request: FastifyRequest, { place, message, archiveId, address, signedAt }: Arrived): Promise<void> {
  const { key, url = '' } = message;
  const bytes = await download(context, url);
  const handled = await handledOf(context, key);
  const file = digest(bytes);
  const mark = digest(`${new URL(url).pathname} ${file}`);
  // The same file again, at the end of the session or by a replay, is done already.
  if (handled.lastFile === file || handled.marks.includes(mark)) return;
  const session = await readSession(context, address);
  const row = await manuscriptIn(context.db, archiveId);
  const { entitled, lost, active } = await peopleOf(context, row, message, place);
  const given: SavedDocument = {
    name: `${row.title}.docx`,
    bytes,
    note: noteOf(entitled.length, lost.length),
    base: session?.key === key ? session.versionNo : versionIn(key),
    authors: await authorsOf(context, session, active),
    people: entitled,
    page: `${PAGES[place.kind] ?? PAGES.open}${archiveId}`,
  };
  const writer = entitled.at(-1);
  const late = (session !== null && session.key !== key) || signedAt < handled.signedAt;
  if (!writer) await keepBeside(context, keeperOf(row, active), row, '未采用', given, '保存时您已没有修改这份稿子的权限');
  else if (late) await keepBeside(context, writer, row, '冲突', given, '它来自较早的编辑，比现在的版本旧');
  else await storeVersion(context, request, { row, writer, entitled, lost, given, session, key, address });
  await context.cache.set(
    handledAt(key),
    JSON.stringify({
      marks: [...handled.marks, mark].slice(-REMEMBERED),
      lastFile: late || !writer ? handled.lastFile : file,
      signedAt: Math.max(handled.signedAt, signedAt),
    } satisfies Handled),
    2 * SESSION_MS,
  );
}

const PAGES: Readonly<Record<string, string>> & { readonly open: string } = {
  open: '/pageoffice?archiveId=',
  audit: '/auditPageoffice?archiveId=',
  collab: '/dcOnlyOffice?archiveId=',
};

interface Version {
  readonly row: ManuscriptRow;
  readonly writer: CurrentUser;
  readonly entitled: readonly CurrentUser[];
  readonly lost: readonly number[];
  readonly given: SavedDocument;
  readonly session: Session | null;
  readonly key: string;
  readonly address: string;
}

async function storeVersion(context: AppContext, request: FastifyRequest, one: Version): Promise<void> {
  const { row, writer, entitled, lost, given, session, key, address } = one;
  try {
    const saved = await saveDocument({ context, currentUser: writer, request }, row, given);
    const userIds = [...new Set([...(session?.userIds ?? []), ...entitled.map(({ userId }) => userId)])];
    await writeSession(context, address, { key, versionNo: saved.versionNo, userIds });
    if (entitled.length + lost.length > 1)
      await context.db.transaction().execute((tx) =>
        logOfJob(tx, writer, {
          title: '协作编辑',
          business: 'edit',
          method: 'POST /onlyoffice/callback',
          done: { archiveId: row.id, versionNo: saved.versionNo, people: entitled.map(markAuthor), lostRight: lost },
        }),
      );
  } catch (error) {
    // What is rejected in words was kept beside the versions, so the document server must not send it again.
    if (!(error instanceof AppError)) throw error;
    request.log.warn({ code: error.code }, 'a document of the document server did not become a version');
  }
}

/** The names are in the operation log: authors read the notes of versions, and never learn who reviews. */
const noteOf = (entitled: number, lost: number): string => {
  if (entitled + lost < 2) return '协作编辑';
  return `协作编辑：${entitled}人${lost > 0 ? `，另有${lost}人在保存前失去了修改权` : ''}`;
};

/** The people whom a message names: each by their own right now. The person who opened the page stands for a message without names. */
async function peopleOf(context: AppContext, row: ManuscriptRow, { users = [], actions = [] }: Message, place: Place) {
  const named = [...actions.map(({ userid }) => userid), ...users].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  const ids = [...new Set((named.length > 0 ? named : [place.userId]).toReversed())].toReversed();
  const active: CurrentUser[] = [];
  for (const id of ids) {
    const user = await actingOrNull(context, id);
    if (user) active.push(user);
  }
  const entitled = active.filter((user) => readsManuscript(row, user) && writesManuscript(row, user));
  const lost = ids.filter((id) => !entitled.some(({ userId }) => userId === id));
  return { entitled, lost, active };
}

const actingOrNull = (context: AppContext, userId: number): Promise<CurrentUser | null> =>
  userActing(context, userId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });

/** Marks of everybody in the session are theirs, also of those who lost their right since. */
async function authorsOf(context: AppContext, session: Session | null, named: readonly CurrentUser[]): Promise<string[]> {
  const others = await Promise.all((session?.userIds ?? []).map((userId) => actingOrNull(context, userId)));
  return [...new Set([...others.filter((one) => one !== null), ...named].map(markAuthor))];
}

/** Returns the owner of a file that may not become a version: its author if they can still read the manuscript, otherwise the editor, otherwise the owner. */
const keeperOf = (row: ManuscriptRow, active: readonly CurrentUser[]): { userId: number; userName: string } =>
  active.findLast((user) => readsManuscript(row, user)) ?? { userId: row.editorId ?? row.ownerId, userName: '' };

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
