import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

export const PREPARATION_STATES = ['queued', 'running', 'ready', 'failed'] as const;

/** Something an editor should know of a book that can be read all the same. */
export const finding = z.object({
  /** `repair`: the file was wrong and was read all the same. `loss`: readers will miss something. */
  kind: z.enum(['repair', 'loss']),
  /** Path in the book. */
  file: z.string(),
  /** A Chinese clause that follows the path. */
  text: z.string(),
});
export type Finding = z.output<typeof finding>;

const NAMED_MOST = 20;

/** Findings in one line, the first of them by name: what stands at the end of a preparation's message. */
export function findingsLine(found: readonly Finding[]): string {
  const named = found.slice(0, NAMED_MOST).map(({ file, text }) => `“${file}”${text}`);
  return named.join('；') + (found.length > NAMED_MOST ? `；等 ${found.length} 处` : '');
}

/** One EPUB on its way from an editor's hands to a readable edition. */
export const preparation = z.object({
  preparationId: z.number(),
  fileName: z.string(),
  size: z.number(),
  state: z.enum(PREPARATION_STATES),
  /** What failed, or what was repaired, and what to do, in Chinese; empty otherwise. */
  message: z.string(),
  /** Every repair and every loss, by file. */
  findings: z.array(finding),
  /** The publication that came of it, once ready. */
  publishId: z.number().nullable(),
  /** The house makes an edition again by itself; nobody sent a file. */
  byHouse: z.boolean(),
  /** What failed may be tried again: the file is still there. */
  mayRetry: z.boolean(),
  createTime: z.string(),
});
export type Preparation = z.output<typeof preparation>;

/** Where the resumable upload (tus 1.0) of an EPUB goes; needs `publish:publication:add`. */
export const EPUB_UPLOAD_PATH = '/publication-uploads';

/** Hands a finished upload over. With `publishId` the file becomes the next edition of that publication. */
export const startPreparation = endpoint('POST /cms/publish/preparation', {
  summary: '处理上传的电子书',
  access: 'publish:publication:add',
  body: z.object({ uploadId: z.string('请先上传文件').regex(/^[0-9a-f]{16,64}$/, '上传编号不正确'), publishId: id.optional() }),
  data: preparation,
});

export const getPreparation = endpoint('GET /cms/publish/preparation/{preparationId}', {
  summary: '处理进度',
  access: 'publish:publication:add',
  params: z.object({ preparationId: id }),
  data: preparation,
});

/** Tries a failed one again. */
export const retryPreparation = endpoint('PUT /cms/publish/preparation/retry/{preparationId}', {
  summary: '重新处理电子书',
  access: 'publish:publication:add',
  params: z.object({ preparationId: id }),
  data: preparation,
});

/** One's own, and what the house made again by itself and could not; newest first. */
export const recentPreparations = endpoint('GET /cms/publish/preparation/list', {
  summary: '最近的处理记录',
  access: 'publish:publication:add',
  row: preparation,
});
