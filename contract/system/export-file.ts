import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, ids } from '../page.ts';

/** An export with more rows than `directRows` is made in the background and kept for `keptDays`; a user may have `waiting` of them at a time. */
export const EXPORT = { directRows: 20_000, keptDays: 7, waiting: 3 } as const;

/** The answer to such an export, instead of a file. */
export const EXPORT_LATER = '导出量大，完成后在消息中通知您';

/** The page of the back office with one's exports. */
export const EXPORTS_PAGE = '/admin/exports';

export const EXPORT_STATES = ['queued', 'running', 'ready', 'failed'] as const;

export const exportFile = z.object({
  exportId: z.number(),
  /** What was exported: 用户. */
  name: z.string(),
  state: z.enum(EXPORT_STATES),
  /** Rows written so far. */
  rows: z.number(),
  bytes: z.number(),
  /** Why it failed, or empty. */
  reason: z.string(),
  createTime: z.string(),
  /** When the file is removed; empty before it is ready. */
  expiresAt: z.string(),
});
export type ExportFile = z.output<typeof exportFile>;

const oneExport = z.object({ id });

/** The caller's own exports in the background, newest first. */
export const myExports = endpoint('GET /info/export/mine', { summary: '我的导出', access: 'signed-in', data: z.array(exportFile) });

export const downloadExport = endpoint('GET /info/export/{id}', {
  summary: '下载导出的表格',
  access: 'signed-in',
  params: oneExport,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Also stops exports that are not ready. */
export const removeExports = endpoint('DELETE /info/export/{ids}', { summary: '删除导出的表格', access: 'signed-in', params: z.object({ ids }) });
