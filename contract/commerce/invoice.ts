import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { file, type FileRule } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../limits.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { isCreditCode } from '../structure/credit-code.ts';
import { invoiceMachine } from './invoice.machine.ts';
import { INVOICE_KINDS, type InvoiceKind, RED_REASONS, TITLE_TYPES, type TitleType } from './invoice-limits.ts';
import { orderNo } from './order.ts';

export type InvoiceState = StateOf<typeof invoiceMachine>;
export type InvoiceEvent = EventOf<typeof invoiceMachine>;
export const INVOICE_STATES = Object.keys(invoiceMachine.states) as [InvoiceState, ...InvoiceState[]];
const kinds = Object.keys(INVOICE_KINDS) as [InvoiceKind, ...InvoiceKind[]];
const titleTypes = Object.keys(TITLE_TYPES) as [TitleType, ...TitleType[]];

/** F10b: 18 characters with a check character, or a number of the old form. */
const isTaxNumber = (text: string): boolean => (text.length === 18 ? isCreditCode(text) : /^[0-9A-Z]{15}$|^[0-9A-Z]{20}$/.test(text));

const titleFields = {
  titleType: z.enum(titleTypes, { error: '请选择抬头类型' }),
  title: requiredText('请填写发票抬头').max(100, '发票抬头不能超过100个字符'),
  taxNo: z
    .string()
    .max(30, '纳税人识别号不能超过30个字符')
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .default(''),
  bankInfo: z.string().trim().max(120, '开户行和账号不能超过120个字符').default(''),
  addressPhone: z.string().trim().max(160, '地址和电话不能超过160个字符').default(''),
  email: z.email('邮箱格式不正确').max(100, '邮箱不能超过100个字符'),
};
/** Why the number of a company is wrong; empty when it is right. Its code is 21603. */
export const taxNumberFault = ({ titleType, taxNo }: { readonly titleType: TitleType; readonly taxNo: string }): string =>
  titleType === 'company' && !isTaxNumber(taxNo) ? '纳税人识别号校验失败' : '';

const invoiceTitle = z.object({
  titleId: z.number(),
  titleType: z.enum(titleTypes),
  title: z.string(),
  taxNo: z.string(),
  bankInfo: z.string(),
  addressPhone: z.string(),
  email: z.string(),
  isDefault: z.boolean(),
});
export type InvoiceTitle = z.output<typeof invoiceTitle>;

export const invoiceTitles = endpoint('GET /pay/invoiceTitle/list', {
  summary: '我的发票抬头',
  access: 'signed-in',
  data: z.object({ titles: z.array(invoiceTitle) }),
});
export const addInvoiceTitle = endpoint('POST /pay/invoiceTitle', {
  summary: '新增发票抬头',
  access: 'signed-in',
  body: z.object({ ...titleFields, isDefault: z.boolean().default(false) }),
  data: invoiceTitle,
});
export const editInvoiceTitle = endpoint('PUT /pay/invoiceTitle', {
  summary: '修改发票抬头',
  access: 'signed-in',
  body: z.object({ titleId: id, ...titleFields, isDefault: z.boolean().default(false) }),
  data: invoiceTitle,
});
export const removeInvoiceTitle = endpoint('DELETE /pay/invoiceTitle/{titleId}', {
  summary: '删除发票抬头',
  access: 'signed-in',
  params: z.object({ titleId: id }),
});

const line = z.object({
  lineId: z.number(),
  name: z.string(),
  goodsCode: z.string(),
  qty: z.number(),
  fen: z.number(),
  rateBp: z.number(),
  netFen: z.number(),
  taxFen: z.number(),
  /** What red invoices have not taken back. */
  leftFen: z.number(),
});
const redCard = z.object({
  redId: z.number(),
  applyNo: z.string(),
  reason: z.string(),
  fen: z.number(),
  number: z.string(),
  issueDate: z.string(),
  confirmNo: z.string(),
  confirmState: z.enum(['none', 'waiting', 'confirmed', 'lapsed']),
  confirmUntil: z.string(),
});
const invoiceCard = z.object({
  invoiceId: z.number(),
  applyNo: z.string(),
  orderNos: z.array(z.string()),
  kind: z.enum(kinds),
  titleType: z.enum(titleTypes),
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  amountFen: z.number(),
  netFen: z.number(),
  taxFen: z.number(),
  leftFen: z.number(),
  status: z.enum(INVOICE_STATES),
  invoiceNumber: z.string(),
  issueDate: z.string(),
  /** Why it was rejected or failed. */
  reason: z.string(),
  fileName: z.string(),
  createTime: z.string(),
  lines: z.array(line),
  reds: z.array(redCard),
  can: z.array(z.enum(['cancel', 'download', 'red'])),
});
export type InvoiceCard = z.output<typeof invoiceCard>;

/** What of an order can be invoiced, and what not. */
export const invoicePreview = endpoint('GET /pay/invoice/preview/{orderNo}', {
  summary: '可开票的商品',
  access: 'signed-in',
  params: z.object({ orderNo }),
  data: z.object({
    lines: z.array(z.object({ orderItemId: z.number(), name: z.string(), fen: z.number() })),
    amountFen: z.number(),
    /** Why nothing can be invoiced; empty when something can. */
    fault: z.string(),
  }),
});

export const applyInvoice = endpoint('POST /pay/invoice', {
  summary: '申请开票',
  access: 'signed-in',
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    orderNos: z.array(orderNo).min(1, '请选择订单').max(50, '一次最多选择50个订单'),
    kind: z.enum(kinds, { error: '请选择发票种类' }),
    ...titleFields,
  }),
  data: invoiceCard,
});

export const myInvoices = endpoint('GET /pay/invoice/mine', {
  summary: '我的发票',
  access: 'signed-in',
  query: paging.extend({ orderNo: orderNo.optional() }),
  row: invoiceCard,
});

export const cancelInvoice = endpoint('PUT /pay/invoice/mine/cancel/{invoiceId}', {
  summary: '撤销开票申请',
  access: 'signed-in',
  params: z.object({ invoiceId: id }),
});

/** The buyer asks for a red invoice; the invoice clerk issues it. */
export const askRedInvoice = endpoint('POST /pay/invoice/mine/red/{invoiceId}', {
  summary: '申请红冲',
  access: 'signed-in',
  params: z.object({ invoiceId: id }),
  body: z.object({ note: requiredText('请写明为什么要红冲').max(200, '说明不能超过200个字符') }),
});

export const ownInvoiceFile = endpoint('GET /pay/invoice/mine/file/{invoiceId}', {
  summary: '下载发票',
  access: 'signed-in',
  params: z.object({ invoiceId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** The staff's side. */
export const INVOICE_FILE: FileRule = { types: ['pdf', 'ofd'], bytes: 20 * MB, most: 1 };
const staffInvoice = invoiceCard.extend({
  userName: z.string(),
  nickName: z.string(),
  bankInfo: z.string(),
  addressPhone: z.string(),
  note: z.string(),
  /** Days since the application. */
  days: z.number(),
  issuedBy: z.string(),
  /** What disagrees with the orders now; empty when nothing does. */
  fault: z.string(),
  events: z.array(z.string()),
});
export type StaffInvoice = z.output<typeof staffInvoice>;

export const INVOICE_SHOWN = ['applied', 'issuing', 'failed', 'redWaiting', 'issued', 'ended', 'all'] as const;
export const invoiceList = endpoint('GET /pay/invoice/list', {
  summary: '发票列表',
  access: 'pay:invoice:list',
  query: paging.extend({
    invoiceId: id.optional(),
    shown: z.enum(INVOICE_SHOWN).default('all'),
    title: searchTerm(50),
    number: searchTerm(30),
    orderNo: searchTerm(30),
  }),
  row: staffInvoice,
});

export const invoiceSums = endpoint('GET /pay/invoice/sums', {
  summary: '发票合计',
  access: 'pay:invoice:list',
  query: invoiceList.query.omit({ pageNum: true, pageSize: true }),
  data: z.object({ invoices: z.number(), amountFen: z.number(), taxFen: z.number(), redFen: z.number() }),
});

const invoiceNumber = z.string().transform((text) => text.replace(/\s/g, ''));
const issued = {
  number: invoiceNumber,
  issueDate: z.iso.date('开票日期格式为yyyy-MM-dd'),
  file: file('发票文件', INVOICE_FILE),
};
const rates = z
  .array(z.object({ lineId: id, rateBp: z.number().int().min(0, '税率不能小于0').max(1700, '税率不能大于17%') }))
  .max(200)
  .default([]);

/** Reads the file before anything is saved, and says what the clerk should compare. */
export const checkInvoice = endpoint('POST /pay/invoice/check/{invoiceId}', {
  summary: '核对发票文件',
  access: ['pay:invoice:issue', 'pay:invoice:red'],
  params: z.object({ invoiceId: id }),
  body: z.object({ ...issued, fen: z.number().int() }),
  data: z.object({ warning: z.string() }),
});

export const issueInvoice = endpoint('PUT /pay/invoice/issue/{invoiceId}', {
  summary: '开具发票',
  access: 'pay:invoice:issue',
  params: z.object({ invoiceId: id }),
  body: z.object({ ...issued, rates, note: z.string().trim().max(200, '说明不能超过200个字符').default('') }),
});

export const rejectInvoice = endpoint('PUT /pay/invoice/reject/{invoiceId}', {
  summary: '驳回开票申请',
  access: 'pay:invoice:reject',
  params: z.object({ invoiceId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

/** Writes a red invoice, or its application that waits for the buyer's confirmation, for the whole or for some lines. */
export const redInvoice = endpoint('POST /pay/invoice/red/{invoiceId}', {
  summary: '红冲',
  access: 'pay:invoice:red',
  params: z.object({ invoiceId: id }),
  body: z.object({
    reason: z.enum(RED_REASONS, { error: '请选择红冲原因' }),
    note: z.string().trim().max(200, '说明不能超过200个字符').default(''),
    /** Empty for everything that is left. */
    lineIds: z.array(id).max(200).default([]),
    confirmNo: z.string().trim().max(40, '确认单编号不能超过40个字符').default(''),
  }),
  data: z.object({ redId: z.number() }),
});

export const issueRed = endpoint('PUT /pay/invoice/red/issue/{redId}', {
  summary: '开具红字发票',
  access: 'pay:invoice:red',
  params: z.object({ redId: id }),
  body: z.object(issued),
});

export const RED_EVENTS = ['confirm', 'lapse'] as const;
/** The buyer confirmed the red application of a special invoice, or it is given up. */
export const decideRed = endpoint('PUT /pay/invoice/red/{event}/{redId}', {
  summary: '红字申请的确认与作废',
  access: 'pay:invoice:red',
  params: z.object({ event: z.enum(RED_EVENTS), redId: id }),
});

export const invoiceFile = endpoint('GET /pay/invoice/file/{invoiceId}', {
  summary: '下载发票文件',
  access: 'pay:invoice:list',
  params: z.object({ invoiceId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
export const redFile = endpoint('GET /pay/invoice/red/file/{redId}', {
  summary: '下载红字发票文件',
  access: 'pay:invoice:list',
  params: z.object({ redId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** The waiting applications as a spreadsheet for the tax office's batch page; they are 开具中 afterwards. */
export const exportInvoices = endpoint('POST /pay/invoice/batch/export', {
  summary: '导出批量开票文件',
  access: 'pay:invoice:issue',
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** A spreadsheet of results, or a zip with it and the files, whose names are the invoice numbers. */
export const importInvoices = endpoint('POST /pay/invoice/batch/import', {
  summary: '导入批量开票结果',
  access: 'pay:invoice:issue',
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
  data: z.object({ done: z.number(), failed: z.number(), skipped: z.array(z.object({ id: z.string(), reason: z.string() })) }),
});

/** Vouchers and invoices: PDF, OFD and pictures, which the common upload may not accept. */
export const uploadMoneyFile = endpoint('POST /pay/file', {
  summary: '上传凭证或发票文件',
  access: ['pay:order:offline', 'pay:order:refund', 'pay:invoice:issue', 'pay:invoice:red'],
  multipart: true,
  answer: z.object({
    fileName: z.string(),
    fileOriginName: z.string(),
    url: z.string(),
    fileId: z.number(),
    newFileName: z.string(),
    originalFilename: z.string(),
  }),
});
