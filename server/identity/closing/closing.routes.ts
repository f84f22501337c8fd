import { Readable } from 'node:stream';
import { exportOwnData, getClosing, requestClosing, revokeClosing } from '../../../contract/identity/closing.ts';
import { wireDate } from '../../db/clock.ts';
import { serve, type App } from '../../http/serve.ts';
import { askClosing, closingOf, revokeClosing as keepAccount } from './closing.service.ts';
import { exportOf } from './personal-export.service.ts';

export function closingRoutes(app: App): void {
  serve(app, getClosing, ({ context, currentUser }) => closingOf(context, currentUser));
  serve(app, requestClosing, (call) => askClosing(call));
  serve(app, revokeClosing, (call) => keepAccount(call));
  serve(app, exportOwnData, async ({ context, currentUser, reply }) => {
    const file = encodeURIComponent(`我的数据-${wireDate(Date.now())}.zip`);
    const zip = await exportOf(context, currentUser);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${file}`,
        'download-filename': file,
        'access-control-expose-headers': 'Content-Disposition,download-filename',
        'content-encoding': 'identity',
      })
      .send(Readable.from(zip.outputStream));
  });
}
