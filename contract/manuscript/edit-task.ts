import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { EDIT_QUERY_STATES } from './edit-query.machine.ts';
import { KINDS, MANUSCRIPT } from './manuscript-limits.ts';
import { MANUSCRIPT_STATES } from './manuscript.machine.ts';

const editRow = z.object({
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  authorsText: z.string(),
  kind: z.enum(KINDS),
  status: z.enum(MANUSCRIPT_STATES),
  editorId: z.number().nullable(),
  editorName: z.string(),
  days: z.number(),
  dueAt: z.string(),
  late: z.boolean(),
  openQueries: z.number(),
  openTasks: z.number(),
});
export type EditRow = z.output<typeof editRow>;

/** #77: manuscripts that wait for an editor, that editors handle, or that the caller handles. */
export const editList = endpoint('GET /press/editor/list', {
  summary: '责任编辑任务',
  access: 'press:editor:list',
  query: paging.extend({
    tab: z.enum(['unassigned', 'assigned', 'mine'], '没有这一栏').default('unassigned'),
    keyword: searchTerm(120),
    editorId: id.optional(),
  }),
  row: editRow,
});

const editor = z.object({
  userId: z.number(),
  nickName: z.string(),
  qualification: z.string(),
  certNo: z.string(),
  /** Manuscripts in hand, and the limit. */
  load: z.number(),
  most: z.number(),
  /** Why the editor cannot take another manuscript; empty when possible. */
  blocked: z.string(),
  /** Deputy while the editor is absent. */
  deputyName: z.string(),
});
export type Editor = z.output<typeof editor>;

export const editors = endpoint('GET /press/editor/people', { summary: '可派的责任编辑', access: 'press:editor:list', data: z.array(editor) });

export const assignEditorTo = endpoint('POST /press/editor/assign', {
  summary: '派责任编辑',
  access: 'press:editor:assign',
  body: z.object({
    archiveId: id,
    editorId: id,
    dueDate: z.iso.date('期限须是 年-月-日').or(z.literal('')).default(''),
  }),
});

const oneQuery = z.object({
  queryId: z.number(),
  versionNo: z.number(),
  place: z.string(),
  quote: z.string(),
  text: z.string(),
  askedByName: z.string(),
  askToName: z.string(),
  answer: z.string(),
  answeredAt: z.string(),
  status: z.enum(EDIT_QUERY_STATES),
  createTime: z.string(),
});
export type EditQuery = z.output<typeof oneQuery>;

const permissionItem = z.object({
  material: visible('请填写材料名称').min(1, '请填写材料名称').max(100, '材料名称不能超过100个字'),
  rightsOwner: visible().max(100, '权利人不能超过100个字').default(''),
  scope: visible().max(200, '授权范围不能超过200个字').default(''),
  feeFen: z.number('费用不正确').int('费用须精确到分').min(0, '费用不能为负').max(99_999_999, '费用过高').default(0),
  fileId: z.number().int().positive().nullable().default(null),
  status: z.enum(['needed', 'asked', 'granted', 'not_needed'], '请选择状态').default('needed'),
});
export type PermissionItem = z.output<typeof permissionItem>;

const work = z.object({
  archiveId: z.number(),
  versionNo: z.number(),
  /** 齐, 清, 定. */
  completeness: z.tuple([z.boolean(), z.boolean(), z.boolean()]),
  editedWordCount: z.number(),
  dueAt: z.string(),
  tasks: z.array(
    z.object({
      taskId: z.number(),
      stage: z.enum(MANUSCRIPT_STATES),
      title: z.string(),
      blocking: flag,
      dueAt: z.string(),
      done: z.boolean(),
      doneByName: z.string(),
      doneAt: z.string(),
    }),
  ),
  queries: z.array(oneQuery),
  permissions: z.array(permissionItem),
  /** Whether the caller may write here. */
  writable: z.boolean(),
});
export type EditWork = z.output<typeof work>;

const one = z.object({ archiveId: id });

/** For the staff that sees the manuscript. */
export const editWork = endpoint('GET /press/editor/work/{archiveId}', { summary: '编辑加工', access: 'signed-in', params: one, data: work });

export const saveCompleteness = endpoint('PUT /press/editor/completeness', {
  summary: '齐清定',
  access: 'press:editor:finish',
  body: one.extend({
    completeness: z.tuple([z.boolean(), z.boolean(), z.boolean()], '请勾选齐、清、定'),
    editedWordCount: z.number('加工字数不正确').int('加工字数须为整数').min(0, '加工字数不能为负').max(100_000_000, '加工字数过大').default(0),
  }),
});

export const tickTask = endpoint('PUT /press/editor/tick', {
  summary: '勾选必办事项',
  access: 'signed-in',
  body: z.object({ taskId: id, done: z.boolean('请勾选') }),
});

export const addStageTask = endpoint('POST /press/editor/task', {
  summary: '增加办理事项',
  access: 'press:editor:finish',
  once: true,
  body: one.extend({
    title: visible('请填写事项').min(2, '事项至少2个字').max(60, '事项不能超过60个字'),
    blocking: flag.default('1'),
    dueDate: z.iso.date('期限须是 年-月-日').or(z.literal('')).default(''),
  }),
});

export const askQuery = endpoint('POST /press/editor/query', {
  summary: '向作者质疑',
  access: 'press:editor:finish',
  once: true,
  body: one.extend({
    place: visible().max(60, '位置不能超过60个字').default(''),
    quote: visible().max(300, '原文不能超过300个字').default(''),
    text: visible('请填写要问的内容').min(2, '请填写要问的内容').max(MANUSCRIPT.query, `质疑不能超过${MANUSCRIPT.query}个字`),
  }),
});

/** `answer` is the author's; `resolve` and `overrule` close the query, `reopen` opens it again: the editor's. */
export const queryEvent = endpoint('PUT /press/editor/query/{event}/{queryId}', {
  summary: '处理质疑',
  access: 'signed-in',
  params: z.object({ event: z.enum(['answer', 'resolve', 'overrule', 'reopen'], '没有这个操作'), queryId: id }),
  body: z.object({ text: visible().max(MANUSCRIPT.query, `不能超过${MANUSCRIPT.query}个字`).default('') }).default({ text: '' }),
});

export const savePermissions = endpoint('PUT /press/editor/permissions', {
  summary: '授权清单',
  access: 'press:editor:finish',
  body: one.extend({ items: z.array(permissionItem).max(200, '授权清单最多200项') }),
});
