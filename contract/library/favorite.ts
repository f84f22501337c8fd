import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, ids, paging } from '../page.ts';

export const collect = endpoint('POST /info/collect', {
  summary: '收藏',
  access: 'signed-in',
  body: z.object({ targetType: z.literal('publication').default('publication'), targetId: id }),
  data: z.object({ collectNum: z.number() }),
});

/** Ids of works, not of favourite rows. */
export const uncollect = endpoint('DELETE /info/collect/{targetIds}', {
  summary: '取消收藏',
  access: 'signed-in',
  params: z.object({ targetIds: ids }),
});

export const myCollects = endpoint('GET /info/collect/mine', {
  summary: '我的收藏',
  access: 'signed-in',
  query: paging,
  row: bookCard.extend({ collectTime: z.string() }),
});

export const collectCount = endpoint('GET /info/collect/collectCountByUserId', { summary: '我的收藏数', access: 'signed-in', data: z.number() });
