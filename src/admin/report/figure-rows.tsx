import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { Link } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { reportRows, type Report, type ReportFigure, type ReportRow } from '../../../contract/report/report.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

/** The rows behind a figure; their number is the figure. */
export function FigureRows({ report, figure, onClose }: { report: Report; figure: ReportFigure; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [pageNum, setPageNum] = useState(1);
  const found = useQuery({
    ...queryOf(reportRows, {
      params: { key: report.key, figure: figure.key },
      query: { begin: report.begin, end: report.end, pageNum, pageSize: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer open size={narrow ? '100%' : 720} title={`${figure.label}的明细`} onClose={onClose}>
      <p className="soft">{figure.definition}</p>
      {found.isError && !found.data ? (
        <LoadFailed query={found} />
      ) : (
        <Table<ReportRow>
          size="small"
          loading={found.isPending}
          rowKey={(row) => `${row.id} ${row.at} ${row.note}`}
          dataSource={found.data?.rows ?? []}
          scroll={{ x: 'max-content' }}
          pagination={{
            current: pageNum,
            pageSize: PAGE_SIZE,
            total: found.data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 条`,
            onChange: setPageNum,
          }}
          columns={[
            { key: 'title', title: '名称', render: (_, row) => <Link to={row.link}>{row.title}</Link> },
            { key: 'note', title: '说明', dataIndex: 'note' },
            { key: 'at', title: '时间', render: (_, row) => row.at.slice(0, 16) },
          ]}
        />
      )}
    </Drawer>
  );
}
