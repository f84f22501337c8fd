import {
  addOwnManuscript,
  ownManuscript,
  ownManuscriptEvent,
  ownManuscripts,
  ownStatistics,
  removeOwnManuscript,
  saveOwnManuscript,
  submitManuscript,
} from '../../../contract/manuscript/own-manuscript.ts';
import { serve, type App } from '../../http/serve.ts';

import { addOwn, ownCounts, ownDetail, ownList, removeOwn, saveOwn } from './own-manuscript.service.ts';
import { stepWithText } from '../document/working-text.service.ts';

export function ownManuscriptRoutes(app: App): void {
  serve(app, ownManuscripts, ({ context, currentUser, query }) => ownList(context, currentUser, query));
  serve(app, ownStatistics, ({ context, currentUser }) => ownCounts(context, currentUser));
  serve(app, ownManuscript, ({ context, currentUser, params }) => ownDetail(context, currentUser, params.archiveId));
  serve(app, addOwnManuscript, ({ context, currentUser, body }) => addOwn(context, currentUser, body));
  serve(app, saveOwnManuscript, ({ context, currentUser, body }) => saveOwn(context, currentUser, body));
  serve(app, removeOwnManuscript, ({ context, currentUser, params }) => removeOwn(context, currentUser, params.archiveId));
  serve(app, submitManuscript, ({ context, currentUser, params }) => stepWithText(context, currentUser, params.archiveId, 'submit'));
  serve(app, ownManuscriptEvent, ({ context, currentUser, params }) => stepWithText(context, currentUser, params.archiveId, params.event));
}
