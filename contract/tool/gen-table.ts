import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, shownOther } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';

/** Areas in which a generated resource may be placed. */
export const GEN_AREAS = [
  'catalog',
  'library',
  'contest',
  'authoring',
  'content',
  'structure',
  'press',
  'periodical',
  'commerce',
  'workflow',
  'system',
  'monitor',
  'tool',
] as const;
/** `crud` is a list, `tree` is a tree of rows, `sub` is a list whose rows have rows of a second table. */
export const GEN_TEMPLATES = ['crud', 'tree', 'sub'] as const;
export const GEN_CONTROLS = ['input', 'textarea', 'select', 'radio', 'checkbox', 'date', 'datetime', 'imageUpload', 'fileUpload', 'editor'] as const;
export const GEN_COMPARES = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'LIKE', 'BETWEEN'] as const;

/**
 * Tables for generated pages. The wire keeps the field names of compatible clients; the generated code follows the layout of this
 * repository.
 */
export const genTable = crud('/tool/gen', {
  name: '生成配置',
  permission: 'tool:gen',
  key: 'tableId',
  title: 'tableName',
  fields: {},
  shown: {
    tableName: shown('表名称'),
    tableComment: shown('表描述'),
    className: shown('类型名'),
    tplCategory: shown('模板', 'choice', { dict: 'tool_gen_template' }),
    tplWebType: shown('前端类型'),
    packageName: shown('包路径'),
    moduleName: shown('领域'),
    businessName: shown('名词'),
    functionName: shown('功能名'),
    functionAuthor: shown('作者'),
    formColNum: shownNumber('表单栏数'),
    genType: shown('生成方式'),
    genPath: shown('生成路径'),
    options: shown('其他选项'),
    subTableName: shown('子表'),
    subTableFkName: shown('子表外键'),
    treeCode: shown('树编码字段'),
    treeParentCode: shown('树上级字段'),
    treeName: shown('树名称字段'),
    parentMenuId: shownOther('上级菜单', z.number().nullable()),
    parentMenuName: shown('上级菜单名'),
    remark: shown('备注', 'long'),
  },
  filter: { tableName: 'like', tableComment: 'like' },
  sort: ['tableId', 'tableName', 'createTime', 'updateTime'],
  calls: ['list', 'remove'],
});
export type GenTable = z.output<typeof genTable.list.row>;

const flag = z
  .enum(['0', '1', ''])
  .nullish()
  .transform((value) => value || null);
const words = (label: string, max: number) =>
  z
    .string(`${label}不正确`)
    .trim()
    .max(max, `${label}不能超过${max}个字符`)
    .nullish()
    .transform((value) => value ?? '');

export const genColumn = z.object({
  columnId: id,
  tableId: id,
  columnName: z.string(),
  columnComment: words('字段描述', 200),
  columnType: z.string(),
  javaType: z.string(),
  javaField: z.string('字段名不能为空').regex(/^[a-z][A-Za-z0-9]{0,59}$/, '字段名须以小写字母开头，只有字母和数字'),
  isPk: flag,
  isIncrement: flag,
  isRequired: flag,
  isInsert: flag,
  isEdit: flag,
  isList: flag,
  isQuery: flag,
  queryType: z.enum(GEN_COMPARES, '查询方式不正确'),
  htmlType: z.enum(GEN_CONTROLS, '显示类型不正确'),
  dictType: words('字典类型', 100),
  sort: z.number(),
});
export type GenColumn = z.output<typeof genColumn>;

const table = z.object({ tableName: z.string(), tableComment: z.string(), createTime: z.string(), updateTime: z.string() });

/** Database tables that are not yet imported. Only names and columns are read, never rows. */
export const listDbTables = endpoint('GET /tool/gen/db/list', {
  summary: '数据库表列表',
  access: 'tool:gen:list',
  query: paging.extend({ tableName: searchTerm(100), tableComment: searchTerm(100) }),
  row: table,
});

export const getGenTable = endpoint('GET /tool/gen/{tableId}', {
  summary: '查询生成配置',
  access: 'tool:gen:query',
  params: z.object({ tableId: id }),
  data: z.object({ info: genTable.list.row, rows: z.array(genColumn), tables: z.array(genTable.list.row) }),
});

const option = z
  .string()
  .max(64)
  .nullish()
  .transform((value) => value ?? '');
const parent = z.preprocess((value) => (value === '' || value === undefined ? null : value), id.nullable()) as z.ZodType<
  number | null,
  number | string | null | undefined
>;

export const saveGenTable = endpoint('PUT /tool/gen', {
  summary: '修改生成配置',
  access: 'tool:gen:edit',
  body: z.object({
    tableId: id,
    version: z.number().int().optional(),
    tableComment: requiredText('表描述不能为空').max(200, '表描述不能超过200个字符'),
    className: z.string('类型名不能为空').regex(/^[A-Z][A-Za-z0-9]{0,59}$/, '类型名须以大写字母开头，只有字母和数字'),
    tplCategory: z.enum(GEN_TEMPLATES, '请选择模板'),
    tplWebType: words('前端类型', 50),
    packageName: words('包路径', 100),
    moduleName: z.enum(GEN_AREAS, `领域须是其中之一：${GEN_AREAS.join('、')}`),
    businessName: z.string('名词不能为空').regex(/^[a-z][A-Za-z0-9]{0,39}$/, '名词须以小写字母开头，只有字母和数字'),
    functionName: requiredText('功能名不能为空').max(50, '功能名不能超过50个字符'),
    functionAuthor: words('作者', 50),
    formColNum: z.coerce
      .number()
      .int()
      .min(0)
      .max(3)
      .nullish()
      .transform((value) => value ?? 1),
    subTableName: option,
    subTableFkName: option,
    remark: words('备注', 500),
    columns: z.array(genColumn, { error: '字段不能为空' }).min(1, '字段不能为空').max(200, '字段不能超过200个'),
    params: z.object({ treeCode: option, treeParentCode: option, treeName: option, parentMenuId: parent }).partial().nullish(),
  }),
});

const names = z
  .string('请选择表')
  .regex(/^[a-z][a-z0-9_]{0,62}(,[a-z][a-z0-9_]{0,62}){0,99}$/, '表名不正确')
  .transform((text) => text.split(','));
const oneName = z.object({ tableName: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, '表名不正确') });

export const importTables = endpoint('POST /tool/gen/importTable', {
  summary: '导入表',
  access: 'tool:gen:import',
  query: z.object({ tables: names, tplWebType: z.string().max(50).optional() }),
});

/** The statement is parsed, never executed: the table is created from the parsed result. Only for the super administrator role. */
export const createTable = endpoint('POST /tool/gen/createTable', {
  summary: '新建表',
  access: 'tool:gen:import',
  query: z.object({
    sql: z.string('请输入建表语句').min(1, '请输入建表语句').max(20_000, '建表语句过长'),
    tplWebType: z.string().max(50).optional(),
  }),
});

/** File paths with their text. */
export const previewCode = endpoint('GET /tool/gen/preview/{tableId}', {
  summary: '预览代码',
  access: 'tool:gen:preview',
  params: z.object({ tableId: id }),
  data: z.record(z.string(), z.string()),
});

/** Adds new columns and removes missing ones; the settings of the others are kept. */
export const syncTable = endpoint('GET /tool/gen/synchDb/{tableName}', { summary: '同步表结构', access: 'tool:gen:edit', params: oneName });

export const batchGenCode = endpoint('GET /tool/gen/batchGenCode', {
  summary: '下载代码',
  access: 'tool:gen:code',
  query: z.object({ tables: names }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Always rejected: nothing is ever written into the application's own folder. */
export const genCode = endpoint('GET /tool/gen/genCode/{tableName}', { summary: '生成代码到本地', access: 'tool:gen:code', params: oneName });
