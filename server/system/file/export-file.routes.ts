import { downloadExport, myExports, removeExports } from '../../../contract/system/export-file.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { exportedFile, exportsFor, queueExport, removeOwn } from './export-file.service.ts';

export function exportFileRoutes(app: App): void {
  app.queueExport = queueExport;
  serve(app, myExports, ({ context, currentUser }) => exportsFor(context, currentUser));
  serve(app, downloadExport, async ({ context, currentUser, params, reply }) => {
    const { confirm, ...file } = await exportedFile(context, currentUser, params.id);
    if (confirm) await app.assertConfirmed(currentUser);
    return sendFile(context, reply, file, 'attachment');
  });
  serve(app, removeExports, ({ context, currentUser, params }) => removeOwn(context, currentUser, params.ids));
}
