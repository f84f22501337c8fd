import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';

const preview = z.object({
  title: z.string(),
  /** The whole book as one HTML page without scripts, for a sandboxed frame. Pictures are inside. */
  html: z.string(),
  chapters: z.number(),
  /** Millimetres; the letter and the line in points. */
  page: z.object({
    width: z.number(),
    height: z.number(),
    left: z.number(),
    top: z.number(),
    textWidth: z.number(),
    textHeight: z.number(),
    fontPt: z.number(),
    linePt: z.number(),
  }),
  /** Values of the layout that are missing, and what was used instead, in words. */
  assumed: z.array(z.string()),
  builtAt: z.string(),
});
export type PrintPreview = z.output<typeof preview>;

/** The EPUB of a composition, set in the pages of its layout. */
export const printPreview = endpoint('GET /press/composition/print/{compositionId}', {
  summary: '打印预览',
  access: 'press:composition:list',
  params: z.object({ compositionId: id }),
  data: preview,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
