import { exportReport, reportData, reportRows, reportTabs } from '../../contract/report/report.ts';
import { sendSheet } from '../crud/crud-export.ts';
import { serve, type App } from '../http/serve.ts';
import { reportFor, rowsFor, tabs } from './report.service.ts';

const WIDTH = 18;
const WIDE = 60;

export function reportRoutes(app: App): void {
  serve(app, reportTabs, () => tabs());
  serve(app, reportData, ({ context, params, query }) => reportFor(context, params.key, query));
  serve(app, reportRows, ({ context, params, query }) => rowsFor(context, params.key, params.figure, query));
  serve(app, exportReport, async ({ context, body, reply }) => {
    const report = await reportFor(context, body.key, body);
    return sendSheet(reply, `${report.label}_${report.begin}_${report.end}`, async (book) => {
      const figures = book.addWorksheet('指标', { views: [{ state: 'frozen', ySplit: 1 }] });
      figures.columns = ['指标', '数值', '单位', '上期', '去年同期', '口径'].map((header) => ({ header, width: header === '口径' ? WIDE : WIDTH }));
      for (const one of report.figures) figures.addRow([one.label, one.value, one.unit, one.before, one.lastYear, one.definition]).commit();
      figures.addRow([`${report.begin} 至 ${report.end}，时区 ${report.zone}，截至 ${report.asOf}`]).commit();
      figures.commit();
      for (const chart of report.charts) {
        const sheet = book.addWorksheet(chart.label, { views: [{ state: 'frozen', ySplit: 1 }] });
        sheet.columns = ['', ...chart.series.map(({ name }) => name)].map((header) => ({ header, width: WIDTH }));
        for (const [index, name] of chart.names.entries()) sheet.addRow([name, ...chart.series.map(({ values }) => values[index] ?? 0)]).commit();
        sheet.commit();
      }
      for (const table of report.tables) {
        const sheet = book.addWorksheet(table.label, { views: [{ state: 'frozen', ySplit: 1 }] });
        sheet.columns = table.columns.map((header) => ({ header, width: WIDTH }));
        for (const row of table.rows) sheet.addRow([...row]).commit();
        sheet.commit();
      }
    });
  });
}
