import { z } from 'zod';
import { bookDetail } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { progress } from '../reading/progress.ts';

/** The state of one work for one reader; separate from the public detail, which may be cached. */
export const shelfState = endpoint('GET /info/shelf/{publishId}', {
  summary: '我与这本书',
  access: 'signed-in',
  params: z.object({ publishId: id }),
  data: z.object({
    entitled: z.boolean(),
    /** Where the right comes from; `refunding`: bought, and suspended while its refund is in progress. `none` for free works. */
    right: z.enum(['none', 'bought', 'granted', 'refunding']),
    /** Why the user cannot buy or read it now, in words; empty otherwise. */
    note: z.string(),
    collected: z.boolean(),
    /** 0 without a score. */
    score: z.number(),
    progress: progress.nullable(),
  }),
});

export const myStatistics = endpoint('GET /info/statistics/mine', {
  summary: '我的数字',
  access: 'signed-in',
  data: z.object({ collects: z.number(), downloads: z.number(), reading: z.number(), finished: z.number() }),
});

/** The detail of a work that is not on sale, for users who may read it: its owners, and staff before it is listed. */
export const ownedBook = endpoint('GET /info/book/{publishId}', {
  summary: '有权阅读的作品详情',
  access: 'signed-in',
  params: z.object({ publishId: id }),
  data: bookDetail,
});
