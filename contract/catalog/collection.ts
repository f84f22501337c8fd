import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, image, integer, optionalText, references, remark, shownNumber, shownOther, status, text } from '../field.ts';
import { id, paging } from '../page.ts';
import { bookCard } from './book.ts';

export const COLLECTION_KINDS = ['series', 'topic', 'anthology'] as const;
/** Publications of one collection. */
const MOST = 200;

/** A6: an ordered set of publications: 丛书, 专题, 文集. */
export const collection = crud('/cms/collection', {
  name: '丛书专题',
  permission: 'publish:collection',
  key: 'collectionId',
  title: 'collectionName',
  fields: {
    collectionName: text('名称', 60),
    kind: choice('类型', 'publish_collection_kind', COLLECTION_KINDS, 'series'),
    cover: image('封面'),
    intro: optionalText('介绍', 1000),
    publishIds: references('作品', { max: MOST, notInSheet: true, help: `按读者看到的顺序排列，最多 ${MOST} 部` }),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: status(),
    remark: remark(),
  },
  shown: {
    books: shownOther('作品', z.array(z.object({ publishId: z.number(), title: z.string() }))),
    size: shownNumber('作品数'),
  },
  filter: { collectionName: 'like', kind: 'equal', status: 'equal' },
  sort: ['collectionName', 'orderNum', 'createTime'],
});
export const COLLECTION_LIMIT = MOST;

/** Enabled collections with their listed works in order; with `publishId` only those that contain it. Empty ones are left out. */
export const queryCollections = endpoint('GET /cms/collection/queryCollection', {
  summary: '丛书专题（前台）',
  access: 'public',
  query: paging.extend({ publishId: id.optional(), collectionId: id.optional() }),
  row: z.object({
    collectionId: z.number(),
    collectionName: z.string(),
    kind: z.enum(COLLECTION_KINDS),
    cover: z.string(),
    intro: z.string(),
    books: z.array(bookCard),
  }),
});
