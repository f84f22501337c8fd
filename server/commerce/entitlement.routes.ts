import { grantEntitlement, listEntitlements, revokeEntitlement } from '../../contract/commerce/entitlement.ts';
import { logged } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { entitlementsTo, grantTo, revoke } from './entitlement.service.ts';

export function entitlementRoutes(app: App): void {
  serve(app, listEntitlements, ({ house, params }) => entitlementsTo(house, params.publishId));
  serve(app, grantEntitlement, (call) => grantTo(call.house, call.visitor, call.body, logged(call, '阅读授权', 'grant')));
  serve(app, revokeEntitlement, (call) => revoke(logged(call, '阅读授权', 'remove'), call.params.entitlementId));
}
