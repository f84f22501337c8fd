import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../contract/clock.ts';
import { EXPORT, EXPORTS_PAGE, type ExportFile } from '../../../contract/system/export-file.ts';
import type { AppContext } from '../../context.ts';
import { exportedParts, exporterOf, requireExport } from '../../crud/background-export.ts';
import { SHEET_MIME, sheetFileName, sheetStream } from '../../crud/crud-export.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import type { Sent } from '../../files/send-file.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { userActing } from '../../identity/acting-user.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { runQueued } from '../../telemetry/log.ts';
import {
  changeExport,
  dueExport,
  expiredExports,
  exportKeysAmong,
  exportOf,
  exportsOf,
  insertExport,
  openExportsOf,
  ownAmong,
  removeExportRows,
  type ExportRow,
} from './export-file.queries.ts';

/** An export whose server wrote nothing for this time is taken by another one. */
const LEASE_MS = 120_000;
const RENEW_MS = 20_000;
/** A server that stops during an export leaves it to the next one, this number of times. */
const ATTEMPTS = 3;
const REMOVED_AT_ONCE = 100;
const GONE = '表格不存在或已过期，请重新导出';
const BROKEN = '导出时出现错误，请缩小范围后重新导出；多次失败请反馈给管理员';

interface Asked {
  readonly path: string;
  readonly name: string;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** Queues an export; the same one that waits already is not queued again. */
export async function queueExport(tx: Tx, { userId }: CurrentUser, { path, name, asked }: Asked): Promise<void> {
  const open = await openExportsOf(tx, userId);
  const text = JSON.stringify(asked);
  if (open.some((one) => one.path === path && one.asked === text)) return;
  if (open.length >= EXPORT.waiting) throw failed(`您已有${EXPORT.waiting}个导出在等待，完成后再导出`);
  await insertExport(tx, { userId, path, name, asked: text });
}

const wire = ({ id, name, state, rows, bytes, reason, createTime, expiresAt }: ExportRow): ExportFile => ({
  exportId: id,
  name,
  state,
  rows: Number(rows),
  bytes: Number(bytes),
  reason,
  createTime: wireTime(createTime),
  expiresAt: wireTime(expiresAt),
});

export const exportsFor = async ({ db }: AppContext, { userId }: CurrentUser): Promise<ExportFile[]> => (await exportsOf(db, userId)).map(wire);

/** Returns the file of an export of its asker, who may still export such rows, and whether the identity must be confirmed for it. */
export async function exportedFile(context: AppContext, currentUser: CurrentUser, id: number): Promise<Sent & { readonly confirm: boolean }> {
  const row = await exportOf(context.db, currentUser.userId, id);
  if (!row || row.state !== 'ready' || (row.expiresAt ?? 0) < Date.now()) throw missing(GONE);
  const exporter = exporterOf(context, row.path);
  if (!exporter) throw missing(GONE);
  await requireExport(context, currentUser, exporter, {});
  const confirm = exporter.crud.export.confirm === true;
  return { key: row.fileKey, name: sheetFileName(row.name, row.createTime), mime: SHEET_MIME, size: Number(row.bytes), confirm };
}

export async function removeOwn(context: AppContext, { userId }: CurrentUser, ids: readonly number[]): Promise<void> {
  await remove(context, await ownAmong(context.db, userId, ids));
}

async function remove({ db, files }: AppContext, rows: readonly { readonly id: number; readonly fileKey: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await removeExportRows(
    db,
    rows.map(({ id }) => id),
  );
  for (const { fileKey } of rows) if (fileKey) await files.remove(fileKey);
}

/** Removes files whose days have passed. */
export async function removeExpiredExports(context: AppContext): Promise<boolean> {
  const rows = await expiredExports(context.db, Date.now(), REMOVED_AT_ONCE);
  await remove(context, rows);
  return rows.length === REMOVED_AT_ONCE;
}

export const exportsInUse = (context: AppContext, keys: readonly string[]): Promise<string[]> => exportKeysAmong(context.db, keys);

/** Makes the file of the export that has waited longest, and tells its asker; returns false when none waits. */
export async function runNextExport(context: AppContext): Promise<boolean> {
  const now = Date.now();
  const due = await dueExport(context.db, now);
  if (!due) return false;
  const attempts = Number(due.attempts) + 1;
  const leaseUntil = now + LEASE_MS;
  if (!(await changeExport(context.db, due, { state: 'running', leaseUntil, attempts }))) return true;
  const held: Held = { ...due, leaseUntil, renewedAt: now };
  try {
    await runQueued({ name: 'export', id: held.id, requestId: held.requestId }, () => make(context, held));
  } catch (error) {
    if (error instanceof Lost) return true;
    const why = error instanceof AppError ? error.message : attempts < ATTEMPTS ? null : BROKEN;
    // The lease ends at once: another attempt follows.
    if (why === null) await changeExport(context.db, held, { state: 'queued', leaseUntil: 0 });
    else await end(context, held, { state: 'failed', reason: why });
    if (!(error instanceof AppError)) throw error;
  }
  return true;
}

/** The export was removed by its asker, or taken by another server. */
class Lost extends Error {}

type Held = ExportRow & { leaseUntil: number; renewedAt: number };

async function make(context: AppContext, held: Held): Promise<void> {
  const exporter = exporterOf(context, held.path);
  if (!exporter) throw failed(`${held.name}不能再导出`);
  // The rights of now, not those of the moment of asking.
  const currentUser = await userActing(context, held.userId);
  const asked = JSON.parse(held.asked) as Asked['asked'];
  await requireExport(context, currentUser, exporter, asked);
  let rows = 0;
  const counted = async function* () {
    for await (const part of exportedParts(context, currentUser, exporter, asked)) {
      rows += part.length;
      await renew(context, held, rows);
      yield part;
    }
  };
  const fileKey = `exports/${randomBytes(16).toString('hex')}.xlsx`;
  try {
    await context.files.put(fileKey, sheetStream(context, exporter.crud, counted()), SHEET_MIME);
    const bytes = (await context.files.size(fileKey)) ?? 0;
    await end(context, held, { state: 'ready', rows, bytes, fileKey });
  } catch (error) {
    await context.files.remove(fileKey);
    throw error;
  }
}

/** Writes the number of rows and a longer lease from time to time. */
async function renew({ db }: AppContext, held: Held, rows: number): Promise<void> {
  const now = Date.now();
  if (now - held.renewedAt < RENEW_MS) return;
  const leaseUntil = now + LEASE_MS;
  if (!(await changeExport(db, held, { rows, leaseUntil }))) throw new Lost();
  Object.assign(held, { leaseUntil, renewedAt: now });
}

type Outcome = { state: 'ready'; rows: number; bytes: number; fileKey: string } | { state: 'failed'; reason: string };

/** Ends an export and sends the message, in one transaction. */
async function end({ db }: AppContext, held: Held, outcome: Outcome): Promise<void> {
  const expiresAt = Date.now() + EXPORT.keptDays * DAY_MS;
  await db.transaction().execute(async (tx) => {
    if (!(await changeExport(tx, held, { ...outcome, leaseUntil: 0, expiresAt }))) throw new Lost();
    const [title, content] =
      outcome.state === 'ready'
        ? [`${held.name}已导出，共${outcome.rows}行`, `请在“我的导出”里下载，表格保留到${wireDate(expiresAt)}。`]
        : [`${held.name}导出失败`, outcome.reason];
    await sendMessage(tx, { userId: held.userId, type: 'system', title, content, link: EXPORTS_PAGE });
  });
}
