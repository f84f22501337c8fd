import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../limits.ts';
import { flag, id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { MANUSCRIPT } from './manuscript-limits.ts';

/** Formats of a version: online text, or a document. */
export const VERSION_TYPES = ['html', 'docx', 'txt'] as const;
export const VERSION_BYTES = 50 * MB;

const version = z.object({
  versionId: z.number(),
  versionNo: z.number(),
  wordCount: z.number(),
  /** Against the version before; null for the first. */
  wordsChanged: z.number().nullable(),
  bytes: z.number(),
  type: z.enum(VERSION_TYPES),
  source: z.enum(['author', 'editor', 'audit', 'proof', 'import', 'autosave', 'restore']),
  stage: z.string(),
  note: z.string(),
  label: z.string(),
  pinned: flag,
  changedByName: z.string(),
  createTime: z.string(),
});
export type ManuscriptVersion = z.output<typeof version>;

const of = z.object({ archiveId: id });

/** The versions of a manuscript, the newest first; for its author and the staff who see it. */
export const versionList = endpoint('GET /cms/archive/history/list', { summary: '历史版本', access: 'signed-in', query: of, data: z.array(version) });

/**
 * S7: stores a version: `data` is the number and the word count; the same content as the last version writes nothing. `If-Match: "3"` names the version
 * that was opened: with a newer one the answer is 409 and the file is kept beside the versions.
 */
export const saveFileHistory = endpoint('POST /doc/saveFileHistory', {
  summary: '保存文稿版本',
  access: 'signed-in',
  query: of.extend({
    note: visible().max(200, '说明不能超过200个字').default(''),
    /** '1': the file is a copy of a text that is written online, which stays the working text. */
    online: z.enum(['0', '1'], '请选择版本的来源').default('0'),
  }),
  multipart: true,
  data: z.object({
    versionNo: z.number(),
    wordCount: z.number(),
    fileId: z.number(),
    /** Marks of others that this save accepted or rejected. */
    marksGone: z.number(),
  }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const versionFile = endpoint('GET /cms/archive/history/file/{versionId}', {
  summary: '下载版本',
  access: 'signed-in',
  params: z.object({ versionId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Restores an older version as a new one. */
export const restoreVersion = endpoint('PUT /cms/archive/history/restore/{versionId}', {
  summary: '恢复版本',
  access: 'signed-in',
  params: z.object({ versionId: id }),
  data: z.object({ versionNo: z.number() }),
});

export const labelVersion = endpoint('PUT /cms/archive/history/label/{versionId}', {
  summary: '命名版本',
  access: 'signed-in',
  params: z.object({ versionId: id }),
  body: z.object({ label: visible().max(40, '名称不能超过40个字').default(''), pinned: flag.default('0') }),
});

export const versionChange = z.object({ kind: z.enum(['same', 'removed', 'added', 'changed']), before: z.string(), after: z.string() });

/** Two versions paragraph by paragraph; at most 2 000 lines, unchanged runs shortened. */
export const compareVersions = endpoint('GET /cms/archive/history/compare', {
  summary: '比较版本',
  access: 'signed-in',
  query: z.object({ archiveId: id, from: id, to: id }),
  data: z.object({ lines: z.array(versionChange), cut: z.boolean() }),
});
export type VersionChange = z.output<typeof versionChange>;

const blamedVersion = z.object({
  versionId: z.number(),
  versionNo: z.number(),
  /** Index in `people`. */
  person: z.number(),
  createTime: z.string(),
  note: z.string(),
  /** Number of the version before that the caller may read; null for the first one. */
  before: z.number().nullable(),
});

const blame = z.object({
  archiveId: z.number(),
  title: z.string(),
  versionNo: z.number(),
  people: z.array(z.object({ name: z.string(), paragraphs: z.number(), characters: z.number() })),
  /** The versions that the paragraphs name, the newest first. */
  versions: z.array(blamedVersion),
  /** Paragraphs with text. `version` is the number of the version that changed it last. */
  paragraphs: z.array(z.object({ text: z.string(), version: z.number() })),
  /** The document is longer than what is shown. */
  cut: z.boolean(),
  /** Number of older versions that were not read; their changes count as those of the oldest one that was. */
  older: z.number(),
});
export type VersionBlame = z.output<typeof blame>;

/** For each paragraph of a version: which version and person changed it last, over the versions that the caller may read. */
export const versionBlame = endpoint('GET /cms/archive/history/blame/{versionId}', {
  summary: '逐段作者',
  access: 'signed-in',
  params: z.object({ versionId: id }),
  data: blame,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** The online text with its revision number. Without a token only published manuscripts answer. */
export const manuscriptInfo = endpoint('GET /cms/archive/getInfo/{archiveId}', {
  summary: '稿件内容',
  access: 'public',
  params: of,
  data: z.object({
    archiveId: z.number(),
    title: z.string(),
    content: z.string(),
    revision: z.number(),
    wordCount: z.number(),
    currentVersion: z.number(),
    /** Whether the caller may save. */
    writable: z.boolean(),
  }),
  timeout: 10_000_000,
});

/** Saves the online text. `revision` is the one it was based on: 409 when somebody saved since. */
export const saveContent = endpoint('PUT /cms/archive/content', {
  summary: '保存正文',
  access: 'signed-in',
  body: of.extend({
    content: z.string('正文不正确').max(MANUSCRIPT.content, '正文过长，请拆分成几部稿件'),
    revision: z.number('缺少修订号，请刷新后重试').int(),
  }),
  data: z.object({ revision: z.number(), wordCount: z.number() }),
});
