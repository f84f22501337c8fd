import { z } from 'zod';
import { MB } from '../limits.ts';

/**
 * `POST /books/{publishId}/{editionId}/pack`: several files of an edition in one answer, in the order they are named.
 * Before each file stands its length: four bytes, the highest first. The right is asked for every file; where one may
 * not be read the answer is 403 without a byte. Beside the interface, as the files themselves: the browser's grant opens it.
 */
export const packBody = z.object({ files: z.array(z.string().min(1).max(512)).min(1).max(256) });
export type PackBody = z.output<typeof packBody>;

export const PACK_FILE = 'pack';
/** What a client asks for at once: a stop or a kill loses little. One file alone may be larger. */
export const PACK_FILES = 64;
export const PACK_BYTES = 4 * MB;
/** The server sends no more at once, one file alone excepted. */
export const PACK_MOST = 32 * MB;
export const LENGTH_BYTES = 4;
