import { exportReport, reportData, reportRows, reportTabs } from '../../contract/report/report.ts';
import { sendSheet } from '../crud/crud-export.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { fileNameOf, mimeOf, reportFile, writeReport } from './report-file.service.ts';
import { reportFor, rowsFor, tabsFor } from './report.service.ts';

export function reportRoutes(app: App): void {
  serve(app, reportTabs, ({ currentUser }) => tabsFor(currentUser));
  serve(app, reportData, ({ context, currentUser, params, query }) => reportFor(context, currentUser, params.key, query));
  serve(app, reportRows, ({ context, currentUser, params, query }) => rowsFor(context, currentUser, params.key, params.figure, query));
  serve(app, exportReport, async ({ context, currentUser, body, reply }) => {
    const report = await reportFor(context, currentUser, body.key, body);
    if (body.format === 'xlsx') return sendSheet(reply, `${report.label}_${report.begin}_${report.end}`, (book) => writeReport(book, report));
    const bytes = await reportFile(report, 'pdf');
    return sendFile(context, reply, { key: '', name: fileNameOf(report, 'pdf'), mime: mimeOf('pdf'), size: bytes.length, bytes }, 'attachment');
  });
}
