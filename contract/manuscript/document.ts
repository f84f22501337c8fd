import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';

/**
 * The document pages: manuscript of its owner or stage editor, read-only version, manuscript of a reviewer, topic form, agreement, review report, and
 * shared document. `id` is that of the manuscript, version, manuscript, topic, agreement, review task and manuscript.
 */
export const DOCUMENT_KINDS = ['open', 'preview', 'audit', 'declare', 'agreement', 'report', 'collab'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What the caller may do: read; change with marks only; change freely. */
export const DOCUMENT_MODES = ['view', 'suggest', 'edit'] as const;
export type DocumentMode = (typeof DOCUMENT_MODES)[number];

const mark = z.object({
  kind: z.enum(['insert', 'delete', 'format']),
  author: z.string(),
  date: z.string(),
  text: z.string(),
  paragraph: z.number(),
});
export type DocumentMark = z.output<typeof mark>;

const documentRun = z.object({
  text: z.string(),
  mark: z.enum(['same', 'insert', 'delete']),
  author: z.string(),
  bold: z.boolean(),
  italic: z.boolean(),
});

const documentParagraph = z.object({ style: z.enum(['title', 'h1', 'h2', 'h3', 'text', 'cell']), runs: z.array(documentRun) });
export type DocumentParagraph = z.output<typeof documentParagraph>;

const params = z.object({ kind: z.enum(DOCUMENT_KINDS, '没有这种文稿'), id });

export const openDocument = endpoint('GET /doc/{kind}/{id}', {
  summary: '打开文稿',
  access: 'signed-in',
  params,
  data: z.object({
    title: z.string(),
    fileName: z.string(),
    archiveId: z.number().nullable(),
    versionNo: z.number(),
    mode: z.enum(DOCUMENT_MODES),
    /** The name under which the caller's marks must be made. */
    author: z.string(),
    paragraphs: z.array(documentParagraph),
    marks: z.array(mark),
    /** The document is longer than what is shown. */
    cut: z.boolean(),
  }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const downloadDocument = endpoint('GET /doc/file/{kind}/{id}', {
  summary: '下载文稿',
  access: 'signed-in',
  params,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
