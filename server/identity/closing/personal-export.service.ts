import { notesOfUser } from './personal-export.queries.ts';
import { ZipFile } from 'yazl';
import { DAY_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { anyTable } from '../../db/any-table.ts';
import { wireTime } from '../../db/clock.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { personalTables, type PersonalTable } from '../../db/records/personal-table.ts';

const EXPORTS = { name: 'own-export', points: 5, windowMs: DAY_MS, message: '一天最多导出5次，请明天再试' } as const;
/** Rows read at a time, so that a large table does not hold the request thread. */
const PART = 1_000;
const TIME = /(?:Time|At|Date|Seen|Used|From|To)$/;

type Row = Readonly<Record<string, unknown>>;

/** Times as people read them; numbers and texts as they are stored. */
const shown = (column: string, value: unknown): unknown => (TIME.test(column) && typeof value === 'number' && value > 1e11 ? wireTime(value) : value);

async function rowsOf(context: AppContext, entry: PersonalTable, columns: readonly string[], userId: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; ; offset += PART) {
    const part = (await anyTable(context.db)
      .selectFrom(entry.table)
      .select(columns)
      .where(entry.person as string, '=', userId)
      .orderBy(columns[0] ?? 'id')
      .limit(PART)
      .offset(offset)
      .execute()) as Row[];
    rows.push(...part.map((row) => Object.fromEntries(columns.map((column) => [column, shown(column, row[column])]))));
    if (part.length < PART) return rows;
  }
}

/** A cell of a CSV file. A leading `= + - @` would be a formula in a spreadsheet program. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csv = (columns: readonly string[], rows: readonly Row[]): string =>
  `\uFEFF${[columns.join(','), ...rows.map((row) => columns.map((column) => cell(row[column])).join(','))].join('\r\n')}\r\n`;

async function notesMarkdown(context: AppContext, userId: number): Promise<string> {
  const notes = await notesOfUser(context.db, userId);
  const lines: string[] = ['# 我的笔记', ''];
  let book = '';
  for (const note of notes) {
    const title = note.title ?? '已下架的作品';
    if (title !== book) lines.push(`## ${title}`, '');
    book = title;
    if (note.text) lines.push(`> ${note.text.replaceAll('\n', '\n> ')}`, '');
    if (note.note) lines.push(note.note, '');
    lines.push(`${[note.chapterTitle, wireTime(note.createTime)].filter(Boolean).join(' · ')}`, '');
  }
  return lines.join('\n');
}

/** A zip with the data of the current user: `数据.json`, one CSV file for each kind, and `笔记.md`. */
export async function exportOf(context: AppContext, currentUser: CurrentUser): Promise<ZipFile> {
  await rateLimit(context, EXPORTS, currentUser.userId);
  const zip = new ZipFile();
  const all: Record<string, Row[]> = {};
  for (const entry of personalTables()) {
    if (!entry.exported || entry.person === null) continue;
    const { title, columns } = entry.exported;
    const rows = await rowsOf(context, entry, columns, currentUser.userId);
    all[title] = rows;
    if (rows.length > 0) zip.addBuffer(Buffer.from(csv(columns, rows)), `${title}.csv`);
  }
  zip.addBuffer(Buffer.from(JSON.stringify(all, null, 1)), '数据.json');
  zip.addBuffer(Buffer.from(await notesMarkdown(context, currentUser.userId)), '笔记.md');
  zip.end();
  return zip;
}
