import { getNotice, queryNotices } from '../../contract/site/notice.ts';
import { isFirstView } from '../http/view-once.ts';
import { serve, type App } from '../http/serve.ts';
import { noticeDetail, publicNotices } from './notice.service.ts';

export function noticeRoutes(app: App): void {
  serve(app, queryNotices, ({ house, query }) => publicNotices(house, query));
  serve(app, getNotice, ({ house, params, visitor, request }) =>
    noticeDetail(house, params.noticeId, () => isFirstView(house, visitor, request, `notice ${params.noticeId}`)),
  );
}
