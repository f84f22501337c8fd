import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';

export const entitlement = z.object({
  entitlementId: z.number(),
  publishId: z.number(),
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  source: z.enum(['order', 'seat', 'gift', 'free', 'class', 'code', 'staff']),
  validTo: z.string(),
  revoked: z.boolean(),
  createTime: z.string(),
});

export const listEntitlements = endpoint('GET /cms/publish/entitlement/{publishId}', {
  summary: '已授权的读者',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  row: entitlement,
});

/** Staff grant a reader access to a paid work. */
export const grantEntitlement = endpoint('POST /cms/publish/entitlement', {
  summary: '授权读者阅读',
  access: 'publish:publication:edit',
  body: z.object({
    publishId: id,
    userName: requiredText('请输入读者的用户名').max(30),
    validTo: z.iso.date('到期日格式为yyyy-MM-dd').or(z.literal('')).default(''),
  }),
  data: entitlement,
});

export const revokeEntitlement = endpoint('DELETE /cms/publish/entitlement/{entitlementId}', {
  summary: '收回授权',
  access: 'publish:publication:edit',
  params: z.object({ entitlementId: id }),
});
