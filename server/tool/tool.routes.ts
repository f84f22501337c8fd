import type { App } from '../http/serve.ts';
import { apiDocsRoutes } from './api-docs.routes.ts';
import { genTableRoutes } from './gen-table.routes.ts';

/** Endpoints for developers who extend the application. */
export const TOOL_ROUTES: readonly ((app: App) => void)[] = [apiDocsRoutes, genTableRoutes];
