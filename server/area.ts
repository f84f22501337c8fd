import type { AppContext } from './context.ts';
import type { App } from './http/serve.ts';
import type { SitePart } from './http/site-part.ts';
import type { Lane } from './jobs/jobs.ts';

/** What an area of the server adds to the application. `server/areas.ts` lists all areas. */
export interface ServerArea {
  /** Each registers the endpoints of one noun. */
  readonly routes: readonly ((app: App) => void)[];
  /** Background work, each lane independent of the others. */
  readonly lanes?: readonly Lane<AppContext>[];
  /** What it adds to the pages of the public site. */
  readonly site?: SitePart;
}
