import { z } from 'zod';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';

/** A positive integer id, from a path, a query string or JSON. */
export const id = z.coerce.number<number | string>('编号不正确').int('编号不正确').positive('编号不正确').max(Number.MAX_SAFE_INTEGER, '编号不正确');

/** Comma-separated ids in one path segment: `2,3`. */
export const ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, '编号不正确')
  .transform((text) => text.split(',').map(Number));

/** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const wireTime = z.string();
/** The boolean values of compatible clients. */
export const flag = z.enum(['0', '1']);

/** A page number below 1 is read as 1. */
export const paging = z.object({
  pageNum: z.coerce
    .number<number | string>('页码不正确')
    .int('页码不正确')
    .max(1_000_000, '页码过大')
    .default(1)
    .transform((page) => Math.max(1, page)),
  pageSize: z.coerce
    .number<number | string>('每页条数不正确')
    .int()
    .min(1, '每页至少1条')
    .max(PAGE_SIZE_MAX, `每页最多${PAGE_SIZE_MAX}条`)
    .default(PAGE_SIZE),
});
