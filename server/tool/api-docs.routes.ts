import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { forbidden, signedOut } from '../http/app-error.ts';
import { bearer, fullVisitor, refuse, type App } from '../http/serve.ts';
import { apiDocs } from './api-docs.service.ts';

/** The interface described in OpenAPI, for staff alone. */
export function apiDocsRoutes(app: App): void {
  app.get(`${API_PREFIX}/v3/api-docs`, async (request, reply) => {
    try {
      const token = bearer(request);
      const visitor = token ? await fullVisitor(app, token, request) : null;
      if (!visitor) throw signedOut(request.url);
      if (!BACK_OFFICE_ROLES.some((role) => visitor.roles.has(role))) throw forbidden();
      return apiDocs(app.endpoints, app.house.settings.publicUrl);
    } catch (error) {
      return refuse(error, request, reply);
    }
  });
}
