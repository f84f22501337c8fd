import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

export const PREPARATION_STATES = ['queued', 'running', 'ready', 'failed'] as const;

/** A problem in a book that can still be read, for the editor. */
export const finding = z.object({
  /** `repair`: the file was wrong and was repaired. `loss`: readers will miss something. */
  kind: z.enum(['repair', 'loss']),
  /** Path in the book. */
  file: z.string(),
  /** A Chinese clause that follows the path. */
  text: z.string(),
});
export type Finding = z.output<typeof finding>;

const NAMED_MOST = 20;

/** Returns the findings in one line and quotes the first of them. The line ends the message of a preparation. */
export function findingsLine(found: readonly Finding[]): string {
  const named = found.slice(0, NAMED_MOST).map(({ file, text }) => `“${file}”${text}`);
  return named.join('；') + (found.length > NAMED_MOST ? `；等 ${found.length} 处` : '');
}

/** The processing of one uploaded EPUB into a readable edition. */
export const preparation = z.object({
  preparationId: z.number(),
  fileName: z.string(),
  size: z.number(),
  state: z.enum(PREPARATION_STATES),
  /** What failed or was repaired, and what to do, in Chinese; empty otherwise. */
  message: z.string(),
  /** Every repair and every loss, by file. */
  findings: z.array(finding),
  /** The resulting publication, once ready. */
  publishId: z.number().nullable(),
  /** The server started this preparation to rebuild an edition, without an upload. */
  byHouse: z.boolean(),
  /** The file waits for the confirmation of a second person; readers still have the one before. */
  waits: z.boolean(),
  /** A failed preparation can be retried: the file still exists. */
  mayRetry: z.boolean(),
  createTime: z.string(),
});
export type Preparation = z.output<typeof preparation>;

/** Path of the resumable upload (tus 1.0) of an EPUB; needs `publish:publication:add`. */
export const EPUB_UPLOAD_PATH = '/publication-uploads';

/** Starts the preparation of a finished upload. With `publishId` the file becomes the next edition of that publication. */
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

/** Retries a failed preparation. */
export const retryPreparation = endpoint('PUT /cms/publish/preparation/retry/{preparationId}', {
  summary: '重新处理电子书',
  access: 'publish:publication:add',
  params: z.object({ preparationId: id }),
  data: preparation,
});

/** The caller's own preparations and the failed rebuilds of the server; newest first. */
export const recentPreparations = endpoint('GET /cms/publish/preparation/list', {
  summary: '最近的处理记录',
  access: 'publish:publication:add',
  row: preparation,
});
