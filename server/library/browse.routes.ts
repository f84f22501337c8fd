import {
  browse,
  browsePrivacy,
  browseStat,
  clearBrowse,
  forgetBrowse,
  myBrowse,
  recordBrowse,
  saveBrowsePrivacy,
} from '../../contract/library/browse.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { browses, clearHistory, forget, myHistory, privacyOf, recordVisit, savePrivacy } from './browse.service.ts';
import { recordStatOf } from './record.service.ts';

export function browseRoutes(app: App): void {
  serve(app, recordBrowse, ({ context, currentUser, request, body }) => recordVisit(context, currentUser, request, body));
  serve(app, myBrowse, ({ context, currentUser, query }) => myHistory(context, currentUser, query));
  serve(app, forgetBrowse, ({ context, currentUser, params }) => forget(context, currentUser, params.browseId));
  serve(app, clearBrowse, ({ context, currentUser }) => clearHistory(context, currentUser));
  serve(app, browsePrivacy, ({ context, currentUser }) => privacyOf(context, currentUser));
  serve(app, saveBrowsePrivacy, ({ context, currentUser, body }) => savePrivacy(context, currentUser, body.isPrivate));
  serve(app, browseStat, ({ context, query }) => recordStatOf(context, 'browse', query.days));
  serveCrud(app, browse, browses);
}
