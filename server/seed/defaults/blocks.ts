import type { Tx } from '../../db/database.ts';
import { AGREEMENT } from './agreement.ts';
import type { Stamps } from './seed-menus.ts';

/** The default home page: key, title, note, source, style, number of items, and the filter for works. */
const HOME: readonly (readonly [key: string, title: string, note: string, source: string, style: string, limit: number, query: object])[] = [
  ['fresh', '新书', '刚刚上架', 'publication', 'carousel', 10, { sortBy: 'new' }],
  ['slogan', '书舟的话', '', 'slogan', 'list', 1, {}],
  ['recommended', '编辑推荐', '一本一本挑出来的', 'publication', 'list', 6, { sortBy: 'hot', onlyRecommended: '1' }],
  ['free', '免费好书', '翻开就读，不用付费', 'publication', 'list', 6, { sortBy: 'hot', onlyFree: '1' }],
  ['notices', '通知公告', '', 'notice', 'list', 4, {}],
];

const NOTHING_ASKED = { sortBy: 'new', kind: '', archiveTypeId: null, onlyFree: '0', onlyRecommended: '0' };

export async function seedBlocks(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  for (const [index, [blockKey, title, note, source, style, limit, query]] of HOME.entries()) {
    if (!isNew(`block home ${blockKey}`)) continue;
    await tx
      .insertInto('programBlock')
      .values({
        page: 'home',
        blockKey,
        title,
        note,
        source,
        style,
        limit,
        query: JSON.stringify({ ...NOTHING_ASKED, ...query }),
        orderNum: index + 1,
        ...base,
      })
      .execute();
  }
  for (const [index, [blockKey, title, content]] of AGREEMENT.entries()) {
    if (!isNew(`block agreement ${blockKey}`)) continue;
    await tx
      .insertInto('programBlock')
      .values({
        page: 'agreement',
        blockKey,
        title,
        source: 'html',
        style: 'list',
        limit: 1,
        content,
        query: JSON.stringify(NOTHING_ASKED),
        orderNum: index + 1,
        ...base,
      })
      .execute();
  }
}
