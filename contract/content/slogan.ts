import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, NO_SCRIPT, optionalText, remark, shown, text, time } from '../field.ts';
import { id } from '../page.ts';
import { RELEASE_EVENTS, releaseStep } from '../release.ts';

export const SLOGAN_POSITIONS = ['home', 'reading', 'login', 'scholar'] as const;
export type SloganPosition = (typeof SLOGAN_POSITIONS)[number];

export const querySlogans = endpoint('GET /cms/slogan/querySlogan', {
  summary: '标语',
  access: 'public',
  query: z.object({ position: z.enum(SLOGAN_POSITIONS).default('home') }),
  data: z.array(z.object({ sloganId: z.number(), content: z.string(), source: z.string() })),
});

export const slogan = crud('/cms/slogan', {
  name: '标语',
  permission: 'cms:slogan',
  key: 'sloganId',
  title: 'content',
  fields: {
    content: text('标语', 60, NO_SCRIPT('标语')),
    source: optionalText('出处', 60),
    position: choice('位置', 'cms_slogan_position', SLOGAN_POSITIONS, 'home'),
    startTime: time('开始时间', { help: '留空则审核通过后立即展示' }),
    endTime: time('结束时间', { help: '留空则一直展示' }),
    orderNum: integer('显示顺序', 0, 9_999, 0),
    remark: remark(),
  },
  shown: { state: shown('状态', 'choice', { dict: 'cms_content_status' }), rejectNote: shown('退回原因') },
  filter: { content: 'like', position: 'equal', state: 'own' },
  sort: ['sloganId', 'orderNum', 'startTime', 'endTime', 'createTime'],
});
export type Slogan = z.output<typeof slogan.list.row>;

export const sloganEvent = endpoint('PUT /cms/slogan/{event}/{sloganId}', {
  summary: '标语流转',
  access: ['cms:slogan:edit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), sloganId: id }),
  body: releaseStep,
});

/** The slogans of a position in their new order. */
export const sortSlogans = endpoint('PUT /cms/slogan/sort', {
  summary: '标语排序',
  access: 'cms:slogan:edit',
  body: z.object({
    position: z.enum(SLOGAN_POSITIONS, '位置不正确'),
    sloganIds: z.array(id, '顺序不正确').min(1, '顺序不正确').max(200, '一次最多排200条'),
  }),
});
