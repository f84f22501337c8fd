import type { Selectable } from 'kysely';
import type { SitePageTable, SitePageVersionTable } from '../db/tables/content-tables.ts';
import type { Database, Tx } from '../db/database.ts';

export type PageRow = Selectable<SitePageTable>;
export type VersionRow = Selectable<SitePageVersionTable>;

export const allPages = (db: Database | Tx): Promise<PageRow[]> => db.selectFrom('sitePage').selectAll().orderBy('id').execute();

export const pageById = (db: Database | Tx, id: number): Promise<PageRow | undefined> =>
  db.selectFrom('sitePage').selectAll().where('id', '=', id).executeTakeFirst();

/** The version of a page that readers see. */
export const liveVersion = (db: Database, pageKey: PageRow['pageKey']): Promise<VersionRow | undefined> =>
  db
    .selectFrom('sitePage')
    .innerJoin('sitePageVersion', 'sitePageVersion.id', 'sitePage.liveVersionId')
    .selectAll('sitePageVersion')
    .where('sitePage.pageKey', '=', pageKey)
    .executeTakeFirst();

/** Returns which of these works readers can open. */
export async function listedWorks(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('publication')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .execute();
  const listed = new Set(found.map(({ id }) => id));
  return ids.filter((id) => listed.has(id));
}

export const versionById = (db: Database | Tx, id: number): Promise<VersionRow | undefined> =>
  db.selectFrom('sitePageVersion').selectAll().where('id', '=', id).executeTakeFirst();

/** Versions of a page, the newest first. */
export const versionsOf = (db: Database | Tx, pageId: number): Promise<VersionRow[]> =>
  db.selectFrom('sitePageVersion').selectAll().where('pageId', '=', pageId).orderBy('versionNo', 'desc').execute();

export const newestVersion = (tx: Database | Tx, pageId: number): Promise<VersionRow | undefined> =>
  tx.selectFrom('sitePageVersion').selectAll().where('pageId', '=', pageId).orderBy('versionNo', 'desc').limit(1).executeTakeFirst();

export async function addVersion(tx: Tx, row: Omit<VersionRow, 'id' | 'publishTime'>): Promise<number> {
  const { id } = await tx.insertInto('sitePageVersion').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes the oldest versions that were never published, so that at most `most` of those remain. */
export async function dropOldVersions(tx: Tx, pageId: number, most: number): Promise<void> {
  const kept = await tx
    .selectFrom('sitePageVersion')
    .select('versionNo')
    .where('pageId', '=', pageId)
    .where('publishTime', 'is', null)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  if (!kept) return;
  await tx
    .deleteFrom('sitePageVersion')
    .where('pageId', '=', pageId)
    .where('publishTime', 'is', null)
    .where('versionNo', '<', kept.versionNo)
    .execute();
}

/** Shows a version to readers, or none. */
export async function setLive(tx: Tx, pageId: number, versionId: number | null, now: number): Promise<void> {
  await tx.updateTable('sitePage').set({ liveVersionId: versionId }).where('id', '=', pageId).execute();
  if (versionId === null) return;
  await tx.updateTable('sitePageVersion').set({ publishTime: now }).where('id', '=', versionId).execute();
  await tx.updateTable('sitePage').set({ publishTime: now }).where('id', '=', pageId).execute();
}
