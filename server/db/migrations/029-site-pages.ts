import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/**
 * Pages of the site that staff write: the draft, the version that readers see, and earlier versions. Banners and slogans get what the release
 * of content (SM24) needs.
 */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('sitePage', {
    ...BASE,
    pageKey: 'text',
    title: 'text',
    description: 'empty',
    blocks: '=[]',
    status: '=draft',
    publishTime: 'number?',
    expireTime: 'number?',
    submitBy: 'number?',
    liveVersionId: 'number?',
  });
  await make.unique('sitePageKey', 'sitePage', ['pageKey']);
  await make.create('sitePageVersion', {
    pageId: 'number',
    versionNo: 'number',
    title: 'text',
    description: 'empty',
    blocks: 'text',
    createBy: 'empty',
    createTime: 'number',
    publishTime: 'number?',
  });
  await make.unique('sitePageVersionNo', 'sitePageVersion', ['pageId', 'versionNo']);
  await db.schema.alterTable('banner').renameColumn('startTime', 'publishTime').execute();
  await db.schema.alterTable('banner').renameColumn('endTime', 'expireTime').execute();
  await make.extend('banner', { mobileImage: 'empty', submitBy: 'number?' });
  await make.extend('slogan', { publishTime: 'number?', expireTime: 'number?', submitBy: 'number?' });
}
