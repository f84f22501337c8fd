import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTRO_LENGTH, INTRO_TOO_LONG } from '../limits.ts';
import { flag, id, ids, paging } from '../page.ts';
import type { EventOf } from '../state-machine.ts';
import { chapter, cover, KINDS } from './book.ts';
import type { publicationMachine } from './publication.machine.ts';
import { ownValues } from './program-field.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';
import { visible, visibleNames, visibleTitle } from '../visible-text.ts';

export const PUBLICATION_STATUSES = ['draft', 'checking', 'rejected', 'listed', 'delisted', 'recalled'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/** A new price of a listed work that waits for a second person; the current price applies meanwhile. */
export const priceProposal = z.object({
  listPriceFen: z.number(),
  salePriceFen: z.number(),
  isFree: flag,
  proposerId: z.number(),
  proposerName: z.string(),
  proposedAt: z.string(),
});
export type PriceProposal = z.output<typeof priceProposal>;

export const publication = z.object({
  publishId: z.number(),
  publishNo: z.string(),
  kind: z.enum(KINDS),
  title: z.string(),
  subtitle: z.string(),
  authorsText: z.string(),
  translator: z.string(),
  pressId: z.number().nullable(),
  pressName: z.string(),
  isbn: z.string(),
  edition: z.number(),
  publishDate: z.string(),
  listPriceFen: z.number(),
  salePriceFen: z.number(),
  isFree: flag,
  proposedPrice: priceProposal.nullable(),
  trialChapters: z.number(),
  language: z.string(),
  cover,
  brief: z.string(),
  intro: z.string(),
  authorIntro: z.string(),
  archiveTypeId: z.number().nullable(),
  typeName: z.string(),
  tags: z.array(z.string()),
  recommend: flag,
  orderNum: z.number(),
  downloadable: flag,
  characters: z.number(),
  bytes: z.number(),
  chapterCount: z.number(),
  viewNum: z.number(),
  collectNum: z.number(),
  status: z.enum(PUBLICATION_STATUSES),
  rejectReason: z.string(),
  editionId: z.number().nullable(),
  /** Pages on which the layout check of the current edition found a fault; null when it was not checked. */
  layoutFaults: z.number().nullable(),
  /** Values of the custom fields. */
  ext: ownValues,
  version: z.number(),
  createBy: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type Publication = z.output<typeof publication>;

const fen = z.coerce.number<number | string>('价格不正确').int('价格须精确到分').min(0, '价格不能为负').max(99_999_999, '价格过高');

/** Fields that an editor may write; the server sets all others. */
export const publicationDraft = z.object({
  title: requiredText('请输入书名', visibleTitle).max(120, '书名不能超过120个字'),
  subtitle: visible().max(120, '副书名不能超过120个字').default(''),
  authorsText: requiredText('请输入作者', visibleNames).max(200, '作者不能超过200个字'),
  translator: visibleNames().max(100, '译者不能超过100个字').default(''),
  isbn: z
    .string()
    .trim()
    .overwrite((written) => written.replace(/^e?ISBN(?:[-\s]?1[03])?[:：\s]*/i, ''))
    .max(17, '书号不能超过17个字符')
    .default(''),
  publishDate: z.iso.date('出版日期格式为yyyy-MM-dd').or(z.literal('')).default(''),
  listPriceFen: fen.default(0),
  salePriceFen: fen.default(0),
  isFree: flag.default('0'),
  trialChapters: z.coerce
    .number<number | string>('试读章数不正确')
    .int('试读章数须为整数')
    .min(0, '试读章数不能为负')
    .max(5000, '试读章数过大')
    .default(0),
  language: z.string().max(10).default('zh'),
  brief: visible().max(60, '一句话推荐不能超过60个字').default(''),
  intro: z.string().max(INTRO_LENGTH, INTRO_TOO_LONG).default(''),
  authorIntro: z.string().max(2000, '作者简介不能超过2000个字').default(''),
  archiveTypeId: id.nullable().default(null),
  tags: z.array(visible().min(1).max(20, '标签不能超过20个字')).max(8, '标签最多8个').default([]),
  recommend: flag.default('0'),
  orderNum: z.coerce.number<number | string>('排序不正确').int().min(0).max(9999).default(0),
  downloadable: flag.default('1'),
  drawing: z.enum(['lit', 'lang', 'text', 'pub', 'kids']).default('lit'),
  colour: z
    .string()
    .regex(/^(|[0-9]|1[01])$/, '封面颜色不正确')
    .default(''),
  format: z.enum(['', 'A', 'B', 'C', 'D', 'E']).default(''),
  ext: ownValues,
});

export const listPublications = endpoint('GET /cms/publish/list', {
  summary: '出版物列表',
  access: 'publish:publication:list',
  query: paging.extend({
    title: searchTerm(120),
    authorsText: searchTerm(200),
    isbn: z.string().trim().max(50, '书号不能超过50个字符').optional(),
    status: z.enum(PUBLICATION_STATUSES).optional(),
    archiveTypeId: id.optional(),
    isFree: flag.optional(),
    orderByColumn: z.enum(['title', 'salePriceFen', 'viewNum', 'updateTime', 'createTime', 'publishDate'], '参数不符合规范，不能进行查询').optional(),
    isAsc: z.enum(['asc', 'desc', 'ascending', 'descending'], '参数不符合规范，不能进行查询').optional(),
  }),
  row: publication,
});

export const getPublication = endpoint('GET /cms/publish/{publishId}', {
  summary: '出版物',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  data: publication.extend({ chapters: z.array(chapter) }),
});

export const savePublication = endpoint('PUT /cms/publish', {
  summary: '修改出版物',
  access: 'publish:publication:edit',
  body: publicationDraft.extend({ publishId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: publication,
});

export const removePublications = endpoint('DELETE /cms/publish/{publishIds}', {
  summary: '删除出版物',
  access: 'publish:publication:remove',
  params: z.object({ publishIds: ids }),
});

export const savePublicationCover = endpoint('POST /cms/publish/cover/{publishId}', {
  summary: '上传封面',
  access: 'publish:publication:edit',
  params: z.object({ publishId: id }),
  multipart: true,
  data: publication,
});

/** Removes the uploaded cover; the cover is then drawn from the title again. */
export const removePublicationCover = endpoint('DELETE /cms/publish/cover/{publishId}', {
  summary: '移除封面',
  access: 'publish:publication:edit',
  params: z.object({ publishId: id }),
  data: publication,
});

export type PublicationEvent = EventOf<typeof publicationMachine>;
/** Events without a form of their own. */
export const PUBLICATION_EVENTS = ['submit', 'approve', 'reject', 'delist', 'relist'] as const satisfies readonly PublicationEvent[];
export type PlainPublicationEvent = (typeof PUBLICATION_EVENTS)[number];

/** SM08. The service checks the permission of each event with its own table. */
export const publicationEvent = endpoint('PUT /cms/publish/{event}/{publishId}', {
  summary: '出版物流转',
  access: ['publish:publication:edit', 'publish:publication:publish', 'publish:publication:delist'],
  params: z.object({ event: z.enum(PUBLICATION_EVENTS, '没有这个操作'), publishId: id }),
  body: z.object({ reason: z.string().trim().max(500, '原因不能超过500个字').default('') }).default({ reason: '' }),
  data: publication,
});

export const RECALL_REASONS = ['质量', '政治', '版权'] as const;

/** Ends reading for everybody and opens the refunds of all buyers, which finance confirms. */
export const recallPublication = endpoint('PUT /cms/publish/recall/{publishId}', {
  summary: '召回出版物',
  access: 'publish:publication:recall',
  confirm: true,
  params: z.object({ publishId: id }),
  body: z.object({
    reason: z.enum(RECALL_REASONS, '请选择召回原因'),
    note: z.string().trim().max(200, '说明不能超过200个字').default(''),
  }),
  data: publication,
});

const printRun = z.object({
  printRunId: z.number(),
  /** The number of the impression: the first reprint is the second one. */
  impression: z.number(),
  copies: z.number(),
  printedOn: z.string(),
  /** The list price at that time: the royalty of printed copies is a part of it. */
  listPriceFen: z.number(),
  operatorName: z.string(),
  createTime: z.string(),
});
export type PrintRun = z.output<typeof printRun>;

export const printRuns = endpoint('GET /cms/publish/printRun/{publishId}', {
  summary: '印次',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  data: z.object({ runs: z.array(printRun), copies: z.number() }),
});

/** Registers one print run. Repeating the request registers nothing. */
export const reprintPublication = endpoint('POST /cms/publish/printRun/{publishId}', {
  summary: '登记重印',
  access: 'publish:publication:reprint',
  params: z.object({ publishId: id }),
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    copies: z.number('请填写印数').int('印数须为整数').min(1, '印数须大于0').max(10_000_000, '印数过大'),
    printedOn: z.iso.date('日期格式为yyyy-MM-dd'),
  }),
  data: z.object({ runs: z.array(printRun), copies: z.number() }),
});

export const PRICE_EVENTS = ['confirm', 'decline', 'withdraw'] as const;
export type PriceEvent = (typeof PRICE_EVENTS)[number];

/**
 * Confirms, declines or withdraws a price. To confirm or decline, a user needs the permission to put works on sale and must not be the
 * proposer; only the proposer may withdraw.
 */
export const decidePublicationPrice = endpoint('PUT /cms/publish/price/{event}/{publishId}', {
  summary: '确认新价格',
  access: ['publish:publication:publish', 'publish:publication:edit'],
  params: z.object({ event: z.enum(PRICE_EVENTS, '没有这个操作'), publishId: id }),
  body: z.object({ version: z.number('缺少版本号，请刷新后重试').int() }),
  data: publication,
});

export const flowRow = z.object({
  event: z.string(),
  fromStatus: z.string(),
  toStatus: z.string(),
  operatorName: z.string(),
  note: z.string(),
  at: z.string(),
});

export const publicationFlow = endpoint('GET /cms/publish/flow/{publishId}', {
  summary: '流转记录',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  data: z.array(flowRow),
});

/** Number of publications by status. */
export const publicationCounts = endpoint('GET /cms/publish/statusCount', {
  summary: '各状态出版物数',
  access: 'publish:publication:list',
  data: z.record(z.enum(PUBLICATION_STATUSES), z.number()),
});

/** Number of the caller's own publications by kind. */
export const ownPublicationCounts = endpoint('GET /cms/publish/queryPublishCount', {
  summary: '我的出版物数',
  access: 'signed-in',
  data: z.record(z.enum([...KINDS, 'total']), z.number()),
});
