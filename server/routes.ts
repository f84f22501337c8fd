import type { App } from './http/serve.ts';
import { loginRoutes } from './identity/login.routes.ts';
import { registerRoutes } from './identity/register.routes.ts';
import { sessionRoutes } from './identity/session.routes.ts';
import { configRoutes } from './system/config.routes.ts';
import { dictionaryEntryRoutes } from './system/dictionary-entry.routes.ts';

/** Every area's calls, in no order that matters. */
export const ROUTES: readonly ((app: App) => void)[] = [sessionRoutes, loginRoutes, registerRoutes, configRoutes, dictionaryEntryRoutes];
