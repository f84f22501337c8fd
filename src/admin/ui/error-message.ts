import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';

/** Returns a user-readable message for any error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof CallError)) return '操作没有完成，请重试';
  // The contract's own message is meant for programs.
  return error.code === CODE.signedOut && !error.byStatus ? '登录状态已过期，请重新登录' : error.message;
}
