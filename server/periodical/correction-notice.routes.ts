import { addNotice, decideNotice, exportNotice, getNotice, noticeList } from '../../contract/periodical/correction-notice.ts';
import { serve, type App } from '../http/serve.ts';
import { decide, draftNotice, noticeFor, noticesFor, sendNotice } from './notice.service.ts';

export function correctionNoticeRoutes(app: App): void {
  serve(app, noticeList, ({ context, currentUser, query }) => noticesFor(context, currentUser, query));
  serve(app, addNotice, (call) => draftNotice(call, call.body));
  serve(app, decideNotice, (call) => decide(call, call.params.noticeId, call.body));
  serve(app, getNotice, ({ context, params }) => noticeFor(context, params.noticeId));
  serve(app, exportNotice, ({ context, params, reply }) => sendNotice(context, reply, params.noticeId));
}
