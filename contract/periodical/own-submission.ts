import { z } from 'zod';
import { feeOrder } from '../commerce/fee-order.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { OWN_SUBMISSION_EVENTS, SUBMISSION_STATES, SUBMISSION_WORDS } from './journal-submission.machine.ts';
import { isOrcid, orcidOf } from './orcid.ts';
import { JOURNAL_FILE_ROLES, SUBMISSION } from './periodical-limits.ts';

const line = (most: number, name: string) => visible(`${name}不正确`).max(most, `${name}不能超过${most}个字`).default('');
const mail = line(100, '邮箱').refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), '邮箱不正确');

/** `mail`, because `email` is masked for everybody else: editors write to authors, and readers to the corresponding author. */
export const journalAuthor = z.object({
  name: requiredText('请填写作者姓名').max(30, '作者姓名不能超过30个字'),
  nameEn: line(60, '英文姓名'),
  /** Parts of the name; empty parts are read from the name. */
  family: line(40, '姓'),
  given: line(40, '名'),
  orcid: line(60, 'ORCID')
    .transform(orcidOf)
    .refine((value) => value === '' || isOrcid(value), 'ORCID不正确，请核对16位号码（最后一位是校验码）'),
  unit: line(100, '单位'),
  mail,
  corresponding: z.boolean().default(false),
});
export type JournalAuthor = z.output<typeof journalAuthor>;

export const suggestedReviewer = z.object({
  name: requiredText('请填写专家姓名').max(30, '专家姓名不能超过30个字'),
  unit: line(100, '单位'),
  mail,
  reason: line(200, '理由'),
});

const words = (label: string) =>
  z
    .array(visible().min(1).max(30, `${label}每个不超过30个字`))
    .max(SUBMISSION.keywords.max, `${label}最多${SUBMISSION.keywords.max}个`)
    .default([]);

/** What an author writes; it is complete only when it is submitted. */
export const submissionDraft = z.object({
  journalId: id,
  archiveId: id.nullable().default(null),
  columnName: line(40, '栏目'),
  language: z.enum(['zh', 'en'], '请选择语种').default('zh'),
  title: line(SUBMISSION.title, '题名'),
  titleEn: line(300, '英文题名'),
  abstract: line(2000, '摘要'),
  abstractEn: line(4000, '英文摘要'),
  keywords: words('关键词'),
  keywordsEn: z.array(visible().min(1).max(60, '英文关键词每个不超过60个字符')).max(SUBMISSION.keywords.max, '英文关键词过多').default([]),
  clcCode: line(20, '中图分类号'),
  fund: line(200, '基金'),
  authors: z.array(journalAuthor).max(SUBMISSION.authors, `作者最多${SUBMISSION.authors}位`).default([]),
  suggested: z.array(suggestedReviewer).max(SUBMISSION.suggested, `推荐的专家最多${SUBMISSION.suggested}位`).default([]),
  excluded: z.array(suggestedReviewer).max(SUBMISSION.suggested, `回避的专家最多${SUBMISSION.suggested}位`).default([]),
  /** 一稿多投: must be false. */
  isMultipleSubmit: z.boolean().default(false),
  /** All authors agree, the work is original, and the data are true. */
  declared: z.boolean().default(false),
  conflictText: line(500, '利益冲突声明'),
  coverLetter: line(SUBMISSION.note, '给编辑的话'),
});
export type SubmissionDraft = z.output<typeof submissionDraft>;

const file = z.object({
  fileId: z.number(),
  role: z.enum(JOURNAL_FILE_ROLES),
  round: z.number(),
  fileName: z.string(),
  fileSize: z.number(),
  createTime: z.string(),
  /** Places that may still reveal the author after the properties have been removed. */
  places: z.array(z.object({ kind: z.string(), found: z.string(), place: z.string(), context: z.string() })),
});
export type OwnJournalFile = z.output<typeof file>;

const card = z.object({
  submissionId: z.number(),
  submissionNo: z.string(),
  journalId: z.number(),
  journalName: z.string(),
  title: z.string(),
  status: z.enum(SUBMISSION_STATES),
  word: z.enum(SUBMISSION_WORDS),
  next: z.string(),
  /** Usual days of this stage of the journal: a median; null while too few are known. */
  usualDays: z.number().nullable(),
  stageSince: z.string(),
  /** Only where it is the author's turn. */
  dueAt: z.string(),
  articleId: z.number().nullable(),
  can: z.array(z.enum([...OWN_SUBMISSION_EVENTS, 'submit'])),
});
export type OwnSubmission = z.output<typeof card>;

export const ownSubmissions = endpoint('GET /cms/journal/submission/mine', {
  summary: '我的投稿',
  access: 'signed-in',
  query: paging.extend({ word: z.enum(SUBMISSION_WORDS, '没有这个状态').optional() }),
  row: card,
});

const one = z.object({ submissionId: id });

const point = z.object({ pointId: z.number(), seat: z.number(), pointNo: z.number(), text: z.string(), answer: z.string() });

const detail = card.extend({
  draft: submissionDraft.omit({ journalId: true }),
  columns: z.array(z.string()),
  round: z.number(),
  files: z.array(file),
  /** What still has to be done before the next step, in words. */
  lacking: z.array(z.string()),
  points: z.array(point),
  /** Decision letters that have been delivered, with the files that came with them. */
  letters: z.array(
    z.object({
      letterId: z.number(),
      subject: z.string(),
      content: z.string(),
      at: z.string(),
      files: z.array(z.object({ index: z.number(), name: z.string(), size: z.number() })),
    }),
  ),
  timeline: z.array(z.object({ at: z.string(), text: z.string() })),
  feeStatus: z.string(),
  feeStatusName: z.string(),
  feeFen: z.number(),
  feeOrder: feeOrder.nullable(),
  /** The caller may pay the page fee now: the account of the corresponding author. */
  canPayFee: z.boolean(),
  /** 30 days after submission, 著作权法 §35. */
  answerBy: z.string(),
  version: z.number(),
});
export type OwnSubmissionDetail = z.output<typeof detail>;

export const ownSubmission = endpoint('GET /cms/journal/submission/mine/{submissionId}', {
  summary: '我的投稿详情',
  access: 'signed-in',
  params: one,
  data: detail,
});

export const addSubmission = endpoint('POST /cms/journal/submission', {
  summary: '新建投稿',
  access: 'signed-in',
  once: true,
  body: submissionDraft,
  data: z.object({ submissionId: z.number() }),
});

export const saveSubmission = endpoint('PUT /cms/journal/submission', {
  summary: '保存投稿',
  access: 'signed-in',
  body: submissionDraft.extend({ submissionId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: detail,
});

export const removeSubmission = endpoint('DELETE /cms/journal/submission/{submissionId}', { summary: '删除草稿', access: 'signed-in', params: one });

/** SM09 `submit`. */
export const submitSubmission = endpoint('POST /cms/journal/submission/submit/{id}', {
  summary: '投稿',
  access: 'signed-in',
  params: z.object({ id }),
  data: detail,
  timeout: 60_000,
});

/** SM09, the other events of the author. */
export const ownSubmissionEvent = endpoint('PUT /cms/journal/submission/own/{event}/{submissionId}', {
  summary: '我的投稿流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(OWN_SUBMISSION_EVENTS, '没有这个操作') }),
  body: z.object({ reason: visible().max(SUBMISSION.note, `不能超过${SUBMISSION.note}个字`).nullish() }).nullish(),
  data: detail,
  timeout: 60_000,
});

export const answerPoint = endpoint('PUT /cms/journal/submission/point', {
  summary: '逐条答复',
  access: 'signed-in',
  body: z.object({ pointId: id, answer: visible().max(SUBMISSION.note, `答复不能超过${SUBMISSION.note}个字`) }),
});

/** Title, abstract and keywords that the server finds in a .docx, for the author to check. */
export const readMetadata = endpoint('POST /cms/journal/submission/metadata', {
  summary: '从稿件读取信息',
  access: 'signed-in',
  multipart: true,
  data: z.object({
    title: z.string(),
    titleEn: z.string(),
    abstract: z.string(),
    abstractEn: z.string(),
    keywords: z.array(z.string()),
    keywordsEn: z.array(z.string()),
    clcCode: z.string(),
    fund: z.string(),
    wordCount: z.number(),
  }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** A file of a submission; the author's own and those of the staff. A new manuscript replaces the one of the same round. */
export const uploadJournalFile = endpoint('POST /cms/journal/submission/file', {
  summary: '上传投稿文件',
  access: 'signed-in',
  query: one.extend({ role: z.enum(JOURNAL_FILE_ROLES, '请选择文件类别') }),
  multipart: true,
  data: file,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** The original file, for the authors and the editors of the journal; `blind` for the editors' view of the anonymised copy. */
export const downloadJournalFile = endpoint('GET /cms/journal/submission/file/{fileId}', {
  summary: '下载投稿文件',
  access: 'signed-in',
  params: z.object({ fileId: id }),
  query: z.object({ blind: z.enum(['0', '1']).default('0') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** A file that came with a decision letter. */
export const downloadLetterFile = endpoint('GET /cms/journal/submission/letter/{letterId}/{index}', {
  summary: '下载信件附件',
  access: 'signed-in',
  params: z.object({
    letterId: id,
    index: z.coerce.number<number | string>('编号不正确').int('编号不正确').min(0, '编号不正确').max(99, '编号不正确'),
  }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
