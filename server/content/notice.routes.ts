import { getNotice, queryNotices } from '../../contract/content/notice.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { serve, type App } from '../http/serve.ts';
import { noticeDetail, publicNotices } from './notice.service.ts';

export function noticeRoutes(app: App): void {
  serve(app, queryNotices, ({ house, query }) => publicNotices(house, query));
  serve(app, getNotice, ({ house, params, visitor, request }) =>
    noticeDetail(house, params.noticeId, () => isFirstView(house, visitor, request, `notice ${params.noticeId}`)),
  );
}
