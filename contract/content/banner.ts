import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const banner = z.object({
  bannerId: z.number(),
  title: z.string(),
  subtitle: z.string(),
  note: z.string(),
  /** Empty: the built-in drawing named by `drawing` is used. */
  image: z.string(),
  drawing: z.string(),
  linkType: z.enum(['none', 'publication', 'contest', 'notice', 'url']),
  linkValue: z.string(),
});
export type Banner = z.output<typeof banner>;

export const queryBanners = endpoint('GET /cms/banner/queryBanner', {
  summary: '轮播图',
  access: 'public',
  query: z.object({ position: z.enum(['home', 'reading', 'scholar', 'contest', 'textbook']).default('home') }),
  data: z.array(banner),
});
