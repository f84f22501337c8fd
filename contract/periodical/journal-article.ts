import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { NOTICE_TYPES } from './periodical-limits.ts';

const one = z.object({ articleId: id });

const notice = z.object({
  noticeId: z.number(),
  type: z.enum(NOTICE_TYPES),
  title: z.string(),
  content: z.string(),
  citation: z.string(),
  publishedAt: z.string(),
  hasFile: z.boolean(),
});

const article = z.object({
  articleId: z.number(),
  journalId: z.number(),
  journalName: z.string(),
  journalNameEn: z.string(),
  /** `zh` or `en`. */
  language: z.string(),
  volume: z.number().nullable(),
  issueNo: z.number().nullable(),
  issn: z.string(),
  issueId: z.number().nullable(),
  issueLabel: z.string(),
  columnName: z.string(),
  title: z.string(),
  titleEn: z.string(),
  authors: z.array(
    z.object({
      name: z.string(),
      nameEn: z.string(),
      family: z.string(),
      given: z.string(),
      orcid: z.string(),
      unit: z.string(),
      corresponding: z.boolean(),
      mail: z.string(),
    }),
  ),
  abstract: z.string(),
  abstractEn: z.string(),
  keywords: z.array(z.string()),
  keywordsEn: z.array(z.string()),
  clcCode: z.string(),
  fund: z.string(),
  doi: z.string(),
  pages: z.string(),
  receivedAt: z.string(),
  acceptedAt: z.string(),
  publishedAt: z.string(),
  html: z.string(),
  references: z.array(z.string()),
  hasPdf: z.boolean(),
  retracted: z.boolean(),
  notices: z.array(notice),
  citation: z.string(),
  viewNum: z.number(),
  /** Neighbours in the contents. */
  previousId: z.number().nullable(),
  nextId: z.number().nullable(),
});
export type OpenArticle = z.output<typeof article>;

export const getArticle = endpoint('GET /cms/journal/article/getInfo/{articleId}', {
  summary: '文章（公开）',
  access: 'public',
  params: one,
  data: article,
});

export const EXPORT_FORMATS = ['gbt7714', 'bibtex', 'ris', 'jats'] as const;

/** A citation, or the article as JATS 1.3. */
export const exportArticle = endpoint('GET /cms/journal/article/export/{articleId}/{format}', {
  summary: '引文和JATS（公开）',
  access: 'public',
  params: one.extend({ format: z.enum(EXPORT_FORMATS, '没有这种格式') }),
  file: true,
});

/** The PDF of a published article: the current one, or with `version=first` the one before a correction. */
export const articlePdf = endpoint('GET /cms/journal/article/pdf/{articleId}', {
  summary: '文章PDF（公开）',
  access: 'public',
  params: one,
  query: z.object({ version: z.enum(['first', 'current'], '没有这个版本').default('current') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const asked = z.record(z.string().max(50), z.union([z.string().max(500), z.array(z.string().max(500))]));

/** OAI-PMH 2.0. Arguments are checked by the protocol's own rules, so that its own error codes can be answered. */
export const oai = endpoint('GET /cms/journal/oai', { summary: 'OAI-PMH', access: 'public', query: asked, file: true });
export const oaiByPost = endpoint('POST /cms/journal/oai', { summary: 'OAI-PMH（POST）', access: 'public', body: asked, file: true });
