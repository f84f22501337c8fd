import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { CountsReport, Outlier } from '../../contract/wechat/article.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { sendSheet } from '../crud/crud-export.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { readSheet } from '../crud/sheet-reading.ts';
import { sheetUpload } from '../crud/sheet-upload.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import { accountsByName, addArticle, articlesById, articlesByUrl, statAt } from './article.queries.ts';
import { addSnapshot, capped, increasesOf, sameCounts } from './article-stat.service.ts';
import { COLUMNS, sheetRows, type SheetRow } from './counts-sheet.ts';
import type { Counts } from './wci.ts';

type Kind = keyof CountsReport['counts'];
type Known = Awaited<ReturnType<typeof articlesById>>[number];

/** A row that is not written. */
class Skip extends Error {
  readonly kind: Kind;
  constructor(kind: Kind, reason: string) {
    super(reason);
    this.kind = kind;
  }
}
const skip = (kind: Kind, reason: string): Skip => new Skip(kind, reason);

interface Options {
  readonly acceptSmaller: boolean;
  readonly by: string;
  readonly now: number;
}

const NAMES: readonly (readonly [keyof Counts, string])[] = [
  ['readNum', '阅读数'],
  ['wowNum', '在看数'],
  ['likeNum', '点赞数'],
  ['shareNum', '分享数'],
];

/** Imports articles and counts from a sheet. Skipped rows do not stop the others; a dry run reports the same and writes nothing. */
export async function importCounts(caller: RequestCaller): Promise<CountsReport> {
  const { name, bytes, fields } = await sheetUpload(caller.request);
  const rows = sheetRows(await readSheet(bytes, name));
  const trial = fields.get('dryRun') === '1';
  const options = { acceptSmaller: fields.get('acceptSmaller') === '1', by: caller.currentUser.userName, now: Date.now() };
  class Undo extends Error {}
  let report: CountsReport | null = null;
  const run = async (tx: Tx): Promise<CountsReport> => {
    report = { ...(await written(tx, rows, options)), trial };
    if (trial) throw new Undo();
    return report;
  };
  if (!trial) return withOperationLog(caller, { title: '公众号文章', business: 'import' }, run);
  await caller.context.db
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  forgetTotals(caller.context.db);
  return report as unknown as CountsReport;
}

async function written(tx: Tx, rows: readonly SheetRow[], options: Options): Promise<Omit<CountsReport, 'trial'>> {
  const counts = { new: 0, changed: 0, same: 0, smaller: 0, duplicate: 0, invalid: 0 };
  const skipped: CountsReport['skipped'] = [];
  const flagged: CountsReport['flagged'] = [];
  const book = await openBook(tx, rows);
  for (const [index, row] of rows.entries()) {
    const title = row.title || row.url || String(row.id ?? '');
    try {
      const { kind, outlier } = await writeRow(tx, row, book, options);
      counts[kind] += 1;
      if (outlier !== 'none') flagged.push({ row: row.row, title, outlier });
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      counts[error.kind] += 1;
      skipped.push({ row: row.row, title, kind: error.kind, reason: error.message });
    }
    if (index % 50 === 49) await setImmediate();
  }
  return { done: counts.new + counts.changed, counts, skipped, flagged };
}

/** What the rows are compared with, read once. */
interface Book {
  readonly byUrl: Map<string, Known>;
  readonly byId: Map<number, Known>;
  readonly accounts: ReadonlyMap<string, readonly number[]>;
  readonly seen: Map<string, number>;
  readonly increases: Map<number, number[]>;
}

async function openBook(tx: Tx, rows: readonly SheetRow[]): Promise<Book> {
  const urls = [...new Set(rows.map((row) => row.url).filter(Boolean))];
  const ids = [...new Set(rows.map((row) => row.id).filter((id) => id !== null))];
  const accounts = new Map<string, number[]>();
  const put = (name: string, id: number): void => {
    const list = accounts.get(name) ?? [];
    if (!list.includes(id)) accounts.set(name, [...list, id]);
  };
  for (const { id, accountName, wechatId } of await accountsByName(tx)) {
    put(accountName, id);
    put(wechatId.toLowerCase(), id);
  }
  return {
    byUrl: new Map((await articlesByUrl(tx, urls)).map((one) => [one.url, one])),
    byId: new Map((await articlesById(tx, ids)).map((one) => [one.id, one])),
    accounts,
    seen: new Map(),
    increases: new Map(),
  };
}

function knownOf(row: SheetRow, book: Book): Known | null {
  const byId = row.id === null ? null : book.byId.get(row.id);
  if (row.id !== null && !byId) throw skip('invalid', `没有编号是 ${row.id} 的文章`);
  const byUrl = row.url === '' ? undefined : book.byUrl.get(row.url);
  if (byId && byUrl && byId.id !== byUrl.id) throw skip('duplicate', `这个链接属于另一篇文章（编号 ${byUrl.id}）`);
  const known = byId ?? byUrl ?? null;
  const key = known ? `#${known.id}` : row.url;
  const earlier = key === '' ? undefined : book.seen.get(key);
  if (earlier !== undefined) throw skip('duplicate', `与第${earlier}行是同一篇文章，请只保留一行`);
  if (key !== '') book.seen.set(key, row.row);
  return known;
}

function accountOf(row: SheetRow, book: Book): number {
  if (row.account === '') throw skip('invalid', '新文章请填写公众号（名称或微信号）');
  const found = book.accounts.get(row.account) ?? book.accounts.get(row.account.toLowerCase()) ?? [];
  const [id] = found;
  if (id === undefined) throw skip('invalid', `没有公众号「${row.account}」，请先新增公众号`);
  if (found.length > 1) throw skip('invalid', `叫「${row.account}」的公众号不止一个，请改填微信号`);
  return id;
}

async function writeRow(tx: Tx, row: SheetRow, book: Book, options: Options): Promise<{ kind: Kind; outlier: Outlier }> {
  if (row.fault !== '') throw skip('invalid', row.fault);
  if (row.counts.readNum === null) throw skip('invalid', '请填写阅读数');
  const takenAt = row.takenAt ?? options.now;
  if (takenAt > options.now) throw skip('invalid', '统计时间不能晚于现在');
  const known = knownOf(row, book);
  if (!known) return addRow(tx, row, book, options, takenAt);
  const before = await statAt(tx, known.id, takenAt);
  const counts = countsFrom(row, before);
  if (before && sameCounts(counts, before)) return { kind: 'same', outlier: 'none' };
  if (before?.takenAt === takenAt) throw skip('invalid', `这个统计时间已有另一组数据；请改写统计时间，或清空它按现在的时间记`);
  const less = before ? NAMES.filter(([name]) => counts[name] < before[name]) : [];
  if (before && less.length > 0 && !options.acceptSmaller)
    throw skip('smaller', less.map(([name, label]) => `${label}从 ${before[name]} 变成 ${counts[name]}`).join('，'));
  const outlier = await measure(tx, book, known, { takenAt, counts, by: options.by });
  return { kind: 'changed', outlier };
}

async function addRow(tx: Tx, row: SheetRow, book: Book, { by, now }: Options, takenAt: number): Promise<{ kind: Kind; outlier: Outlier }> {
  const accountId = accountOf(row, book);
  if (row.title === '') throw skip('invalid', '新文章请填写标题');
  if (row.publishTime === null) throw skip('invalid', '新文章请填写发布时间');
  if (row.publishTime > takenAt) throw skip('invalid', '发布时间不能晚于统计时间');
  const id = await addArticle(tx, {
    accountId,
    title: row.title,
    url: row.url,
    digest: row.digest,
    publishTime: row.publishTime,
    position: row.position ?? 1,
    statTime: null,
    createBy: by,
    updateBy: by,
    createTime: now,
    updateTime: now,
  });
  const known: Known = { id, accountId, url: row.url, title: row.title, outlier: 'none', outlierState: 'none' };
  return { kind: 'new', outlier: await measure(tx, book, known, { takenAt, counts: countsFrom(row, undefined), by }) };
}

async function measure(tx: Tx, book: Book, known: Known, { takenAt, counts, by }: { takenAt: number; counts: Counts; by: string }): Promise<Outlier> {
  const increases = book.increases.get(known.accountId) ?? (await increasesOf(tx, known.accountId));
  book.increases.set(known.accountId, increases);
  const { outlier, outlierState } = known;
  return addSnapshot(tx, { articleId: known.id, takenAt, counts, source: 'import', by, outlier, outlierState }, increases);
}

/** Counts without a cell keep their last value. */
const countsFrom = ({ counts }: SheetRow, before: Counts | undefined): Counts =>
  capped({
    readNum: counts.readNum ?? before?.readNum ?? 0,
    wowNum: counts.wowNum ?? before?.wowNum ?? 0,
    likeNum: counts.likeNum ?? before?.likeNum ?? 0,
    shareNum: counts.shareNum ?? before?.shareNum ?? 0,
  });

const NOTES: readonly (readonly [label: string, rule: string])[] = [
  [COLUMNS.account, '新文章必填：公众号的名称或微信号'],
  [COLUMNS.title, '新文章必填，不超过 120 个字符'],
  [COLUMNS.url, '用来认出已有的文章；同一链接只能有一行'],
  [COLUMNS.publishTime, '新文章必填：年-月-日 时:分:秒'],
  [COLUMNS.position, '一次推送里的第几条，1 是头条，不填按 1'],
  [COLUMNS.readNum, '必填；可以写 10万+、1.2万'],
  [COLUMNS.wowNum, '不填则保持上一次的数'],
  [COLUMNS.likeNum, '不填则保持上一次的数'],
  [COLUMNS.shareNum, '不填则保持上一次的数'],
  [COLUMNS.digest, '新文章选填，不超过 200 个字符'],
  [COLUMNS.takenAt, '看到这些数的时间，不填按导入的时间'],
];

/** Sends an empty sheet with the headings, and a second sheet that describes each column. */
export const sendCountsTemplate = (reply: FastifyReply): FastifyReply =>
  sendSheet(reply, '文章数据导入模板', async (book) => {
    await book.begin(
      '文章数据',
      NOTES.map(([header]) => ({ header, width: 18 })),
      false,
    );
    const notes = [
      { header: '列', width: 18 },
      { header: '怎么填', width: 60 },
    ];
    await book.begin('填写说明', notes, false);
    for (const note of NOTES) await book.row(note);
  });
