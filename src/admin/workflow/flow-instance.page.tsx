import { useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Form, Input, Modal, Select, Skeleton, Table, type TableColumnsType } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Link } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import {
  endByManager,
  handOverTask,
  instanceList,
  instancePeople,
  jumpInstance,
  jumpTargets,
  retryWork,
  type FlowInstanceRow,
} from '../../../contract/workflow/flow-instance.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { ProcessStatus } from './process-status.tsx';
import '../crud/crud.css';

type Place = FlowInstanceRow['places'][number];
interface Rescue {
  readonly what: 'handOver' | 'jump' | 'end';
  readonly row: FlowInstanceRow;
  readonly place?: Place;
  readonly taskId?: string;
}

const NO_FILTER = { name: '', starter: '', holder: '', gone: '' as '' | '1' };
const subjectOf = (row: FlowInstanceRow): string => (row.title === '' ? row.procDefName : `${row.procDefName}：${row.title}`);

/** All processes that are not over: where each waits and for whom, with the means to go on without that person. */
export function FlowInstancePage() {
  const narrow = useNarrow();
  const may = useCan();
  const client = useQueryClient();
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE as number });
  const [open, setOpen] = useState<Rescue | null>(null);
  const list = useQuery({ ...queryOf(instanceList, { query: { ...page, ...filter } }), placeholderData: keepPreviousData, staleTime: 0 });
  const { act } = useActs(() => client.invalidateQueries());
  const find = (change: Partial<typeof filter>) => (setFilter({ ...filter, ...change }), setPage({ ...page, pageNum: 1 }));
  const rows = list.data?.records ?? [];
  const total = list.data?.total ?? 0;
  const edits = may('flowable:instance:edit');
  const empty = Object.values(filter).some(Boolean) ? '没有找到' : '没有运行中的流程';
  const places = (row: FlowInstanceRow) => (
    <div>
      {row.places.map((place) => (
        <div key={place.token}>
          <strong>{place.nodeName}</strong>{' '}
          {place.tasks.map(({ taskId, holder, gone, since }) => (
            <span key={taskId} className="flow-holder">
              {holder || '没有人'}
              {gone ? <span className="state-tag tag-error">已停用</span> : null}
              <span className="soft"> {since.slice(0, 16)} 起</span>
              {edits ? (
                <Button type="link" size="small" onClick={() => setOpen({ what: 'handOver', row, place, taskId })}>
                  交接
                </Button>
              ) : null}
            </span>
          ))}
          {place.failure ? <span className="state-tag tag-error">{place.failure}</span> : null}
          {edits && place.failure ? (
            <Button
              type="link"
              size="small"
              onClick={() => void act(() => call(retryWork, { body: { instanceId: Number(row.procInsId), token: place.token } }), '已重新开始')}
            >
              重试
            </Button>
          ) : null}
          {edits ? (
            <Button type="link" size="small" onClick={() => setOpen({ what: 'jump', row, place })}>
              跳转
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
  const actions = (row: FlowInstanceRow) => (
    <>
      <Link to={`/flowable/task/myProcess/detail/index?procInsId=${row.procInsId}&deployId=${row.deployId}`} className="row-act">
        详情
      </Link>
      {edits ? (
        <Button type="link" size="small" danger onClick={() => setOpen({ what: 'end', row })}>
          结束
        </Button>
      ) : null}
    </>
  );
  const columns: TableColumnsType<FlowInstanceRow> = [
    {
      title: '流程',
      key: 'name',
      rowScope: 'row',
      width: 220,
      render: (_value, row) => (
        <>
          {row.procDefName} <span className="soft">第 {row.version} 版</span>
          {row.title ? <div className="soft">{row.title}</div> : null}
        </>
      ),
    },
    { title: '状态', key: 'status', width: 90, render: (_value, row) => <ProcessStatus status={row.status} /> },
    { title: '发起人', dataIndex: 'startUserName', width: 100 },
    { title: '发起时间', dataIndex: 'startTime', width: 160 },
    { title: '现在在', key: 'places', width: 420, render: (_value, row) => places(row) },
    { title: '操作', key: 'actions', width: 130, render: (_value, row) => actions(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="流程实例">
      <HiddenTitle />
      <div className="admin-toolbar">
        <Input.Search
          aria-label="流程或标题"
          placeholder="流程或标题"
          allowClear
          style={{ width: 180 }}
          onSearch={(name) => find({ name: name.trim() })}
        />
        <Input.Search
          aria-label="发起人"
          placeholder="发起人"
          allowClear
          style={{ width: 140 }}
          onSearch={(starter) => find({ starter: starter.trim() })}
        />
        <Input.Search
          aria-label="办理人"
          placeholder="办理人"
          allowClear
          style={{ width: 140 }}
          onSearch={(holder) => find({ holder: holder.trim() })}
        />
        <Checkbox checked={filter.gone === '1'} onChange={({ target }) => find({ gone: target.checked ? '1' : '' })}>
          办理人已停用
        </Checkbox>
        <span className="grow" />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
          {list.data && rows.length === 0 ? <Empty description={empty} /> : null}
          <ul className="admin-cards">
            {rows.map((row) => (
              <li key={row.procInsId}>
                <div style={{ flex: 1, minWidth: 0 }}>
                  <strong>{subjectOf(row)}</strong> <ProcessStatus status={row.status} />
                  <p className="soft">
                    {row.startUserName} {row.startTime.slice(0, 16)} 发起
                  </p>
                  {places(row)}
                  <div>{actions(row)}</div>
                </div>
              </li>
            ))}
          </ul>
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<FlowInstanceRow>
          ref={focusableScroll(rows.length)}
          rowKey="procInsId"
          size="medium"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 0) }}
          pagination={{ ...listPaging(page, total, narrow, setPage), onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }) }}
          locale={{ emptyText: emptyText(list, empty) }}
          style={{ paddingInline: 16 }}
        />
      )}
      {open ? <RescueDialog {...open} act={act} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

const TITLES = { handOver: '交接给另一个人', jump: '跳到另一个节点', end: '结束流程' } as const;
const DONE = { handOver: '已交接', jump: '已跳转', end: '已结束' } as const;

function RescueDialog({ what, row, place, taskId, act, onClose }: Rescue & { act: ReturnType<typeof useActs>['act']; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [userId, setUserId] = useState<number | null>(null);
  const [targetKey, setTargetKey] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const instanceId = Number(row.procInsId);
  const token = place?.token ?? 0;
  const people = useQuery({
    ...queryOf(instancePeople, { query: { name: typed } }),
    enabled: what === 'handOver',
    placeholderData: keepPreviousData,
  });
  const targets = useQuery({ ...queryOf(jumpTargets, { query: { instanceId, token } }), enabled: what === 'jump', staleTime: 0 });
  const ready = reason.trim().length >= 2 && (what === 'end' || (what === 'jump' ? targetKey !== null : userId !== null));
  const finish = async () => {
    setBusy(true);
    const done = await act(
      () =>
        what === 'handOver'
          ? call(handOverTask, { body: { taskId: Number(taskId), userId: userId ?? 0, reason } })
          : what === 'jump'
            ? call(jumpInstance, { body: { instanceId, token, targetKey: targetKey ?? '', reason } })
            : call(endByManager, { body: { instanceId, reason } }),
      DONE[what],
    );
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title={TITLES[what]}
      okText={what === 'end' ? '结束' : '确定'}
      cancelText="取消"
      okButtonProps={{ danger: what === 'end', disabled: !ready, loading: busy }}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <p>
        {subjectOf(row)}
        {place ? `，现在在「${place.nodeName}」` : ''}
        {what === 'end' ? '。流程立即结束，不能恢复，办理人会收到消息。' : ''}
      </p>
      <Form layout="vertical" component="div">
        {what === 'handOver' ? (
          <Form.Item label="接手的人" htmlFor="rescue-person" required>
            <Select
              id="rescue-person"
              placeholder="输入姓名查找"
              showSearch={{ filterOption: false, onSearch: setTyped }}
              value={userId}
              options={(people.data ?? []).map((one) => ({
                value: one.userId,
                label: one.deptName ? `${one.nickName}（${one.deptName}）` : one.nickName,
              }))}
              notFoundContent={people.isFetching ? '正在查找…' : '没有找到这个人'}
              onChange={setUserId}
            />
          </Form.Item>
        ) : null}
        {what === 'jump' ? (
          <Form.Item label="跳到" htmlFor="rescue-target" required extra="只列出跳过去以后还能走到结束的节点；跳回时，后面的任务会取消">
            <Select
              id="rescue-target"
              placeholder="选择节点"
              loading={targets.isFetching}
              value={targetKey}
              options={(targets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              notFoundContent="没有可以跳到的节点"
              onChange={setTargetKey}
            />
          </Form.Item>
        ) : null}
        <Form.Item label="原因" htmlFor="rescue-reason" required>
          <Input.TextArea
            id="rescue-reason"
            maxLength={200}
            autoSize={{ minRows: 2 }}
            value={reason}
            placeholder="至少2个字，会写进流转记录"
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
