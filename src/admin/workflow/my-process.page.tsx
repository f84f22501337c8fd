import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Link, useNavigate } from 'react-router-dom';
import { deleteInstances, revokeProcess, stopProcess, urgeProcess } from '../../../contract/workflow/flow-instance.ts';
import { myProcess, type FlowTaskRow } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { FlowTable } from './flow-table.tsx';
import { ProcessStatus } from './process-status.tsx';
import { StartDialog } from './start-dialog.tsx';

const detailOf = (row: FlowTaskRow): string => `/flowable/task/myProcess/detail/index?procInsId=${row.procInsId}&deployId=${row.deployId}`;

/** #142: the processes that the current user has started. */
export function MyProcessPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [starting, setStarting] = useState(false);
  const { act, ask } = useActs(() => client.invalidateQueries());
  const actions = (row: FlowTaskRow) => {
    const body = { instanceId: Number(row.procInsId) };
    const open = row.processStatus === 'running' || row.processStatus === 'suspended';
    return (
      <>
        <Link to={detailOf(row)} className="row-act">
          详情
        </Link>
        {row.processStatus === 'running' ? (
          <>
            <Button type="link" size="small" onClick={() => void act(() => call(urgeProcess, { body }), '已催办')}>
              催办
            </Button>
            <Button
              type="link"
              size="small"
              onClick={() =>
                ask(
                  { title: `撤回「${row.procDefName}」？`, content: '下一节点还没有办理时，可以撤回到您这里修改后重新提交。', verb: '撤回' },
                  () => call(revokeProcess, { body }),
                  '已撤回',
                )
              }
            >
              撤回
            </Button>
          </>
        ) : null}
        {open ? (
          <Button
            type="link"
            size="small"
            danger
            onClick={() =>
              ask(
                {
                  title: `取消「${row.procDefName}」的申请？`,
                  content: '流程立即结束，不能恢复；需要时可以重新发起。',
                  verb: '取消申请',
                  danger: true,
                },
                () => call(stopProcess, { body }),
                '已取消申请',
              )
            }
          >
            取消申请
          </Button>
        ) : (
          <Button
            type="link"
            size="small"
            danger
            onClick={() =>
              ask(
                { title: `删除「${row.procDefName}」的记录？`, content: '流转记录和意见一并删除，不能恢复。', verb: '删除', danger: true },
                () => call(deleteInstances, { params: { ids: row.procInsId } }),
                '删除成功',
              )
            }
          >
            删除
          </Button>
        )}
      </>
    );
  };
  return (
    <>
      <FlowTable
        label="我的流程"
        of={myProcess}
        empty="还没有发起过流程"
        actionWidth={250}
        actions={actions}
        toolbar={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setStarting(true)}>
            发起流程
          </Button>
        }
        card={(row) => (
          <>
            <strong>{row.procDefName}</strong> <ProcessStatus status={row.processStatus} />
            <p className="soft">
              {row.createTime.slice(0, 16)} 发起{row.finishTime ? `，用时 ${row.duration}` : `，现在在「${row.taskName}」${row.assigneeName}`}
            </p>
          </>
        )}
        columns={[
          { title: '流程名称', dataIndex: 'procDefName', width: 180, rowScope: 'row', ellipsis: true },
          {
            title: '分类',
            dataIndex: 'category',
            width: 90,
            render: (value: string) => (value ? <DictTag type="sys_process_category" value={value} /> : <span className="soft">—</span>),
          },
          { title: '状态', key: 'status', width: 90, render: (_value, row) => <ProcessStatus status={row.processStatus} /> },
          { title: '现在在', key: 'task', width: 150, ellipsis: true, render: (_value, row) => (row.finishTime ? '—' : row.taskName) },
          {
            title: '办理人',
            key: 'assignee',
            width: 130,
            ellipsis: true,
            render: (_value, row) => (row.finishTime ? '—' : row.assigneeName || row.candidate || '等待签收'),
          },
          { title: '发起时间', dataIndex: 'createTime', width: 160 },
          { title: '用时', dataIndex: 'duration', width: 120 },
        ]}
      />
      {starting ? (
        <StartDialog
          onClose={() => setStarting(false)}
          onChoose={(deployId) => {
            // Closed first: this page stays mounted behind the next one.
            setStarting(false);
            void navigate(`/flowable/task/myProcess/send/index?deployId=${deployId}`);
          }}
        />
      ) : null}
    </>
  );
}
