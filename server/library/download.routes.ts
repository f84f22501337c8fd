import { finishDownload, myDownloads, removeDownloadDevice, removedDownload, startDownload } from '../../contract/library/download.ts';
import { serve, type App } from '../http/serve.ts';
import { removedHere, removeDevice } from './download-device.service.ts';
import { finishDownload as finish, myDownloads as mine, startDownload as start } from './download.service.ts';

export function downloadRoutes(app: App): void {
  serve(app, startDownload, ({ house, visitor, body, request }) => start(house, visitor, body.publishId, { device: body.device, request }));
  serve(app, finishDownload, ({ house, visitor, body }) => finish(house, visitor, body.downloadId, body.result));
  serve(app, myDownloads, ({ house, visitor, query, request }) => mine(house, visitor, query, request));
  serve(app, removeDownloadDevice, ({ house, visitor, params }) => removeDevice(house, visitor, params.deviceId));
  serve(app, removedDownload, ({ house, visitor, body, request }) => removedHere(house, visitor, body.publishId, request));
}
