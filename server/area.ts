import type { AppContext } from './context.ts';
import type { App } from './http/serve.ts';
import type { FileReader } from './files/file-reader.ts';
import type { HeldWork } from './identity/held-work.service.ts';
import type { OpenBusiness } from './identity/open-business.service.ts';
import type { TodoSource } from './inbox/todo-source.service.ts';
import type { SitePart } from './http/site-part.ts';
import type { Lane } from './jobs/jobs.ts';
import type { FlowSubject } from './state-machine/flow-subject.ts';

/** What an area of the server adds to the application. `server/areas.ts` lists all areas. */
export interface ServerArea {
  /** Each registers the endpoints of one noun. */
  readonly routes: readonly ((app: App) => void)[];
  /** Background work, each lane independent of the others. */
  readonly lanes?: readonly Lane<AppContext>[];
  /** Business objects of this area that start flows and hear their end. */
  readonly flowSubjects?: readonly FlowSubject[];
  /** Work of this area that waits for people, for the one to-do of everybody. */
  readonly todoSources?: readonly TodoSource[];
  /** Work that users of this area hold, handed over when an account stops. */
  readonly heldWork?: readonly HeldWork[];
  /** Business that must end before the account of a person is closed. */
  readonly openBusiness?: readonly OpenBusiness[];
  /** Who may read an uploaded file besides its owner: users of a record of this area that contains it. */
  readonly fileReaders?: readonly FileReader[];
  /** What it adds to the pages of the public site. */
  readonly site?: SitePart;
}
