import { z } from 'zod';

/** What computing a log's hash chain again found: the first row that does not fit, or none. */
export const chainReport = z.object({
  ok: z.boolean(),
  /** Rows whose hash was computed again. */
  checked: z.number(),
  /** Rows from before the chain existed. */
  unchained: z.number(),
  /** Position and hash of the newest row; a note of them elsewhere proves later that nothing before was rewritten. */
  headSeq: z.number(),
  headHash: z.string(),
  /** `id` is null where a row is missing. */
  broken: z.object({ seq: z.number(), id: z.number().nullable(), why: z.string() }).nullable(),
});
export type ChainReport = z.output<typeof chainReport>;
