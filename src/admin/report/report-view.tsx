import { Alert, Table } from 'antd';
import type { Report, ReportFigure, ReportTable } from '../../../contract/report/report.ts';
import { Chart } from '../chart/chart.tsx';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { measured, signed } from './report-format.ts';

const EMPTY = '所选时间没有数据';

/** The figures, charts and tables of a report. */
export function ReportView({ report, onOpen }: { report: Report; onOpen: (figure: ReportFigure) => void }) {
  return (
    <>
      <p className="soft report-facts">
        {report.begin} 至 {report.end}，时区 {report.zone}，截至 {report.asOf}
        {report.snapshot ? '（这一时期已结束，数字读自当时保存的快照）' : ''}
      </p>
      {report.later.length > 0 ? (
        <Alert
          type="info"
          showIcon
          title="保存快照之后又有新的记录"
          description={report.later.map(({ label, measure, value }) => `${label}现为 ${measured(value, measure)}`).join('；')}
        />
      ) : null}
      <div className="report-figures">
        {report.figures.map((figure) => (
          <FigureCard key={figure.key} figure={figure} onOpen={() => onOpen(figure)} />
        ))}
      </div>
      {report.charts.map((chart) => (
        <section key={chart.key} className="report-part">
          <h2>{chart.label}</h2>
          <p className="soft">{chart.definition}</p>
          {chart.names.length === 0 ? (
            <p className="soft">{EMPTY}</p>
          ) : (
            <Chart label={chart.label} kind={chart.kind} names={chart.names} series={chart.series} unit={chart.unit} height={260} />
          )}
        </section>
      ))}
      {report.tables.map((table) => (
        <TablePart key={table.key} table={table} />
      ))}
    </>
  );
}

function FigureCard({ figure, onOpen }: { figure: ReportFigure; onOpen: () => void }) {
  const { value, before, lastYear, measure } = figure;
  const number = measured(value, measure);
  return (
    <section className="report-figure" aria-label={figure.label}>
      <h2>{figure.label}</h2>
      <p className="report-number">
        {figure.kind !== 'calculated' ? (
          <button type="button" onClick={onOpen} aria-label={`${figure.label} ${number}${figure.unit}，看明细`}>
            {number}
          </button>
        ) : (
          <span>{number}</span>
        )}
        <small>{figure.unit}</small>
      </p>
      {figure.parts.length > 0 ? (
        <p className="soft">
          {figure.parts.map((part, index) => (
            <span key={part.label} className="unbroken">
              {index > 0 ? '÷ ' : ''}
              {part.label} {measured(part.value, part.measure)}
            </span>
          ))}
        </p>
      ) : null}
      {before === null || lastYear === null ? null : (
        <p className="soft">
          <span className="unbroken">
            上期 {measured(before, measure)}（{signed(value, before, measure)}）
          </span>
          <span className="unbroken">
            去年同期 {measured(lastYear, measure)}（{signed(value, lastYear, measure)}）
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
        ref={focusableScroll(table.rows.length)}
        pagination={table.rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
        rowKey={(row) => row.join(' ')}
        locale={{ emptyText: EMPTY }}
        dataSource={table.rows}
        columns={table.columns.map((title, index) => ({
          key: title,
          title,
          align: table.rows.some((row) => typeof row[index] === 'number') ? ('right' as const) : ('left' as const),
          render: (_value: unknown, row: ReportTable['rows'][number]) => {
            const value = row[index] ?? '';
            if (typeof value === 'number') return measured(value, table.measures?.[String(index)] ?? 'number');
            return value === '' ? '—' : value;
          },
        }))}
      />
    </section>
  );
}
