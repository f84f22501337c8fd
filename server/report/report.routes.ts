import { exportReport, reportData, reportRows, reportTabs } from '../../contract/report/report.ts';
import { sendSheet } from '../crud/crud-export.ts';
import { serve, type App } from '../http/serve.ts';
import { reportFor, rowsFor, tabs } from './report.service.ts';

const WIDTH = 18;
const WIDE = 60;
const DEFINITION = '口径';

export function reportRoutes(app: App): void {
  serve(app, reportTabs, () => tabs());
  serve(app, reportData, ({ context, params, query }) => reportFor(context, params.key, query));
  serve(app, reportRows, ({ context, params, query }) => rowsFor(context, params.key, params.figure, query));
  serve(app, exportReport, async ({ context, body, reply }) => {
    const report = await reportFor(context, body.key, body);
    return sendSheet(reply, `${report.label}_${report.begin}_${report.end}`, async (book) => {
      const frozen = (label: string, headers: readonly string[]): Promise<void> =>
        book.begin(
          label,
          headers.map((header) => ({ header, width: header === DEFINITION ? WIDE : WIDTH })),
        );
      await frozen('指标', ['指标', '数值', '单位', '上期', '去年同期', DEFINITION]);
      for (const one of report.figures) await book.row([one.label, one.value, one.unit, one.before, one.lastYear, one.definition]);
      await book.row([`${report.begin} 至 ${report.end}，时区 ${report.zone}，截至 ${report.asOf}`]);
      for (const chart of report.charts) {
        await frozen(chart.label, ['', ...chart.series.map(({ name }) => name)]);
        for (const [index, name] of chart.names.entries()) await book.row([name, ...chart.series.map(({ values }) => values[index] ?? 0)]);
      }
      for (const table of report.tables) {
        await frozen(table.label, table.columns);
        for (const row of table.rows) await book.row(row);
      }
    });
  });
}
