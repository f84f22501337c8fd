import { finishDownload, myDownloads, startDownload } from '../../contract/library/download.ts';
import { serve, type App } from '../http/serve.ts';
import { finishDownload as finish, myDownloads as mine, startDownload as start } from './download.service.ts';

export function downloadRoutes(app: App): void {
  serve(app, startDownload, ({ house, visitor, body, request }) => start(house, visitor, body.publishId, body.device, request.ip));
  serve(app, finishDownload, ({ house, visitor, body }) => finish(house, visitor, body.downloadId, body.result));
  serve(app, myDownloads, ({ house, visitor, query }) => mine(house, visitor, query));
}
