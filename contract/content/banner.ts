import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, entry, image, integer, NO_SCRIPT, optionalText, remark, shown, text, time } from '../field.ts';
import { id } from '../page.ts';
import { RELEASE_EVENTS, releaseStep } from '../release.ts';

export const BANNER_POSITIONS = ['home', 'reading', 'scholar', 'contest', 'textbook'] as const;
export type BannerPosition = (typeof BANNER_POSITIONS)[number];
/** Banners that readers see at one position at the same time. */
export const BANNERS_LIVE = 8;

export const banner = z.object({
  bannerId: z.number(),
  title: z.string(),
  subtitle: z.string(),
  note: z.string(),
  /** Empty: the built-in drawing named by `drawing` is used. */
  image: z.string(),
  /** Empty: phones show `image`. */
  mobileImage: z.string(),
  drawing: z.string(),
  linkType: z.enum(['none', 'publication', 'contest', 'notice', 'url']),
  linkValue: z.string(),
});
export type Banner = z.output<typeof banner>;

export const queryBanners = endpoint('GET /cms/banner/queryBanner', {
  summary: '轮播图',
  access: 'public',
  query: z.object({ position: z.enum(BANNER_POSITIONS).default('home') }),
  data: z.array(banner),
});

/** Banners of the back office; a notice, a work or a page of the site is their target. */
export const bannerEntry = crud('/cms/banner', {
  name: '轮播图',
  permission: 'cms:banner',
  key: 'bannerId',
  title: 'title',
  fields: {
    position: choice('位置', 'cms_banner_position', BANNER_POSITIONS, 'home'),
    title: text('标题', 60, NO_SCRIPT('标题')),
    subtitle: optionalText('副标题', 60),
    note: optionalText('角标', 20, undefined, { help: '标题上方的一行小字' }),
    image: image('图片', { help: '建议 1616×632；不上传就用下面的图案' }),
    mobileImage: image('手机图片', { help: '建议 1080×720；留空则手机也用上面的图片' }),
    drawing: entry('图案', 'cms_banner_drawing', 'bridge'),
    linkType: choice('点击后打开', 'cms_banner_link', ['none', 'publication', 'notice', 'url'], 'none'),
    linkValue: optionalText('目标', 300),
    startTime: time('开始时间', { help: '留空则审核通过后立即展示' }),
    endTime: time('结束时间', { help: '留空则一直展示' }),
    orderNum: integer('显示顺序', 0, 9_999, 0),
    remark: remark(),
  },
  shown: { state: shown('状态', 'choice', { dict: 'cms_content_status' }), rejectNote: shown('退回原因'), linkText: shown('目标名称') },
  filter: { title: 'like', position: 'equal', linkType: 'equal', state: 'own' },
  sort: ['bannerId', 'orderNum', 'startTime', 'endTime', 'createTime'],
});
export type BannerEntry = z.output<typeof bannerEntry.list.row>;

export const bannerEvent = endpoint('PUT /cms/banner/{event}/{bannerId}', {
  summary: '轮播图流转',
  access: ['cms:banner:edit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), bannerId: id }),
  body: releaseStep,
});

/** The banners of a position in their new order. */
export const sortBanners = endpoint('PUT /cms/banner/sort', {
  summary: '轮播图排序',
  access: 'cms:banner:edit',
  body: z.object({
    position: z.enum(BANNER_POSITIONS, '位置不正确'),
    bannerIds: z.array(id, '顺序不正确').min(1, '顺序不正确').max(200, '一次最多排200张'),
  }),
});
