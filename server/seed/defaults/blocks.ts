import type { Tx } from '../../db/database.ts';
import { AGREEMENT } from './agreement.ts';
import type { Stamps } from './seed-menus.ts';

/** The default front pages: key, title, note, source, style, number of items, and the filter for works. */
type Row = readonly [key: string, title: string, note: string, source: string, style: string, limit: number, query: object];
const HOME: readonly Row[] = [
  ['fresh', '新书', '刚刚上架', 'publication', 'carousel', 10, { sortBy: 'new' }],
  ['slogan', '书舟的话', '', 'slogan', 'list', 1, {}],
  ['recommended', '编辑推荐', '一本一本挑出来的', 'publication', 'list', 4, { sortBy: 'hot', onlyRecommended: '1' }],
  ['free', '免费好书', '翻开就读，不用付费', 'publication', 'list', 4, { sortBy: 'hot', onlyFree: '1' }],
  ['textbooks', '数字教材', '配音频与练习，课堂可用', 'publication', 'list', 4, { sortBy: 'hot', kind: 'textbook' }],
  ['contests', '大赛', '写下来，寄给我们', 'contest', 'list', 4, {}],
  ['wechatRank', '公众号榜', '看看同行都在写什么', 'wechatRank', 'rank', 5, {}],
  ['videos', '音视频', '边听边看文稿', 'publication', 'carousel', 6, { sortBy: 'hot', kind: 'video' }],
  ['scholars', '学者馆', '书背后的人', 'scholar', 'grid', 8, {}],
  ['news', '学者资讯', '', 'information', 'list', 4, {}],
  ['notices', '通知公告', '', 'notice', 'list', 4, {}],
];
const READING: readonly Row[] = [
  ['recommended', '编辑推荐', '一本一本挑出来的', 'publication', 'grid', 6, { sortBy: 'new', onlyRecommended: '1' }],
  ['hot', '大家在读', '', 'publication', 'rank', 6, { sortBy: 'hot' }],
  ['score', '读者好评', '', 'publication', 'rank', 6, { sortBy: 'score' }],
  ['slogan', '书舟的话', '', 'slogan', 'list', 1, {}],
  ['textbooks', '数字教材', '配音频与练习，课堂可用', 'publication', 'carousel', 8, { sortBy: 'new', kind: 'textbook' }],
  ['videos', '影片', '边看边读字幕', 'publication', 'carousel', 6, { sortBy: 'new', kind: 'video' }],
  ['audio', '有声', '散步的时候听', 'publication', 'carousel', 8, { sortBy: 'hot', kind: 'audio' }],
  ['scholars', '学者馆', '书背后的人', 'scholar', 'grid', 8, {}],
  ['wechatRank', '公众号榜', '', 'wechatRank', 'rank', 5, {}],
  ['news', '学者资讯', '', 'information', 'list', 5, {}],
  ['notices', '通知公告', '', 'notice', 'list', 4, {}],
];

const TEXTBOOKS: readonly Row[] = [
  ['recommended', '编辑推荐', '一本一本挑出来的', 'publication', 'carousel', 8, { sortBy: 'hot', kind: 'textbook', onlyRecommended: '1' }],
];

const NOTHING_ASKED = { sortBy: 'new', kind: '', archiveTypeId: null, onlyFree: '0', onlyRecommended: '0' };

export async function seedBlocks(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  for (const [page, rows] of [
    ['home', HOME],
    ['reading', READING],
    ['textbook', TEXTBOOKS],
  ] as const)
    for (const [index, [blockKey, title, note, source, style, limit, query]] of rows.entries()) {
      if (!isNew(`block ${page} ${blockKey}`)) continue;
      await tx
        .insertInto('programBlock')
        .values({
          page,
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
