import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ids, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';

/** Bins, separated by who may empty them; `archive` is used once manuscripts exist. */
export const BINS = ['archive', 'publication', 'user', 'content'] as const;
export type Bin = (typeof BINS)[number];

export const recycleItem = z.object({
  recycleId: z.number(),
  entityType: z.string(),
  entityId: z.number(),
  title: z.string(),
  /** Former kind of the row: 出版物. */
  origin: z.string(),
  deletedBy: z.string(),
  deletedAt: z.string(),
  expireAt: z.string(),
});
export type RecycleItem = z.output<typeof recycleItem>;

const anyBin = <A extends string>(action: A) => BINS.map((bin) => `recycle:${bin}:${action}` as const);

export const listRecycled = endpoint('GET /recycle/list', {
  summary: '回收站',
  access: anyBin('list'),
  query: paging.extend({ group: z.enum(BINS, { error: '回收站不存在' }), title: searchTerm(100) }),
  row: recycleItem,
});

export const restoreRecycled = endpoint('PUT /recycle/restore/{ids}', {
  summary: '从回收站恢复',
  access: anyBin('restore'),
  params: z.object({ ids }),
});

export const purgeRecycled = endpoint('DELETE /recycle/{ids}', {
  summary: '彻底删除',
  access: anyBin('purge'),
  confirm: true,
  params: z.object({ ids }),
});
