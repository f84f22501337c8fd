import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { date, integer, NO_SCRIPT, reference, remark, shown, shownNumber, shownOther, text } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { ACCESS_BATCH_EVENTS } from './access-batch.machine.ts';

/** Numbers of a batch and of a right. */
export const ACCESS_CODE = { batch: 100_000, rightDays: 3_660, reason: 200 } as const;

export const ACCESS_CODE_CODES = { illegal: 23701, printed: 23702, own: 23703, unusable: 23704, usedByOther: 23705 } as const;

export const ACCESS_CODE_STATES = { unused: '未使用', used: '已使用', void: '已作废' } as const;
export type AccessCodeState = keyof typeof ACCESS_CODE_STATES;
const CODE_STATES = Object.keys(ACCESS_CODE_STATES) as [AccessCodeState, ...AccessCodeState[]];

/** E136: codes for the printed copies of a textbook. */
export const accessBatch = crud('/textbook/accessBatch', {
  name: '激活码批次',
  permission: 'textbook:code',
  key: 'batchId',
  title: 'name',
  fields: {
    publishId: reference('教材', { required: true, fixedOnceSaved: true, shownAs: 'publishTitle' }),
    name: text('批次名称', 60, NO_SCRIPT('批次名称')),
    count: integer('数量', 1, ACCESS_CODE.batch),
    validFrom: date('激活开始'),
    validTo: date('激活截止', { help: '过了这一天，没有用过的码不能再激活；留空不限' }),
    rightDays: integer('阅读天数', 0, ACCESS_CODE.rightDays, 0, { help: '从激活那天算起；0 是不限' }),
    rightTo: date('阅读截止', { help: '和阅读天数都填时，先到的为准' }),
    remark: remark(),
  },
  shown: {
    publishTitle: shown('教材名称'),
    status: shown('状态', 'choice', { dict: 'textbook_code_batch_status' }),
    usedNum: shownNumber('已激活'),
    voidNum: shownNumber('已作废'),
    printedAt: shown('印制文件时间', 'time'),
    printedBy: shown('印制文件生成人'),
    issuedBy: shown('发行人'),
    /** Events and further steps that the viewer may take now. */
    can: shownOther('可办理', z.array(z.enum([...ACCESS_BATCH_EVENTS, 'print', 'edit']))),
  },
  filter: { name: 'like', publishId: 'equal', status: 'equal' },
  sort: ['createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
  access: { get: 'textbook:code:list', edit: 'textbook:code:add', remove: 'textbook:code:add' },
});
export type AccessBatchRow = z.output<typeof accessBatch.list.row>;

const reason = visible().max(ACCESS_CODE.reason, `原因不能超过${ACCESS_CODE.reason}个字`);

export const accessBatchEvent = endpoint('PUT /textbook/accessBatch/{event}/{batchId}', {
  summary: '激活码批次流转',
  access: ['textbook:code:issue', 'textbook:code:freeze'],
  params: z.object({ event: z.enum(ACCESS_BATCH_EVENTS, '没有这个操作'), batchId: id }),
  body: z.object({ reason: reason.default('') }).nullish(),
});

/**
 * Makes the codes of a batch and answers the file for the printer, a zip with a spreadsheet and a CSV of serial number and code. The codes are stored nowhere:
 * making the file again replaces them all, and is possible only while none is used.
 */
export const printBatch = endpoint('POST /textbook/accessBatch/print/{batchId}', {
  summary: '生成印制文件',
  access: 'textbook:code:print',
  params: z.object({ batchId: id }),
  confirm: true,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Codes that were used in the last days, by day. */
export const batchUsage = endpoint('GET /textbook/accessBatch/usage/{batchId}', {
  summary: '激活码使用情况',
  access: 'textbook:code:list',
  params: z.object({ batchId: id }),
  data: z.array(z.object({ day: z.string(), used: z.number() })),
});

const codeRow = z.object({
  codeId: z.number(),
  batchId: z.number(),
  batchName: z.string(),
  serialNo: z.number(),
  last4: z.string(),
  status: z.enum(CODE_STATES),
  /** The reader, masked for viewers who may not see names; empty for an unused code. */
  usedBy: z.string(),
  usedAt: z.string(),
});
export type AccessCodeRow = z.output<typeof codeRow>;

/** Codes by their last four characters or their serial number. */
export const accessCodes = endpoint('GET /textbook/accessCode/list', {
  summary: '查激活码',
  access: 'textbook:code:list',
  query: paging.extend({
    batchId: id.optional(),
    last4: z.string().trim().max(4, '请填写末四位').optional(),
    serialNo: z.coerce.number<number | string>('序号须是整数').int('序号须是整数').min(1).max(ACCESS_CODE.batch).optional(),
    status: z.enum(CODE_STATES).optional(),
  }),
  row: codeRow,
});

/** An unused code is void for good; a used one is too when its right is to end: only that of this code. */
export const voidCode = endpoint('PUT /textbook/accessCode/void/{codeId}', {
  summary: '作废激活码',
  access: 'textbook:code:void',
  params: z.object({ codeId: id }),
  body: z.object({ reason: reason.min(5, '请写明作废的原因，至少5个字') }),
});

const redeemed = z.object({ publishId: z.number(), title: z.string(), /** `yyyy-MM-dd`, or empty without an end. */ validTo: z.string() });

/** A reader uses a code. After three wrong ones in an hour it asks for the sum of a picture. */
export const redeemCode = endpoint('POST /cms/accessCode/redeem', {
  summary: '激活教材',
  access: 'signed-in',
  body: z.object({
    code: z.string('请输入激活码').trim().min(1, '请输入激活码').max(40, '激活码不正确'),
    captcha: z.string().max(10).default(''),
    uuid: z.string().max(40).default(''),
  }),
  data: redeemed.extend({
    /** The reader has to add the sum of a picture: nothing was tried. */
    captchaNeeded: z.boolean(),
  }),
});

/** The codes that the viewer used. */
export const ownCodes = endpoint('GET /cms/accessCode/mine', {
  summary: '我激活的教材',
  access: 'signed-in',
  data: z.array(redeemed.extend({ last4: z.string(), usedAt: z.string() })),
});
