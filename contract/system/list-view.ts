import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PAGE_SIZES } from '../limits.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';

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

/** Views that one user may keep of one list, and of all lists together. */
export const LIST_VIEWS_MOST = 20;
export const ALL_VIEWS_MOST = 200;
export const VIEW_NAME_MOST = 20;

const name = requiredText('请填写视图名称').max(VIEW_NAME_MOST, `视图名称不能超过${VIEW_NAME_MOST}个字`);
/** The address of a list without `/list`: `/system/post`. */
const list = z.string().regex(/^(\/[A-Za-z][\w-]{0,39}){1,4}$/, '没有这个列表');

export const listView = z.object({
  viewId: z.number(),
  list,
  name: z.string(),
  state: listViewState,
  /** Applied when the address of the list says nothing; one view of a list at most. */
  isDefault: z.boolean(),
});
export type ListView = z.output<typeof listView>;

/** The views of the caller, of all lists: they are few, and the first list of a visit waits for them. */
export const myListViews = endpoint('GET /system/listView/mine', { summary: '我的列表视图', access: 'signed-in', data: z.array(listView) });

export const addListView = endpoint('POST /system/listView', {
  summary: '保存列表视图',
  access: 'signed-in',
  body: z.object({ list, name, state: listViewState, isDefault: z.boolean().default(false) }),
  data: listView,
});

/** Changes the given parts: a new name, another state, or whether the list starts with it. */
export const editListView = endpoint('PUT /system/listView', {
  summary: '修改列表视图',
  access: 'signed-in',
  body: z
    .object({ viewId: id, name: name.optional(), state: listViewState.optional(), isDefault: z.boolean().optional() })
    .refine((change) => change.name !== undefined || change.state !== undefined || change.isDefault !== undefined, '没有要修改的内容'),
  data: listView,
});

export const removeListView = endpoint('DELETE /system/listView/{viewId}', {
  summary: '删除列表视图',
  access: 'signed-in',
  params: z.object({ viewId: id }),
});
