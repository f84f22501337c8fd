import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import {
  CONFIRM_DAYS,
  type answerConfirmation as answered,
  type askConfirmation,
  type AuthorConfirmation,
  type authorConfirmations,
  type openConfirmation as opened,
  type OpenedConfirmation,
} from '../../../contract/manuscript/author-confirm.ts';
import { authorConfirmMachine, type AuthorConfirmEvent, type AuthorConfirmState } from '../../../contract/manuscript/author-confirm.machine.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { AuthorConfirmTable } from '../../db/tables/manuscript-tables.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { hashOfSecret, newLinkSecret } from '../../mail/link-secret.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { mailText } from '../../mail/mail-template.ts';
import { transition, type EventRule, type Step } from '../../state-machine/transition.ts';
import { addFileRow, storeManuscriptFile } from '../manuscript-file.service.ts';
import { readableManuscript } from '../version/manuscript-version.service.ts';
import type { ManuscriptRow } from '../manuscript.queries.ts';
import { actsAsEditor, asksCoAuthors, isOwner } from '../manuscript.policy.ts';
import { accountOfMail, confirmationBy, confirmationsOf } from '../version/revision.queries.ts';
import { isAskedAccount } from '../letter/letter.policy.ts';
import { assertNotOnHold } from '../hold/on-hold.service.ts';

const PAGE = '/cms/main/authorConfirm';
const LOG = '作者确认';
const OPENED: RateLimit = { name: 'author_confirm', points: 60, windowMs: 3_600_000 };
const SENT: RateLimit = { name: 'author_confirm_sent', points: 60, windowMs: DAY_MS, message: '今天发出的确认请求太多了，请明天再发' };

interface Line {
  readonly name: string;
  readonly role: string;
  readonly share: number;
  readonly userId?: number | null;
}

const linesOf = (row: Pick<ManuscriptRow, 'authors'>): Line[] => JSON.parse(row.authors) as Line[];
/** Everybody but the owner confirms: the owner has written the list. Without the owner's account in it, the first line without an account is the owner. */
function coAuthors(row: Pick<ManuscriptRow, 'authors' | 'ownerId'>): Line[] {
  const lines = linesOf(row);
  const listed = lines.findIndex(({ userId }) => userId != null && isOwner(row, { userId }));
  const own = listed >= 0 || lines[0]?.userId ? listed : 0;
  return lines.filter((_line, index) => index !== own);
}
const percent = (share: number): string => `${(share / 100).toFixed(2)}%`;

type StepRow = Selectable<AuthorConfirmTable> & { readonly answerer: number | null };
const expired = (row: { readonly status: AuthorConfirmState; readonly dueAt: number }, now: number): boolean =>
  row.status === 'sent' && row.dueAt < now;
const shownState = (row: { readonly status: AuthorConfirmState; readonly dueAt: number }, now: number) =>
  expired(row, now) || row.status === 'replaced' ? 'expired' : row.status;
const late = (): AppError => new AppError(authorConfirmMachine.illegal, '确认请求已过期，请投稿人重新发出');

type Answer = Step<AuthorConfirmState, AuthorConfirmEvent, StepRow>;
const answerColumns = ({ currentUser, reason, now }: Answer) => ({ note: reason, answeredAt: now, answeredBy: currentUser?.userId ?? null });
const answer: EventRule<AuthorConfirmState, AuthorConfirmEvent, StepRow> = {
  guard: ({ row, now }) => rejectLate(row, now),
  columns: answerColumns,
};

/** `answerer` is the account of the co-author. */
const step = transition<AuthorConfirmState, AuthorConfirmEvent, StepRow>(authorConfirmMachine, {
  table: 'authorConfirm',
  stateOf: (row, now) => (expired(row, now) ? 'expired' : row.status),
  rejection: late,
  assigneeOf: (row) => row.answerer,
  on: {
    confirm: answer,
    object: answer,
    confirmByDocument: { columns: answerColumns },
  },
});

/** An answer can be changed until the due date. */
function rejectLate({ dueAt }: Pick<StepRow, 'dueAt'>, now: number): void {
  if (dueAt < now) throw late();
}

/** The state of the confirmation of each co-author. A changed role or share needs a new confirmation. */
export async function confirmationsOfManuscript(db: Database | Tx, row: ManuscriptRow, now: number): Promise<AuthorConfirmation[]> {
  const rows = await confirmationsOf(db, row.id);
  return coAuthors(row).map(({ name, role, share, userId }) => {
    const found = rows.findLast((one) => one.name === name && one.role === role && one.share === share);
    return {
      name,
      role,
      share,
      status: found ? shownState(found, now) : '',
      mail: found?.mail ?? '',
      note: found?.note ?? '',
      sentAt: wireTime(found?.sentAt ?? null),
      answeredAt: wireTime(found?.answeredAt ?? null),
      hasAccount: Boolean(userId),
      answeredBy: found?.answeredByName ?? '',
      evidenceFileId: found?.evidenceFileId ?? null,
    };
  });
}

export async function confirmationsFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<DataOf<typeof authorConfirmations>> {
  const row = await readableManuscript(db, currentUser, archiveId);
  const editor = actsAsEditor(row, currentUser);
  return {
    rows: await confirmationsOfManuscript(db, row, Date.now()),
    maySend: editor || isOwner(row, currentUser),
    maySeeDocument: editor,
  };
}

/** Writes a new confirmation of a co-author in the place of the earlier ones. */
async function replaceConfirmation(
  tx: Tx,
  currentUser: CurrentUser,
  archiveId: number,
  line: Line,
  given: {
    readonly mail: string;
    readonly userId: number | null;
    readonly evidenceFileId: number | null;
  },
): Promise<number> {
  const now = Date.now();
  for (const row of await confirmationsOf(tx, archiveId))
    if (row.name === line.name && row.role === line.role) await step(tx, currentUser, { ...row, answerer: null }, 'replace', '', 'checked');
  const { id } = await tx
    .insertInto('authorConfirm')
    .values({
      archiveId,
      name: line.name,
      role: line.role,
      share: line.share,
      ...given,
      // The column is unique; only links of earlier releases have a token.
      tokenHash: hashOfSecret(newLinkSecret()),
      answeredBy: null,
      sentAt: now,
      dueAt: now + CONFIRM_DAYS * DAY_MS,
      answeredAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const coAuthorOf = (row: ManuscriptRow, name: string, role: string | undefined): Line => {
  const line = coAuthors(row).find((one) => one.name === name && (role === undefined || one.role === role));
  if (!line) throw failed('作者名单里没有这位合作作者，请刷新后重试');
  return line;
};

/**
 * Asks a co-author to confirm. The answer needs the co-author's account: the one of the author list, else the one to which the mail address belongs.
 * The mail contains no secret, so the person who typed the address gains nothing by receiving it, and the answer does not tell whether the address has
 * an account.
 */
export async function askCoAuthor(
  context: AppContext,
  currentUser: CurrentUser,
  archiveId: number,
  { name, role, mail }: z.output<typeof askConfirmation.body>,
): Promise<{ msg: string }> {
  const { db, settings } = context;
  const row = await readableManuscript(db, currentUser, archiveId);
  if (!asksCoAuthors(row, currentUser)) throw failed('确认请求由投稿人或责任编辑发出');
  await assertNotOnHold(db, archiveId);
  const line = coAuthorOf(row, name, role);
  if (mail === '' && !line.userId) throw failed('这位作者没有平台账号，请填写邮箱');
  if (!line.userId && !settings.smtpUrl) throw failed('本站还没有设置邮件服务器，发不出邮件；请把作者签名的确认书交给责任编辑，由编辑登记');
  await rateLimit(context, SENT, currentUser.userId);
  const userId = line.userId ?? (await accountOfMail(db, mail))?.userId ?? null;
  if (userId !== null && (await samePerson(db, row.ownerId, userId))) throw failed('这是投稿人自己的账号或邮箱，请填写合作作者本人的');
  await db.transaction().execute(async (tx) => {
    const id = await replaceConfirmation(tx, currentUser, archiveId, line, {
      mail: line.userId ? '' : mail,
      userId,
      evidenceFileId: null,
    });
    const path = `${PAGE}?id=${id}`;
    const subject = `请确认《${row.title}》的署名与份额`;
    const content = `${row.ownerName ?? '投稿人'}投稿《${row.title}》，您的署名是“${line.name} ${line.role}”，份额${percent(line.share)}。`;
    if (userId !== null) await sendMessage(tx, { userId, type: 'task', title: subject, content, link: path });
    if (!line.userId)
      await queueMail(
        tx,
        { email: mail, userId },
        'authorConfirm',
        mailText({
          subject,
          greeting: `${line.name}，您好：`,
          paragraphs: [
            content,
            `请在${CONFIRM_DAYS}天内用这个邮箱的账号登录并确认，或说明有什么异议。还没有账号的，可以先注册并确认邮箱；也可以把签名的确认书交给编辑部。确认后编辑部才会拟定出版协议。`,
          ],
          link: { label: '登录并确认', url: `${settings.publicUrl}${path}` },
        }),
      );
  });
  context.jobs.wake();
  return { msg: line.userId ? '已请对方在站内确认' : '确认请求会在几分钟内用邮件发出' };
}

/** Confirms for a co-author by a signed document that the editor has seen; the document becomes a file of the manuscript. */
export async function confirmWithDocument(caller: RequestCaller, archiveId: number, name: string, role?: string): Promise<void> {
  const { context, currentUser, request } = caller;
  const row = await readableManuscript(context.db, currentUser, archiveId);
  if (!actsAsEditor(row, currentUser)) throw failed('确认书由这部书稿的责任编辑登记；编辑自己是作者的，请换一位编辑');
  await assertNotOnHold(context.db, archiveId);
  const line = coAuthorOf(row, name, role);
  if (line.userId) throw failed('这位作者有平台账号，请对方登录后确认');
  const stored = await storeManuscriptFile(context, archiveId, request);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const evidenceFileId = await addFileRow(tx, currentUser, archiveId, 'authorisation', stored);
    const id = await replaceConfirmation(tx, currentUser, archiveId, line, { mail: '', userId: null, evidenceFileId });
    const sent = (await confirmationsOf(tx, archiveId)).find((one) => one.id === id);
    if (sent) await step(tx, currentUser, { ...sent, answerer: null }, 'confirmByDocument', '', 'checked');
  });
}

const gone = () => missing('确认请求不存在或已被新的代替，请用收到请求的账号登录，或向投稿人索取');

type Found = NonNullable<Awaited<ReturnType<typeof confirmationBy>>>;

/** Only the co-author's account: the one that was asked, or the one to which the mail address belongs; never the person who wrote the list. */
async function isCoAuthor(db: Database | Tx, row: Found, { userId }: CurrentUser): Promise<boolean> {
  if (await samePerson(db, row.ownerId, userId)) return false;
  const asked = row.userId ?? (row.mail === '' ? null : (await accountOfMail(db, row.mail))?.userId);
  return isAskedAccount(asked, { userId });
}

async function ownConfirmation(db: Database | Tx, currentUser: CurrentUser, { id, token }: z.output<typeof opened.body>): Promise<Found> {
  const row = id ? await confirmationBy(db, { id }) : token ? await confirmationBy(db, { tokenHash: hashOfSecret(token) }) : undefined;
  if (!row || !(await isCoAuthor(db, row, currentUser))) throw gone();
  return row;
}

export async function openConfirmation(
  context: AppContext,
  currentUser: CurrentUser,
  link: z.output<typeof opened.body>,
  ip: string,
): Promise<OpenedConfirmation> {
  await rateLimit(context, OPENED, rateLimitKey(ip));
  const row = await ownConfirmation(context.db, currentUser, link);
  return {
    title: row.title,
    ownerName: row.ownerName ?? '',
    authors: linesOf(row).map(({ name, role, share }) => ({ name, role, share })),
    name: row.name,
    role: row.role,
    share: row.share,
    status: shownState(row, Date.now()),
    dueAt: wireTime(row.dueAt),
  };
}

export async function answerConfirmation(
  context: AppContext,
  currentUser: CurrentUser,
  { agrees, note, ...link }: z.output<typeof answered.body>,
  ip: string,
): Promise<void> {
  await rateLimit(context, OPENED, rateLimitKey(ip));
  await context.db.transaction().execute(async (tx) => {
    const row = await ownConfirmation(tx, currentUser, link);
    rejectLate(row, Date.now());
    const unchanged = linesOf(row).some(({ name, role, share }) => name === row.name && role === row.role && share === row.share);
    if (!unchanged) throw failed('署名或份额已经改动，请投稿人重新发出确认请求');
    await step(tx, currentUser, { ...row, answerer: currentUser.userId }, agrees ? 'confirm' : 'object', note);
    const title = agrees ? `${row.name}已确认《${row.title}》的署名与份额` : `${row.name}对《${row.title}》的署名或份额有异议`;
    for (const userId of new Set([row.ownerId, row.editorId]))
      if (userId !== null)
        await sendMessage(tx, {
          userId,
          type: 'task',
          title,
          content: note,
          link: isOwner(row, { userId }) ? `/authorBackground/publish?archiveId=${row.archiveId}` : `/press/editor?open=${row.archiveId}`,
        });
  });
}

/** Co-authors who object, and those who have not confirmed: the agreement waits for them. */
export async function openConfirmations(tx: Tx, row: ManuscriptRow): Promise<{ rejected: string[]; waiting: string[] }> {
  const all = await confirmationsOfManuscript(tx, row, Date.now());
  const names = (of: (one: AuthorConfirmation) => boolean): string[] => all.filter(of).map(({ name }) => name);
  return { rejected: names(({ status }) => status === 'rejected'), waiting: names(({ status }) => status !== 'rejected' && status !== 'confirmed') };
}
