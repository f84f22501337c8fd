import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, image, integer, money, optionalText, references, richText, rows, shown, shownNumber, status, text } from '../field.ts';
import { id, paging } from '../page.ts';
import { cnKind, isIssn } from './issn.ts';
import { FREQUENCIES, REVIEW_MODES } from './periodical-limits.ts';

const ISSN: readonly [RegExp, string] = [/^\d{4}-\d{3}[\dX]$/, 'ISSN形如 2999-0017'];
const checked = <T extends z.ZodType<string, unknown>>(field: T, test: (value: string) => boolean, message: string): T =>
  field.refine((value) => value === '' || test(value), message).meta(field.meta() ?? {}) as T;

/** #122: journals. Only the chief editors and editors of a journal see its submissions. */
export const journal = crud('/cms/journal', {
  name: '期刊',
  permission: 'journal:journal',
  key: 'journalId',
  title: 'journalName',
  fields: {
    journalName: text('刊名', 60),
    nameEn: optionalText('英文刊名', 120),
    abbr: text('刊名缩写', 10, [/^[A-Z]{2,10}$/, '刊名缩写须是2至10个大写字母，用在投稿编号里']),
    issn: checked(optionalText('ISSN', 9, ISSN), isIssn, 'ISSN的校验码不正确，请核对'),
    cn: checked(optionalText('CN', 20), (value) => cnKind(value) !== null, 'CN不正确，形如 CN 99-1001/H'),
    frequency: choice('刊期', 'journal_journal_frequency', FREQUENCIES, '季'),
    supervisor: optionalText('主管单位', 60),
    sponsor: optionalText('主办单位', 60),
    publisher: optionalText('出版单位', 60),
    chiefEditor: optionalText('主编姓名', 30),
    postCode: optionalText('邮发代号', 10),
    price: money('定价'),
    officeMail: optionalText('编辑部邮箱', 60, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '编辑部邮箱不正确']),
    officePhone: optionalText('编辑部电话', 20),
    address: optionalText('编辑部地址', 100),
    cover: image('封面'),
    intro: richText('简介', { characters: 3000, pictures: 4 }),
    guide: richText('投稿须知', { characters: 6000, pictures: 4 }),
    columns: rows('栏目', { name: text('栏目名称', 40) }, { least: 1, most: 30 }),
    reviewMode: choice('评审方式', 'journal_journal_reviewMode', REVIEW_MODES, 'double_blind'),
    payPerThousandFen: money('稿酬（每千字）', 99_999_999, { help: '不低于每千字100元' }),
    pageFeeFen: money('版面费（每篇）'),
    similarityLimit: integer('查重上限（%）', 1, 60, 15),
    chiefIds: references('主编账号', { of: 'person', notInSheet: true }),
    editorIds: references('编辑账号', { of: 'person', notInSheet: true }),
    orderNum: integer('排序', 0, 9999, 0),
    status: status(),
  },
  shown: {
    chiefNames: shown('主编账号'),
    editorNames: shown('编辑账号'),
    issueCount: shownNumber('已出期数'),
    openCount: shownNumber('在审来稿'),
  },
  filter: { journalName: 'like', issn: 'like', frequency: 'equal', status: 'equal' },
  sort: ['journalName', 'orderNum', 'createTime'],
});

const card = z.object({
  journalId: z.number(),
  journalName: z.string(),
  nameEn: z.string(),
  issn: z.string(),
  cn: z.string(),
  frequency: z.string(),
  sponsor: z.string(),
  cover: z.string(),
  /** Plain text. */
  brief: z.string(),
  issueCount: z.number(),
  /** The newest issue, for example `2026年第5期`; empty before the first one. */
  newest: z.string(),
  newestIssueId: z.number().nullable(),
});
export type JournalCard = z.output<typeof card>;

/** #13: all journals. */
export const queryJournal = endpoint('GET /cms/journal/queryJournal', { summary: '期刊（公开）', access: 'public', query: paging, row: card });

const open = card.extend({
  intro: z.string(),
  supervisor: z.string(),
  publisher: z.string(),
  chiefEditor: z.string(),
  postCode: z.string(),
  price: z.number(),
  officeMail: z.string(),
  officePhone: z.string(),
  address: z.string(),
  guide: z.string(),
  columns: z.array(z.string()),
  reviewMode: z.enum(REVIEW_MODES),
  pageFeeFen: z.number(),
  payPerThousandFen: z.number(),
  /** Days from submission to the first decision: the median of the last fifty; null while too few are known. */
  usualDays: z.number().nullable(),
});
export type OpenJournal = z.output<typeof open>;

export const getJournal = endpoint('GET /cms/journal/getInfo/{journalId}', {
  summary: '期刊详情（公开）',
  access: 'public',
  params: z.object({ journalId: id }),
  data: open,
});

/** Journals on which the caller works, for filters and forms of the back office. */
export const myJournals = endpoint('GET /cms/journal/options', {
  summary: '我参与的期刊',
  access: 'journal:submission:list',
  data: z.array(z.object({ journalId: z.number(), journalName: z.string(), columns: z.array(z.string()), duty: z.enum(['chief', 'editor']) })),
});
