import { DAY_MS } from '../../../contract/clock.ts';
import type { PageBlock } from '../../../contract/content/page-block.ts';
import type { SinglePageKey } from '../../../contract/content/single-page.ts';
import type { Tx } from '../../db/database.ts';
import type { AppContext } from '../../context.ts';
import { ABOUT, INTRODUCTION, LOGO, OLD_INTRODUCTION, type PageSource } from './site-page-texts.ts';

/** Versions of each page, the oldest first; the last one is published. */
const PAGES: Readonly<Record<SinglePageKey, readonly PageSource[]>> = {
  introduction: [OLD_INTRODUCTION, INTRODUCTION],
  about: [ABOUT],
  logo: [LOGO],
};

/** The three pages of the publisher, written by one person and approved by another. */
export async function addSitePages(tx: Tx, now: number): Promise<void> {
  const people = await tx.selectFrom('user').select(['id', 'userName']).where('userName', 'in', ['opsadmin', 'chief']).execute();
  const idOf = (userName: string): number => people.find((one) => one.userName === userName)?.id ?? 0;
  for (const [pageKey, sources] of Object.entries(PAGES)) {
    const page = await tx
      .selectFrom('sitePage')
      .select('id')
      .where('pageKey', '=', pageKey as SinglePageKey)
      .executeTakeFirst();
    if (!page) continue;
    let liveVersionId = 0;
    for (const [index, { title, description, blocks }] of sources.entries()) {
      const at = now - (sources.length - index) * 9 * DAY_MS;
      const content = { title, description, blocks: JSON.stringify(withIds(blocks)) };
      const version = { pageId: page.id, versionNo: index + 1, ...content, createBy: 'opsadmin', createTime: at, publishTime: at + DAY_MS / 12 };
      liveVersionId = (await tx.insertInto('sitePageVersion').values(version).returning('id').executeTakeFirstOrThrow()).id;
      const log = { entityType: 'sitePage', entityId: page.id, note: '' };
      await tx
        .insertInto('flowLog')
        .values([
          { ...log, event: 'submit', fromStatus: 'draft', toStatus: 'pending', operatorId: idOf('opsadmin'), at },
          { ...log, event: 'approve', fromStatus: 'pending', toStatus: 'published', operatorId: idOf('chief'), at: at + DAY_MS / 12 },
        ])
        .execute();
      await tx
        .updateTable('sitePage')
        .set({ ...content, status: 'published', publishTime: at + DAY_MS / 12, submitBy: idOf('opsadmin'), updateBy: 'opsadmin', updateTime: at })
        .where('id', '=', page.id)
        .execute();
    }
    await tx.updateTable('sitePage').set({ liveVersionId }).where('id', '=', page.id).execute();
  }
}

const withIds = (blocks: PageSource['blocks']): PageBlock[] => blocks.map((block, index) => ({ ...block, id: `demo-${index + 1}` }) as PageBlock);

/** Adds the film to the page of the logo once the demo media are on sale. Runs again until there is one. */
export async function joinFilm(context: AppContext): Promise<void> {
  const film = await context.db
    .selectFrom('publication')
    .select('id')
    .where('kind', '=', 'video')
    .where('status', '=', 'listed')
    .orderBy('id')
    .executeTakeFirst();
  const page = await context.db.selectFrom('sitePage').selectAll().where('pageKey', '=', 'logo').executeTakeFirst();
  if (!film || !page || page.liveVersionId === null || page.blocks.includes('"film"') || page.version > 0) return;
  const blocks = JSON.stringify([
    ...(JSON.parse(page.blocks) as PageBlock[]),
    { kind: 'film', id: 'demo-film', publishId: film.id, caption: '一分钟，看一本书怎样变成一只船' },
  ]);
  await context.db.updateTable('sitePage').set({ blocks }).where('id', '=', page.id).execute();
  await context.db.updateTable('sitePageVersion').set({ blocks }).where('id', '=', page.liveVersionId).execute();
}
