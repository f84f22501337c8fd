import type { App } from '../http/serve.ts';
import { apiDocsRoutes } from './api-docs.routes.ts';
import { genTableRoutes } from './gen-table.routes.ts';

/** The calls of those who build the program further. */
export const TOOL_ROUTES: readonly ((app: App) => void)[] = [apiDocsRoutes, genTableRoutes];
