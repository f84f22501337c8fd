import type { App } from '../http/serve.ts';

export async function siteRoutes(_app: App, _dist: string | null): Promise<void> {}
