import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { flag, id } from '../page.ts';
import { versionChange } from './manuscript-version.ts';

/**
 * The document pages: manuscript of its owner or stage editor, read-only version, manuscript of a reviewer, topic form, agreement, review report, and
 * shared document. `id` is that of the manuscript, version, manuscript, topic, agreement, review task and manuscript.
 */
export const DOCUMENT_KINDS = ['open', 'preview', 'audit', 'declare', 'agreement', 'report', 'collab'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What the caller may do: read; comment; change with marks only; change freely. */
export const DOCUMENT_MODES = ['view', 'comment', 'suggest', 'edit'] as const;
export type DocumentMode = (typeof DOCUMENT_MODES)[number];

/** How documents are shown: the embedded editor, a document server, or read here and changed in a word processor (setting DOCUMENT_REVIEW). */
export const DOCUMENT_EDITORS = ['embedded', 'onlyoffice', 'off'] as const;
export type DocumentEditorName = (typeof DOCUMENT_EDITORS)[number];

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
  /** `reading=1` asks for the text itself, whichever editor is set: when the editor cannot open the file. */
  query: z.object({ reading: flag.default('0') }),
  data: z.object({
    title: z.string(),
    fileName: z.string(),
    archiveId: z.number().nullable(),
    versionNo: z.number(),
    mode: z.enum(DOCUMENT_MODES),
    /** The name under which the caller's marks must be made. */
    author: z.string(),
    /** Whether the caller may accept and reject the marks of others. */
    mayResolve: z.boolean(),
    editor: z.enum(DOCUMENT_EDITORS),
    /** For the document server: the address of its script, and the signed configuration of the editor. */
    onlyoffice: z.object({ script: z.string(), config: z.record(z.string(), z.unknown()) }).nullable(),
    /** Text and marks, for the way `off` only. */
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

/** The caller's files that did not become a version: over an older version, or with changes without marks in review mode. */
export const besideList = endpoint('GET /doc/beside/list', {
  summary: '另存的文稿',
  access: 'signed-in',
  query: z.object({ archiveId: id }),
  data: z.array(z.object({ archiveFileId: z.number(), fileName: z.string(), createTime: z.string() })),
});

/** Such a file (`after`) against the newest version (`before`), paragraph by paragraph. */
export const besideCompare = endpoint('GET /doc/beside/compare/{archiveFileId}', {
  summary: '比较另存的文稿',
  access: 'signed-in',
  params: z.object({ archiveFileId: id }),
  data: z.object({ versionNo: z.number(), lines: z.array(versionChange), cut: z.boolean() }),
});
