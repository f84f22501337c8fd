import { finishDownload, myDownloads, removeDownloadDevice, removedDownload, startDownload } from '../../contract/library/download.ts';
import { serve, type App } from '../http/serve.ts';
import { removedHere, removeDevice } from '../reading/download-device.service.ts';
import { finishDownload as finish, myDownloads as mine, startDownload as start } from './download.service.ts';

export function downloadRoutes(app: App): void {
  serve(app, startDownload, ({ context, currentUser, body, request }) =>
    start(context, currentUser, body.publishId, { device: body.device, request }),
  );
  serve(app, finishDownload, ({ context, currentUser, body }) => finish(context, currentUser, body.downloadId, body.result));
  serve(app, myDownloads, ({ context, currentUser, query, request }) => mine(context, currentUser, query, request));
  serve(app, removeDownloadDevice, ({ context, currentUser, params }) => removeDevice(context, currentUser, params.deviceId));
  serve(app, removedDownload, ({ context, currentUser, body, request }) => removedHere(context, currentUser, body.publishId, request));
}
