import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton, Table, Tabs } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { useSearchParams } from 'react-router-dom';
import { exportReport, reportData, reportTabs, type Report, type ReportFigure, type ReportTable } from '../../../contract/report/report.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { loadable } from '../../loading/loadable.ts';
import { Chart } from '../chart/chart.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { ReportRangeControl } from './report-range.tsx';
import { thisYear, type Days } from './report-days.ts';
import './report.css';

const FigureRows = loadable(async () => (await import('./figure-rows.tsx')).FigureRows);

/** #137: the reports, for a range of days. The address keeps the report and the days, so that it can be passed on. */
export function ReportPage() {
  const [search, setSearch] = useSearchParams();
  const may = useCan();
  const { message } = App.useApp();
  const tabs = useQuery(queryOf(reportTabs, {}));
  const key = search.get('report') ?? tabs.data?.[0]?.key ?? '';
  const [initial] = useState(() => thisYear(new Date()));
  const days: Days = { begin: search.get('begin') ?? initial.begin, end: search.get('end') ?? initial.end };
  const found = useQuery({
    ...queryOf(reportData, { params: { key }, query: days }),
    enabled: key !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const go = (part: Record<string, string>) => setSearch({ report: key, ...days, ...part }, { replace: true });
  const download = () => {
    receiveFile(exportReport, { key, ...days }).catch((error: unknown) => void message.error(errorMessage(error)));
  };
  if (tabs.isError && !tabs.data) return <LoadFailed query={tabs} />;
  return (
    <div className="report">
      <HiddenTitle />
      <div className="report-bar">
        <ReportRangeControl days={days} onChange={(next) => go({ ...next })} />
        {may('report:report:export') ? (
          <Button icon={<DownloadOutlined />} disabled={!found.data} onClick={download}>
            导出
          </Button>
        ) : null}
      </div>
      <Tabs activeKey={key} onChange={(next) => go({ report: next })} items={(tabs.data ?? []).map((tab) => ({ key: tab.key, label: tab.label }))} />
      {found.isError && !found.data ? (
        <LoadFailed query={found} />
      ) : found.data && found.data.key === key ? (
        <ReportView report={found.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </div>
  );
}

function ReportView({ report }: { report: Report }) {
  const [opened, setOpened] = useState<ReportFigure | null>(null);
  return (
    <>
      <p className="soft">
        {report.begin} 至 {report.end}，时区 {report.zone}，截至 {report.asOf}
      </p>
      <div className="report-figures">
        {report.figures.map((figure) => (
          <FigureCard key={figure.key} figure={figure} onOpen={() => setOpened(figure)} />
        ))}
      </div>
      {report.charts.map((chart) => (
        <section key={chart.key} className="report-part">
          <h2>{chart.label}</h2>
          <p className="soft">{chart.definition}</p>
          {chart.names.length === 0 ? (
            <p className="soft">所选时间没有数据</p>
          ) : (
            <Chart label={chart.label} kind={chart.kind} names={chart.names} series={chart.series} unit={chart.unit} height={260} />
          )}
        </section>
      ))}
      {report.tables.map((table) => (
        <TablePart key={table.key} table={table} />
      ))}
      {opened ? <FigureRows report={report} figure={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));
const difference = (now: number, then: number): number => Math.round((now - then) * 100) / 100;

function FigureCard({ figure, onOpen }: { figure: ReportFigure; onOpen: () => void }) {
  const number = `${figure.value.toLocaleString('zh-CN')}`;
  return (
    <section className="report-figure" aria-label={figure.label}>
      <h2>{figure.label}</h2>
      <p className="report-number">
        {figure.listed && figure.value > 0 ? (
          <button type="button" onClick={onOpen} aria-label={`${figure.label} ${number}${figure.unit}，看明细`}>
            {number}
          </button>
        ) : (
          <span>{number}</span>
        )}
        <small>{figure.unit}</small>
      </p>
      {figure.before === null || figure.lastYear === null ? null : (
        <p className="soft">
          <span className="unbroken">
            上期 {figure.before}（{signed(difference(figure.value, figure.before))}）
          </span>
          <span className="unbroken">
            去年同期 {figure.lastYear}（{signed(difference(figure.value, figure.lastYear))}）
          </span>
        </p>
      )}
      <details>
        <summary>口径</summary>
        <p>{figure.definition}</p>
      </details>
    </section>
  );
}

function TablePart({ table }: { table: ReportTable }) {
  return (
    <section className="report-part">
      <h2>{table.label}</h2>
      <p className="soft">{table.definition}</p>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        rowKey={(row) => String(row[0])}
        locale={{ emptyText: '所选时间没有数据' }}
        dataSource={table.rows}
        columns={table.columns.map((title, index) => ({
          key: title,
          title,
          align: index === 0 ? ('left' as const) : ('right' as const),
          render: (_value: unknown, row: ReportTable['rows'][number]) => {
            const value = row[index] ?? '';
            return typeof value === 'number' ? value.toLocaleString('zh-CN') : value === '' ? '—' : value;
          },
        }))}
      />
    </section>
  );
}
