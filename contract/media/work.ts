import { z } from 'zod';
import { PUBLICATION_STATUSES, publication } from '../catalog/publication.ts';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { MEDIA_TYPES } from './track.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';

/** An audio or video publication, with the totals of its tracks. */
export const work = publication.extend({
  trackCount: z.number(),
  /** Number of playable tracks. */
  readyCount: z.number(),
  /** Number of tracks whose file or streams failed. */
  failedCount: z.number(),
  durationSec: z.number(),
});
export type Work = z.output<typeof work>;

export const listWorks = endpoint('GET /cms/publish/audio/list', {
  summary: '音像出版物列表',
  access: 'publish:audio:list',
  query: paging.extend({
    title: searchTerm(120),
    authorsText: searchTerm(200),
    kind: z.enum(MEDIA_TYPES).optional(),
    status: z.enum(PUBLICATION_STATUSES).optional(),
    orderByColumn: z.enum(['title', 'salePriceFen', 'viewNum', 'updateTime'], '参数不符合规范，不能进行查询').optional(),
    isAsc: z.enum(['asc', 'desc', 'ascending', 'descending'], '参数不符合规范，不能进行查询').optional(),
  }),
  row: work,
});

export const workDraft = z.object({
  kind: z.enum(MEDIA_TYPES, '请选择音频或视频'),
  title: requiredText('请输入作品名').max(120, '作品名不能超过120个字'),
  authorsText: requiredText('请输入作者').max(200, '作者不能超过200个字'),
});

/** Creates a work without tracks, in state 待完善; tracks and other data are added later. */
export const addWork = endpoint('POST /cms/publish/audio', {
  summary: '新建音像出版物',
  access: 'publish:audio:add',
  body: workDraft,
  data: z.object({ publishId: id }),
});
