import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { revokeProcess } from '../../../contract/workflow/flow-instance.ts';
import { COMMENT_LABELS, finishedList, type FlowTaskRow } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { FlowTable } from './flow-table.tsx';
import { ProcessStatus } from './process-status.tsx';

const opinionOf = (row: FlowTaskRow): string => {
  const { type = '', comment = '' } = row.comment ?? {};
  const label = type === '1' || type === '' ? '' : `${COMMENT_LABELS[Number(type)] ?? ''}：`;
  return `${label}${comment}` || '—';
};

/** #144: the tasks that the current user has handled. */
export function FinishedPage() {
  const client = useQueryClient();
  const { ask } = useActs(() => client.invalidateQueries());
  return (
    <FlowTable
      label="已办任务"
      of={finishedList}
      empty="还没有办过任务"
      actions={(row) => (
        <>
          <Link to={`/flowable/task/finished/detail/index?procInsId=${row.procInsId}&deployId=${row.deployId}`} className="row-act">
            详情
          </Link>
          {row.processStatus === 'running' ? (
            <Button
              type="link"
              size="small"
              onClick={() =>
                ask(
                  { title: `撤回「${row.procDefName}」？`, content: '下一节点还没有办理时，任务可以回到您这里重新办理。', verb: '撤回' },
                  () => call(revokeProcess, { body: { instanceId: Number(row.procInsId) } }),
                  '已撤回',
                )
              }
            >
              撤回
            </Button>
          ) : null}
        </>
      )}
      card={(row) => (
        <>
          <strong>{row.procDefName}</strong> <ProcessStatus status={row.processStatus} />
          <p className="soft">
            {row.taskName}，{row.finishTime?.slice(0, 16)} 办完
          </p>
          <p>{opinionOf(row)}</p>
        </>
      )}
      columns={[
        { title: '流程名称', dataIndex: 'procDefName', width: 180, rowScope: 'row', ellipsis: true },
        { title: '任务', dataIndex: 'taskName', width: 140, ellipsis: true },
        { title: '发起人', dataIndex: 'startUserName', width: 110 },
        { title: '意见', key: 'comment', width: 260, ellipsis: true, render: (_value, row) => opinionOf(row) },
        { title: '流程状态', key: 'status', width: 90, render: (_value, row) => <ProcessStatus status={row.processStatus} /> },
        { title: '办完时间', dataIndex: 'finishTime', width: 160 },
        { title: '用时', dataIndex: 'duration', width: 120 },
      ]}
    />
  );
}
