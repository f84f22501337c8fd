import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { useSearchParams } from 'react-router-dom';
import { flowRecord, flowXmlAndNode, type FlowRecordRow } from '../../../contract/workflow/flow-task.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { FlowForm } from './flow-form.tsx';
import { FlowHistory } from './flow-history.tsx';
import { ProcessDiagram } from './process-diagram.tsx';
import { ProcessStatus } from './process-status.tsx';
import { marksOf } from './task-detail.tsx';
import './task.css';
import { Tabs } from '../ui/tabs.tsx';

const NO_ROWS: readonly FlowRecordRow[] = [];

/** A process for the people who took part in it: what was filled in, what happened, and the way it took. Printable. */
export function ProcessDetailPage() {
  const [asked] = useSearchParams();
  const procInsId = asked.get('procInsId') ?? '';
  const deployId = asked.get('deployId') ?? '';
  const record = useQuery({ ...queryOf(flowRecord, { query: { procInsId: Number(procInsId), deployId } }), staleTime: 0 });
  const diagram = useQuery(queryOf(flowXmlAndNode, { query: { procInsId, deployId } }));
  const rows = record.data?.flowList ?? NO_ROWS;
  const marks = useMemo(() => marksOf(diagram.data?.nodeData ?? [], rows), [diagram.data, rows]);
  if (record.isError) return <LoadFailed query={record} />;
  if (!record.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const first = rows.at(-1);
  return (
    <article className="admin-card process-page" aria-labelledby="process-title">
      <header className="task-detail-head" style={{ padding: 0 }}>
        <h1 id="process-title" className="page-heading">
          {first?.procDefName ?? '流程'}
        </h1>
        {first ? <ProcessStatus status={first.processStatus} /> : null}
        <span className="soft">
          编号 {procInsId}，{first?.startUserName} {first?.createTime.slice(0, 16)} 发起
        </span>
        <span style={{ flex: 1 }} />
        <Button className="no-print" icon={<PrinterOutlined />} onClick={() => print()}>
          打印
        </Button>
      </header>
      {record.data.formData ? (
        <FlowForm content={record.data.formData} deployId={Number(deployId)} readOnly />
      ) : (
        <p className="soft">这个流程没有表单。</p>
      )}
      <Tabs
        items={[
          { key: 'record', label: `流转记录 ${rows.length}`, children: <FlowHistory rows={rows} /> },
          {
            key: 'diagram',
            label: '流程图',
            children: diagram.isError ? (
              <LoadFailed query={diagram} />
            ) : diagram.data ? (
              <ProcessDiagram xml={diagram.data.xmlData} marks={marks} title={`${first?.procDefName ?? '流程'}的流程图`} />
            ) : (
              <Skeleton active />
            ),
          },
        ]}
      />
    </article>
  );
}
