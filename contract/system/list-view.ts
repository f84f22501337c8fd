import { z } from 'zod';
import { PAGE_SIZES } from '../limits.ts';

/** Row height of a list. */
export const DENSITIES = ['standard', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const FILTERS_MOST = 40;
const COLUMNS_MOST = 80;
const column = z.string().min(1, '列不正确').max(60, '列不正确');

/** What a list shows, without its page: filters, order, page size, hidden columns and row height. */
export const listViewState = z.object({
  filter: z
    .record(column, z.string().max(200, '查询条件过长'))
    .refine((filter) => Object.keys(filter).length <= FILTERS_MOST, `查询条件最多${FILTERS_MOST}个`),
  orderByColumn: z.string().max(60, '排序的列不正确'),
  isAsc: z.enum(['asc', 'desc'], '排序方向不正确'),
  pageSize: z.literal(PAGE_SIZES, '每页条数不正确'),
  hidden: z.array(column).max(COLUMNS_MOST, `最多隐藏${COLUMNS_MOST}列`),
  density: z.enum(DENSITIES, '密度不正确'),
});
export type ListViewState = z.output<typeof listViewState>;
