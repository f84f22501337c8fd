import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import {
  CONFIRM_DAYS,
  type answerConfirmation,
  type askConfirmation,
  type AuthorConfirmation,
  type OpenedConfirmation,
} from '../../contract/manuscript/author-confirm.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailText } from '../mail/mail-template.ts';
import { readableManuscript } from './manuscript-version.service.ts';
import type { ManuscriptRow } from './manuscript.queries.ts';
import { confirmationByToken, confirmationsOf } from './revision.queries.ts';

const DAY_MS = 86_400_000;
const PAGE = '/cms/main/authorConfirm';
const OPENED: RateLimit = { name: 'author_confirm', points: 60, windowMs: 3_600_000 };
const SENT: RateLimit = { name: 'author_confirm_sent', points: 60, windowMs: 86_400_000, message: '今天发出的确认链接太多了，请明天再发' };

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
  const listed = lines.findIndex(({ userId }) => userId === row.ownerId);
  const own = listed >= 0 || lines[0]?.userId ? listed : 0;
  return lines.filter((_line, index) => index !== own);
}
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const percent = (share: number): string => `${(share / 100).toFixed(2)}%`;

/** The state of the confirmation of each co-author. A changed role or share needs a new confirmation. */
export async function confirmationsOfManuscript(db: Database | Tx, row: ManuscriptRow, now: number): Promise<AuthorConfirmation[]> {
  const rows = await confirmationsOf(db, row.id);
  return coAuthors(row).map(({ name, role, share }) => {
    const found = rows.findLast((one) => one.name === name && one.role === role && one.share === share);
    const late = found?.status === 'sent' && found.dueAt < now;
    return {
      name,
      role,
      share,
      status: late ? 'expired' : found && found.status !== 'replaced' ? found.status : '',
      mail: found?.mail ?? '',
      note: found?.note ?? '',
      sentAt: wireTime(found?.sentAt ?? null),
      answeredAt: wireTime(found?.answeredAt ?? null),
    };
  });
}

export async function confirmationsFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<AuthorConfirmation[]> {
  return confirmationsOfManuscript(db, await readableManuscript(db, currentUser, archiveId), Date.now());
}

/** Sends a link to a co-author, by mail and to the inbox of the account. */
export async function askByLink(
  context: AppContext,
  currentUser: CurrentUser,
  archiveId: number,
  { name, mail }: z.output<typeof askConfirmation.body>,
): Promise<void> {
  const row = await readableManuscript(context.db, currentUser, archiveId);
  if (row.ownerId !== currentUser.userId && row.editorId !== currentUser.userId) throw failed('确认链接由投稿人或责任编辑发出');
  const line = coAuthors(row).find((one) => one.name === name);
  if (!line) throw failed('作者名单里没有这位合作作者，请刷新后重试');
  if (mail === '' && !line.userId) throw failed('这位作者没有平台账号，请填写邮箱');
  await rateLimit(context, SENT, currentUser.userId);
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  const path = `${PAGE}?token=${token}`;
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('authorConfirm')
      .set({ status: 'replaced', updateTime: now })
      .where('archiveId', '=', archiveId)
      .where('name', '=', name)
      .execute();
    await tx
      .insertInto('authorConfirm')
      .values({
        archiveId,
        name,
        role: line.role,
        share: line.share,
        mail,
        userId: line.userId ?? null,
        tokenHash: hashOf(token),
        sentAt: now,
        dueAt: now + CONFIRM_DAYS * DAY_MS,
        answeredAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
    const subject = `请确认《${row.title}》的署名与份额`;
    const content = `${row.ownerName ?? '投稿人'}投稿《${row.title}》，您的署名是“${line.name} ${line.role}”，份额${percent(line.share)}。`;
    if (line.userId) await sendMessage(tx, { userId: line.userId, type: 'task', title: subject, content, link: path });
    if (mail !== '')
      await queueMail(
        tx,
        { email: mail, userId: line.userId ?? null },
        'authorConfirm',
        mailText({
          subject,
          greeting: `${line.name}，您好：`,
          paragraphs: [content, `请在${CONFIRM_DAYS}天内确认，或说明有什么异议。确认后编辑部才会拟定出版协议。`],
          link: { label: '查看并确认', url: `${context.settings.publicUrl}${path}` },
          note: '链接只给您本人使用，请不要转发。',
        }),
      );
  });
  context.jobs.wake();
}

const gone = () => missing('链接不存在或已被新的链接代替，请向投稿人索取');

export async function openByLink(context: AppContext, token: string, ip: string): Promise<OpenedConfirmation> {
  await rateLimit(context, OPENED, rateLimitKey(ip));
  const row = await confirmationByToken(context.db, hashOf(token));
  if (!row) throw gone();
  const late = row.status === 'sent' && row.dueAt < Date.now();
  return {
    title: row.title,
    ownerName: row.ownerName ?? '',
    authors: linesOf(row).map(({ name, role, share }) => ({ name, role, share })),
    name: row.name,
    role: row.role,
    share: row.share,
    status: late ? 'expired' : row.status === 'replaced' ? 'expired' : row.status,
    dueAt: wireTime(row.dueAt),
  };
}

export async function answerByLink(
  context: AppContext,
  { token, agrees, note }: z.output<typeof answerConfirmation.body>,
  ip: string,
): Promise<void> {
  await rateLimit(context, OPENED, rateLimitKey(ip));
  if (!agrees && [...note].length < 2) throw failed('请写明有什么异议');
  await context.db.transaction().execute(async (tx) => {
    const row = await confirmationByToken(tx, hashOf(token));
    if (!row) throw gone();
    if (row.dueAt < Date.now()) throw failed('链接已过期，请向投稿人索取新的链接');
    const line = linesOf(row).find((one) => one.name === row.name);
    if (!line || line.role !== row.role || line.share !== row.share) throw failed('署名或份额已经改动，请向投稿人索取新的链接');
    const now = Date.now();
    await tx
      .updateTable('authorConfirm')
      .set({ status: agrees ? 'confirmed' : 'rejected', note, answeredAt: now, updateTime: now })
      .where('id', '=', row.id)
      .execute();
    const title = agrees ? `${row.name}已确认《${row.title}》的署名与份额` : `${row.name}对《${row.title}》的署名或份额有异议`;
    for (const userId of new Set([row.ownerId, row.editorId]))
      if (userId !== null)
        await sendMessage(tx, {
          userId,
          type: 'task',
          title,
          content: note,
          link: userId === row.ownerId ? `/authorBackground/publish?archiveId=${row.archiveId}` : `/press/editor?open=${row.archiveId}`,
        });
  });
}

/** Co-authors who object, and those who have not confirmed: the agreement waits for them. */
export async function openConfirmations(tx: Tx, row: ManuscriptRow): Promise<{ rejected: string[]; waiting: string[] }> {
  const all = await confirmationsOfManuscript(tx, row, Date.now());
  const names = (of: (one: AuthorConfirmation) => boolean): string[] => all.filter(of).map(({ name }) => name);
  return { rejected: names(({ status }) => status === 'rejected'), waiting: names(({ status }) => status !== 'rejected' && status !== 'confirmed') };
}
