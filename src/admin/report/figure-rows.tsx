import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { reportRows, type Report, type ReportFigure, type ReportRow } from '../../../contract/report/report.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { measured } from './report-format.ts';

/** The rows behind a figure; their number, or their sum, is the figure. */
export function FigureRows({ report, figure, onClose }: { report: Report; figure: ReportFigure; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const found = useQuery({
    ...queryOf(reportRows, {
      params: { key: report.key, figure: figure.key },
      query: { begin: report.begin, end: report.end, filter: report.filter, ...page },
    }),
    placeholderData: keepPreviousData,
  });
  const { total = 0, sum = null, rows = [] } = found.data ?? {};
  const now = sum ?? total;
  const amounts = figure.kind === 'sum';
  const times = rows.some(({ at }) => at !== '');
  const name = (row: ReportRow) => (row.link ? <Link to={row.link}>{row.title || row.note}</Link> : row.title || row.note);
  const amount: TableColumnsType<ReportRow> = amounts
    ? [
        {
          key: 'amount',
          title: figure.measure === 'money' ? `金额（${figure.unit}）` : figure.unit,
          align: 'right',
          render: (_, row) => <span className="money-cell">{measured(row.amount ?? 0, figure.measure)}</span>,
        },
      ]
    : [];
  const columns: TableColumnsType<ReportRow> = narrow
    ? [
        {
          key: 'title',
          title: '名称',
          render: (_, row) => (
            <>
              {name(row)}
              <div className="soft">
                {row.note} {row.at.slice(0, 16)}
              </div>
            </>
          ),
        },
        ...amount,
      ]
    : [
        { key: 'title', title: '名称', render: (_, row) => name(row) },
        { key: 'note', title: '说明', dataIndex: 'note' },
        ...(times
          ? [{ key: 'at', title: '时间', render: (_: unknown, row: ReportRow) => <span className="unbroken">{row.at.slice(0, 16)}</span> }]
          : []),
        ...amount,
      ];
  return (
    <Drawer open size={narrow ? '100%' : 760} title={`${figure.label}的明细`} onClose={onClose}>
      <p className="soft">{figure.definition}</p>
      <p className="soft">
        {report.begin} 至 {report.end}
        {report.filterWords ? `，${report.filterWords}` : ''}
      </p>
      {found.isError && !found.data ? (
        <LoadFailed query={found} />
      ) : (
        <>
          {found.data ? (
            <p>
              共 <strong>{total.toLocaleString('zh-CN')}</strong> 条
              {sum === null ? null : (
                <>
                  ，合计{' '}
                  <strong>
                    {measured(sum, figure.measure)} {figure.unit}
                  </strong>
                </>
              )}
            </p>
          ) : null}
          {found.data && report.snapshot && now !== figure.value ? (
            <Alert type="info" showIcon title={`报表上是保存的快照：${measured(figure.value, figure.measure)} ${figure.unit}；明细是现在的数据。`} />
          ) : null}
          <Table<ReportRow>
            size="small"
            loading={found.isPending}
            rowKey={(row) => `${row.id} ${row.at} ${row.note} ${row.title} ${row.amount}`}
            dataSource={rows}
            columns={columns}
            {...(narrow ? {} : { scroll: { x: 'max-content' } })}
            locale={{ emptyText: '所选时间没有数据' }}
            pagination={{
              current: page.pageNum,
              pageSize: page.pageSize,
              total,
              showSizeChanger: true,
              pageSizeOptions: [10, 20, 30, 50],
              onChange: (pageNum, pageSize) => setPage({ pageNum: pageSize === page.pageSize ? pageNum : 1, pageSize }),
            }}
          />
        </>
      )}
    </Drawer>
  );
}
