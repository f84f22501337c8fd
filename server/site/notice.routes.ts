import { getNotice, queryNotices } from '../../contract/site/notice.ts';
import { serve, type App } from '../http/serve.ts';
import { noticeDetail, publicNotices } from './notice.service.ts';

export function noticeRoutes(app: App): void {
  serve(app, queryNotices, ({ house, query }) => publicNotices(house, query));
  serve(app, getNotice, ({ house, params }) => noticeDetail(house, params.noticeId));
}
