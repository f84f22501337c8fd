import { z } from 'zod';
import { PUBLICATION_STATUSES, publication } from '../catalog/publication.ts';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { MEDIA_TYPES } from './track.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';

/** A publication that is heard or seen, with what its tracks come to. */
export const work = publication.extend({
  trackCount: z.number(),
  /** Tracks that can be played. */
  readyCount: z.number(),
  /** Tracks of which something failed: their file, or their streams. */
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

/** A work without tracks, 待完善; its tracks and the rest follow. */
export const addWork = endpoint('POST /cms/publish/audio', {
  summary: '新建音像出版物',
  access: 'publish:audio:add',
  body: workDraft,
  data: z.object({ publishId: id }),
});
