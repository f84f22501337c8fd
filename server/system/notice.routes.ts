import { markAllRead, markRead, notice, noticeEvent, readers, topNotices } from '../../contract/system/notice.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { handleNoticeEvent, newest, noticeReaders, notices, readNotices } from './notice.service.ts';

export function adminNoticeRoutes(app: App): void {
  serveCrud(app, notice, notices);
  serve(app, noticeEvent, (call) => handleNoticeEvent(call, call.params.noticeId, call.params.event, call.body ?? {}));
  serve(app, topNotices, ({ context, currentUser }) => newest(context, currentUser));
  serve(app, markRead, ({ context, currentUser, query }) => readNotices(context, currentUser, [query.noticeId]));
  serve(app, markAllRead, ({ context, currentUser, query }) => readNotices(context, currentUser, query.ids));
  serve(app, readers, ({ context, currentUser, query }) => noticeReaders(context, currentUser, query));
}
