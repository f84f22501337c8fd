import { markAllRead, markRead, notice, noticeEvent, readers, topNotices } from '../../contract/system/notice.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { fireNotice, newest, noticeReaders, notices, readNotices } from './notice.service.ts';

export function deskNoticeRoutes(app: App): void {
  serveCrud(app, notice, notices);
  serve(app, noticeEvent, (call) => fireNotice(call, call.params.noticeId, call.params.event, call.body ?? {}));
  serve(app, topNotices, ({ house, visitor }) => newest(house, visitor));
  serve(app, markRead, ({ house, visitor, query }) => readNotices(house, visitor, [query.noticeId]));
  serve(app, markAllRead, ({ house, visitor, query }) => readNotices(house, visitor, query.ids));
  serve(app, readers, ({ house, visitor, query }) => noticeReaders(house, visitor, query));
}
