import { grantEntitlement, listEntitlements, revokeEntitlement } from '../../contract/commerce/entitlement.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { entitlementsTo, grantTo, revoke } from './entitlement.service.ts';

export function entitlementRoutes(app: App): void {
  serve(app, listEntitlements, ({ context, params }) => entitlementsTo(context, params.publishId));
  serve(app, grantEntitlement, (call) => grantTo(call.context, call.currentUser, call.body, loggedWrite(call, '阅读授权', 'grant')));
  serve(app, revokeEntitlement, (call) => revoke(loggedWrite(call, '阅读授权', 'remove'), call.params.entitlementId));
}
