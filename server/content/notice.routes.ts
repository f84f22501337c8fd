import { getNotice, queryNotices } from '../../contract/content/notice.ts';
import { isFirstView } from '../http/view-deduplication.ts';
import { serve, type App } from '../http/serve.ts';
import { noticeDetail, publicNotices } from './notice.service.ts';

export function noticeRoutes(app: App): void {
  serve(app, queryNotices, ({ context, query }) => publicNotices(context, query));
  serve(app, getNotice, ({ context, params, currentUser, request }) =>
    noticeDetail(context, params.noticeId, () => isFirstView(context, currentUser, request, `notice ${params.noticeId}`)),
  );
}
