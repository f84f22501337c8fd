import { z } from 'zod';
import { MB } from '../limits.ts';

/**
 * `POST /books/{publishId}/{editionId}/pack`: several files of an edition in one answer, in the requested order.
 * Each file is preceded by its length in four bytes, big-endian. The right is checked for every file; if one may
 * not be read, the answer is 403 without a byte. Outside the API, like the files themselves: the browser's grant cookie authorises it.
 */
export const packBody = z.object({ files: z.array(z.string().min(1).max(512)).min(1).max(256) });
export type PackBody = z.output<typeof packBody>;

export const PACK_FILE = 'pack';
/** Files per client request: an abort loses little. A single file may be larger. */
export const PACK_FILES = 64;
export const PACK_BYTES = 4 * MB;
/** Maximum bytes of one server answer, except for a single larger file. */
export const PACK_MOST = 32 * MB;
export const LENGTH_BYTES = 4;
