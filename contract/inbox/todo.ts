import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';

/** Views that one user may keep. */
export const TODO_VIEWS_MAX = 20;
/** A due date within these days is near. */
export const NEAR_DAYS = 3;

/** Names of the sources, `flow` or `apply`, separated by commas. */
const sources = z
  .string()
  .regex(/^[a-zA-Z]{0,30}(,[a-zA-Z]{1,30}){0,29}$/, '待办的来源不正确')
  .transform((text) => text.split(',').filter(Boolean));

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z
    .enum([...values, ''], message)
    .transform((value) => (value === '' ? undefined : (value as T[number])))
    .optional();

/** What narrows the list; a saved view keeps the same values. */
export const todoFilter = z.object({
  source: sources.optional(),
  /** In the title, the step or the name of who asks. */
  text: searchTerm(50),
  due: oneOf(['late', 'near', 'none'], '期限的筛选不正确'),
  /** `due`: the follow-up date is today or earlier; `later`: it is still to come; `none`: there is none. */
  followUp: oneOf(['due', 'later', 'none'], '跟进日期的筛选不正确'),
  waitedDays: z.coerce.number<number | string>('天数不正确').int('天数不正确').min(0, '天数不正确').max(3650, '天数不正确').optional(),
  order: oneOf(['longest', 'newest', 'due'], '排序不正确'),
});
export type TodoFilter = z.output<typeof todoFilter>;

export const todoItem = z.object({
  source: z.string(),
  itemId: z.number(),
  /** Title of the business object: of the topic, the notice, or what the starter wrote. */
  title: z.string(),
  /** What is to be done. */
  note: z.string(),
  /** Name of who asked. */
  askedBy: z.string(),
  /** Since when it waits. */
  since: z.string(),
  due: z.string(),
  /** The user's own reminder date. */
  followUp: z.string(),
  /** Address that opens the item where it is done. */
  link: z.string(),
});
export type TodoItem = z.output<typeof todoItem>;

/** Everything that waits for the caller, from every source that the caller's permissions open. */
export const listTodos = endpoint('GET /info/todo/list', {
  summary: '我的待办',
  access: 'signed-in',
  query: paging.extend(todoFilter.shape),
  row: todoItem,
});

/** How many items of a source wait for the user. */
export const todoCount = z.object({
  key: z.string(),
  label: z.string(),
  count: z.number(),
  /** Days that the oldest one has waited. */ oldestDays: z.number(),
  /** Page of the source, for users without the list. */ link: z.string(),
});
export type TodoCount = z.output<typeof todoCount>;

/** Numbers for the badge: each is the length of the list that its link opens. */
export const countTodos = endpoint('GET /info/todo/count', {
  summary: '我的待办数量',
  access: 'signed-in',
  data: z.object({ total: z.number(), sources: z.array(todoCount) }),
});

export const followUpTodo = endpoint('PUT /info/todo/followUp', {
  summary: '设置跟进日期',
  access: 'signed-in',
  body: z.object({
    source: z.string().regex(/^[a-zA-Z]{1,30}$/, '待办的来源不正确'),
    itemId: id,
    date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/, '跟进日期不正确')
      .nullable(),
  }),
});

const viewFilter = z.object({
  source: z.string().max(300).default(''),
  text: z.string().max(50).default(''),
  due: z.string().max(10).default(''),
  followUp: z.string().max(10).default(''),
  waitedDays: z.number().int().min(0).max(3650).optional(),
  order: z.string().max(10).default(''),
});

export const todoView = z.object({ viewId: z.number(), name: z.string(), filter: viewFilter });
export type TodoView = z.output<typeof todoView>;

export const listTodoViews = endpoint('GET /info/todo/view', { summary: '我的待办视图', access: 'signed-in', data: z.array(todoView) });

/** A view with the same name is replaced. */
export const saveTodoView = endpoint('POST /info/todo/view', {
  summary: '保存待办视图',
  access: 'signed-in',
  body: z.object({ name: z.string('请填写视图名称').trim().min(1, '请填写视图名称').max(20, '视图名称不能超过20个字'), filter: viewFilter }),
  data: todoView,
});

export const removeTodoView = endpoint('DELETE /info/todo/view/{viewId}', {
  summary: '删除待办视图',
  access: 'signed-in',
  params: z.object({ viewId: id }),
});
