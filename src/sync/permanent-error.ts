import { CODE } from '../../contract/error.ts';
import { CallError } from '../api/call.ts';

const FINAL: readonly number[] = [CODE.invalid, CODE.missing];

/** The house itself has read the write and will never take it. A status alone may be anybody's on the way: a proxy's, a hotel's. */
export const isPermanentError = (error: unknown): boolean => error instanceof CallError && !error.byStatus && FINAL.includes(error.code);
