import { CallError } from '../../api/call.ts';

/** The words of whatever went wrong, for a person. */
export const wordsOf = (error: unknown): string => (error instanceof CallError ? error.message : '操作没有完成，请重试');
