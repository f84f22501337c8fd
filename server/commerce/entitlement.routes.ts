import { grantEntitlement, listEntitlements, revokeEntitlement } from '../../contract/commerce/entitlement.ts';
import { serve, type App } from '../http/serve.ts';
import { entitlementsTo, grantTo, revoke } from './entitlement.service.ts';

export function entitlementRoutes(app: App): void {
  serve(app, listEntitlements, ({ house, params }) => entitlementsTo(house, params.publishId));
  serve(app, grantEntitlement, ({ house, visitor, body }) => grantTo(house, visitor, body));
  serve(app, revokeEntitlement, ({ house, params }) => revoke(house, params.entitlementId));
}
