import type { PageBlock } from '../../contract/content/page-block.ts';
import type { SinglePageDraft, SinglePageKey, SinglePageRow, SinglePageVersion } from '../../contract/content/single-page.ts';
import { sitePageMachine } from '../../contract/content/single-page.machine.ts';
import type { ReleaseEvent } from '../../contract/release.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { cards } from '../catalog/book.service.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { conflict, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { releaseRules } from '../state-machine/release.ts';
import { lastRejections } from '../state-machine/transition-log.ts';
import { requirePermission, writeState } from '../state-machine/transition.ts';
import {
  addVersion,
  allPages,
  dropOldVersions,
  listedWorks,
  liveVersion,
  newestVersion,
  pageById,
  setLive,
  versionById,
  versionsOf,
  type PageRow,
  type VersionRow,
} from './single-page.queries.ts';

const LOG = '站点页面';
/** Versions of a page that were never published; published ones are kept. */
const UNPUBLISHED_KEPT = 100;
const GONE = '页面不存在，请刷新后重试';

const { step, approveAgain, columnsOf } = releaseRules<PageRow>({
  machine: sitePageMachine,
  table: 'sitePage',
  subject: (row) => `页面“${row.title}”`,
  content: (row) => (row.blocks === '[]' ? '' : row.blocks),
});

const rowOf = (row: PageRow): SinglePageRow => ({
  pageId: row.id,
  pageKey: row.pageKey,
  title: row.title,
  state: row.status,
  live: row.liveVersionId !== null,
  publishTime: wireTime(row.publishTime),
  updateBy: row.updateBy,
  updateTime: wireTime(row.updateTime),
  version: row.version,
});
const blocksOf = (text: string): PageBlock[] => JSON.parse(text) as PageBlock[];
async function draftOf(db: AppContext['db'] | Tx, row: PageRow): Promise<SinglePageDraft> {
  const rejections = await lastRejections(db, sitePageMachine.entity, [row.id]);
  return { ...rowOf(row), description: row.description, blocks: blocksOf(row.blocks), rejectNote: rejections.get(row.id) ?? '' };
}

export const listPages = async (context: AppContext): Promise<SinglePageRow[]> => (await allPages(context.db)).map(rowOf);

export async function onePage(context: AppContext, id: number): Promise<SinglePageDraft> {
  const row = await pageById(context.db, id);
  if (!row) throw missing(GONE);
  return draftOf(context.db, row);
}

const cleaned = (blocks: readonly PageBlock[]): PageBlock[] =>
  blocks.map((block) => (block.kind === 'text' ? { ...block, html: cleanHtml(block.html) } : block));

interface Content {
  readonly title: string;
  readonly description: string;
  readonly blocks: string;
}

const sameContent = (one: Content, other: Content): boolean =>
  one.title === other.title && one.description === other.description && one.blocks === other.blocks;

/** Reads a page for a change; the caller must have seen its newest version. */
async function pageForChange(tx: Tx, id: number, version: number): Promise<PageRow> {
  const row = await pageById(tx, id);
  if (!row) throw missing(GONE);
  if (row.version !== version) throw conflict();
  return row;
}

/** Writes the draft. Published content stays on the site; the change needs approval again. */
async function writeDraft(tx: Tx, currentUser: CurrentUser, row: PageRow, content: Content): Promise<PageRow> {
  await writeState(tx, 'sitePage', row, {
    ...content,
    ...columnsOf(row, currentUser),
    updateBy: currentUser.userName,
    updateTime: Date.now(),
  });
  const written = await pageById(tx, row.id);
  if (!written) throw missing(GONE);
  await approveAgain(tx, currentUser, written, row.status, false);
  return (await pageById(tx, row.id)) ?? written;
}

async function saveVersionOf(tx: Tx, currentUser: CurrentUser, row: PageRow): Promise<number> {
  const newest = await newestVersion(tx, row.id);
  if (newest && sameContent(newest, row)) return newest.id;
  const { title, description, blocks } = row;
  const made = { pageId: row.id, versionNo: (newest?.versionNo ?? 0) + 1, title, description, blocks };
  const id = await addVersion(tx, { ...made, createBy: currentUser.userName, createTime: Date.now() });
  await dropOldVersions(tx, row.id, UNPUBLISHED_KEPT);
  return id;
}

interface Saved {
  readonly pageId: number;
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly blocks: readonly PageBlock[];
}

/** Saves the draft of a page and keeps it as a version. Saving the same content again changes nothing. */
export async function savePage(caller: RequestCaller, saved: Saved): Promise<SinglePageDraft> {
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await pageForChange(tx, saved.pageId, saved.version);
    const content = { title: saved.title, description: saved.description, blocks: JSON.stringify(cleaned(saved.blocks)) };
    if (sameContent(row, content)) return draftOf(tx, row);
    const written = await writeDraft(tx, caller.currentUser, row, content);
    await saveVersionOf(tx, caller.currentUser, written);
    return draftOf(tx, written);
  });
}

interface Said {
  readonly note?: string | null | undefined;
  readonly version?: number | null | undefined;
}

/** Takes a step of SM24. Publishing shows the draft to readers, taking offline shows nothing. */
export async function handlePageEvent(caller: RequestCaller, id: number, event: ReleaseEvent, { note, version }: Said): Promise<void> {
  requirePermission(sitePageMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await pageById(tx, id);
    if (!row) throw missing(GONE);
    if (version != null && version !== row.version) throw conflict();
    const to = await step(tx, caller.currentUser, row, event, note ?? '');
    if (to === 'published') await setLive(tx, id, await saveVersionOf(tx, caller.currentUser, row), Date.now());
    if (to === 'offline') await setLive(tx, id, null, Date.now());
  });
}

const versionWire = (row: VersionRow, live: number | null): SinglePageVersion => ({
  versionId: row.id,
  versionNo: row.versionNo,
  title: row.title,
  blockNum: blocksOf(row.blocks).length,
  createBy: row.createBy,
  createTime: wireTime(row.createTime),
  publishTime: wireTime(row.publishTime),
  live: row.id === live,
});

export async function pageVersions(context: AppContext, pageId: number): Promise<SinglePageVersion[]> {
  const page = await pageById(context.db, pageId);
  if (!page) throw missing(GONE);
  return (await versionsOf(context.db, pageId)).map((row) => versionWire(row, page.liveVersionId));
}

const NO_VERSION = '这个版本已被清理，请刷新后重试';

export async function pageVersion(context: AppContext, versionId: number) {
  const row = await versionById(context.db, versionId);
  const page = row && (await pageById(context.db, row.pageId));
  if (!row || !page) throw missing(NO_VERSION);
  return { ...versionWire(row, page.liveVersionId), description: row.description, blocks: blocksOf(row.blocks) };
}

/** Makes an earlier version the draft. The version that readers see was approved, so restoring it is no change to approve. */
export async function restorePage(caller: RequestCaller, versionId: number, version: number): Promise<SinglePageDraft> {
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const kept = await versionById(tx, versionId);
    if (!kept) throw missing(NO_VERSION);
    const row = await pageForChange(tx, kept.pageId, version);
    const { title, description, blocks } = kept;
    const written = await writeDraft(tx, caller.currentUser, row, { title, description, blocks });
    await saveVersionOf(tx, caller.currentUser, written);
    if (row.liveVersionId !== versionId || written.status === 'published') return draftOf(tx, written);
    await step(tx, caller.currentUser, written, 'discard', `放弃草稿，回到读者看到的第${kept.versionNo}版`, 'checked');
    return draftOf(tx, { ...written, status: 'published', submitBy: null, version: written.version + 1 });
  });
}

const DEFAULT_TITLES: Readonly<Record<SinglePageKey, string>> = { logo: '书舟', introduction: '平台介绍', about: '关于我们' };

/** Returns the published content of a page for readers, with the works of its films that are on sale. */
export async function publicPage(context: AppContext, pageKey: SinglePageKey) {
  const row = await liveVersion(context.db, pageKey);
  const blocks = row ? blocksOf(row.blocks) : [];
  const shown = blocks.flatMap((block) => (block.kind === 'film' ? [block.publishId] : []));
  const films = await cards(context, await listedWorks(context.db, shown));
  const title = row?.title ?? DEFAULT_TITLES[pageKey];
  return { pageKey, title, description: row?.description ?? '', blocks, films, publishTime: wireTime(row?.publishTime ?? null) };
}
