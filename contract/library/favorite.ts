import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, ids, paging } from '../page.ts';

/** What a user may collect: a work is a favourite, a scholar is followed. */
export const COLLECT_TARGETS = ['publication', 'scholar'] as const;
export type CollectTarget = (typeof COLLECT_TARGETS)[number];
const targetType = z.enum(COLLECT_TARGETS, '不能收藏这种内容').default('publication');

export const collect = endpoint('POST /info/collect', {
  summary: '收藏',
  access: 'signed-in',
  body: z.object({ targetType, targetId: id }),
  /** The number of users who collect it now. */
  data: z.object({ collectNum: z.number() }),
});

/** Ids of works or scholars, not of favourite rows. */
export const uncollect = endpoint('DELETE /info/collect/{targetIds}', {
  summary: '取消收藏',
  access: 'signed-in',
  params: z.object({ targetIds: ids }),
  query: z.object({ targetType }),
});

export const myCollects = endpoint('GET /info/collect/mine', {
  summary: '我的收藏',
  access: 'signed-in',
  query: paging,
  row: bookCard.extend({ collectTime: z.string() }),
});

export const collectCount = endpoint('GET /info/collect/collectCountByUserId', { summary: '我的收藏数', access: 'signed-in', data: z.number() });

/** Ids of the scholars that the caller follows. */
export const followedScholars = endpoint('GET /info/collect/scholars', { summary: '我关注的学者', access: 'signed-in', data: z.array(z.number()) });
