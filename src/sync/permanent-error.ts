import { CODE } from '../../contract/error.ts';
import { CallError } from '../api/call.ts';

const FINAL: readonly number[] = [CODE.invalid, CODE.missing];

/** Whether the server itself has read the write and will never accept it. A status alone may come from a proxy or a captive portal. */
export const isPermanentError = (error: unknown): boolean => error instanceof CallError && !error.byStatus && FINAL.includes(error.code);
