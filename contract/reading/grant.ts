import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/**
 * Requests the right to read a work's files. If the reader has it, sets the reading grant, an HttpOnly cookie scoped to the
 * work's path. Called again before `expiresIn` ends.
 */
export const grantReading = endpoint('POST /info/grant', {
  summary: '取得阅读许可',
  access: 'signed-in',
  body: z.object({ publishId: id }),
  data: z.object({
    entitled: z.boolean(),
    editionId: z.number(),
    /** Documents with a lower number are free for everybody. */
    trialDocuments: z.number(),
    /** Milliseconds. */
    expiresIn: z.number(),
    /** Epoch milliseconds until which a downloaded copy may be read; null without a limit. */
    validTo: z.number().nullable(),
  }),
});
