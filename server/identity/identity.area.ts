import type { ServerArea } from '../area.ts';
import { identityJobs } from './extensions/scheduled-jobs.ts';
import { identityPersonalTables } from './extensions/personal-tables.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { deviceKeyRoutes } from './device-key.routes.ts';
import { externalLoginRoutes } from './external-login/external-login.routes.ts';
import { findPasswordRoutes } from './find-password.routes.ts';
import { loginRoutes } from './login.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { registerRoutes } from './register.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { sessionRoutes } from './session.routes.ts';

export const identityArea: ServerArea = {
  jobs: identityJobs,
  personalTables: identityPersonalTables,
  routes: [
    secondFactorRoutes,
    sessionRoutes,
    loginRoutes,
    externalLoginRoutes,
    registerRoutes,
    findPasswordRoutes,
    profileRoutes,
    closingRoutes,
    deviceKeyRoutes,
  ],
};
