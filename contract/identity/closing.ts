import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Days to change one's mind after asking to close an account. */
export const CLOSING_DAYS = 15;

const closingState = z.object({
  requestedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  /** What must end first, one line each. */
  blockers: z.array(z.string()),
});
export type ClosingState = z.infer<typeof closingState>;

export const getClosing = endpoint('GET /system/user/profile/closing', { summary: '注销账号的状态', access: 'signed-in', data: closingState });

export const requestClosing = endpoint('POST /system/user/profile/closing', {
  summary: '申请注销账号',
  access: 'signed-in',
  confirm: true,
  data: closingState,
});

export const revokeClosing = endpoint('PUT /system/user/profile/closing', { summary: '撤回注销账号', access: 'signed-in' });

/** A zip: everything as JSON, each table as CSV, notes as Markdown. */
export const exportOwnData = endpoint('GET /system/user/profile/export', {
  summary: '导出我的数据',
  access: 'signed-in',
  confirm: true,
  file: true,
});
