import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { forbidden, signedOut } from '../http/app-error.ts';
import { bearer, requireUser, reject, type App } from '../http/serve.ts';
import { apiDocs } from './api-docs.service.ts';

/** The OpenAPI description of the API, for staff only. */
export function apiDocsRoutes(app: App): void {
  app.get(`${API_PREFIX}/v3/api-docs`, async (request, reply) => {
    try {
      const token = bearer(request);
      const currentUser = token ? await requireUser(app, token, request) : null;
      if (!currentUser) throw signedOut(request.url);
      if (!BACK_OFFICE_ROLES.some((role) => currentUser.roles.has(role))) throw forbidden();
      return apiDocs(app.endpoints, app.context.settings.publicUrl);
    } catch (error) {
      return reject(error, request, reply);
    }
  });
}
