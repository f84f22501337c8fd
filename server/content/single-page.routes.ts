import {
  getPage,
  getSinglePage,
  getSinglePageVersion,
  restoreSinglePage,
  saveSinglePage,
  singlePageEvent,
  singlePages,
  singlePageVersions,
} from '../../contract/content/single-page.ts';
import { serve, type App } from '../http/serve.ts';
import { handlePageEvent, listPages, onePage, pageVersion, pageVersions, publicPage, restorePage, savePage } from './single-page.service.ts';

export function singlePageRoutes(app: App): void {
  serve(app, getPage, ({ context, params }) => publicPage(context, params.key));
  serve(app, singlePages, ({ context }) => listPages(context));
  serve(app, getSinglePage, ({ context, params }) => onePage(context, params.pageId));
  serve(app, saveSinglePage, (call) => savePage(call, call.body));
  serve(app, singlePageEvent, (call) => handlePageEvent(call, call.params.pageId, call.params.event, call.body ?? {}));
  serve(app, singlePageVersions, ({ context, params }) => pageVersions(context, params.pageId));
  serve(app, getSinglePageVersion, ({ context, params }) => pageVersion(context, params.versionId));
  serve(app, restoreSinglePage, (call) => restorePage(call, call.params.versionId, call.body.version));
}
