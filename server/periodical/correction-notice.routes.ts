import { addNotice, noticeList } from '../../contract/periodical/correction-notice.ts';
import { serve, type App } from '../http/serve.ts';
import { noticesFor, publishNotice } from './notice.service.ts';

export function correctionNoticeRoutes(app: App): void {
  serve(app, noticeList, ({ context, currentUser, query }) => noticesFor(context, currentUser, query));
  serve(app, addNotice, (call) => publishNotice(call, call.body));
}
