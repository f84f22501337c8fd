import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Collapse, Empty, Pagination, Skeleton, Space, Tag } from 'antd';
import type { Report } from '../../../contract/report/report.ts';
import {
  CADENCES,
  FORMATS,
  pauseSubscription,
  removeSubscription,
  subscriptionList,
  subscriptionRuns,
  type ReportSubscription,
  type SubscriptionRun,
} from '../../../contract/report/report-subscription.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { SubscriptionForm } from './subscription-form.tsx';

const PAGE = 10;

/** The subscriptions that the user created or receives, and the form for a new one of the report on the page. */
export function SubscriptionDrawer({ report, onClose }: { report: Report; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const may = useCan();
  const client = useQueryClient();
  const [pageNum, setPageNum] = useState(1);
  const list = useQuery({ ...queryOf(subscriptionList, { query: { pageNum, pageSize: PAGE } }), placeholderData: (before) => before });
  const refresh = () => client.invalidateQueries(allOf(subscriptionList));
  return (
    <Drawer open size={narrow ? '100%' : 640} title="报表订阅" onClose={onClose}>
      {may('report:report:export') ? <SubscriptionForm report={report} onAdded={refresh} /> : null}
      <h3>已有的订阅</h3>
      {list.isError && !list.data ? <LoadFailed query={list} /> : null}
      {list.isPending ? <Skeleton active title={false} /> : null}
      {list.data?.rows.length === 0 ? <Empty description="还没有订阅" /> : null}
      <ul className="report-subscriptions">
        {list.data?.rows.map((row) => (
          <SubscriptionCard key={row.subscriptionId} row={row} onChanged={refresh} />
        ))}
      </ul>
      {list.data && list.data.total > PAGE ? (
        <Pagination size="small" current={pageNum} pageSize={PAGE} total={list.data.total} showSizeChanger={false} onChange={setPageNum} />
      ) : null}
    </Drawer>
  );
}

function SubscriptionCard({ row, onChanged }: { row: ReportSubscription; onChanged: () => Promise<void> }) {
  const { message, modal } = App.useApp();
  const params = { subscriptionId: row.subscriptionId };
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      void message.success(done);
    } catch (error) {
      void message.error(errorMessage(error));
    }
    await onChanged();
  };
  const pause = () =>
    run(
      () => call(pauseSubscription, { params, body: { paused: !row.paused, version: row.version } }),
      row.paused ? '已恢复，从下一次开始发送' : '已暂停，恢复以前不再发送',
    );
  const remove = () =>
    modal.confirm({
      title: row.own ? `删除${row.label}的订阅？` : `不再收${row.label}的订阅？`,
      content: row.own ? '所有收件人都不再收到，发送记录一起删除。' : '只是您不再收到，其他收件人不变。',
      okText: row.own ? '删除' : '退出',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => run(() => call(removeSubscription, { params }), row.own ? '已删除' : '已退出'),
    });
  return (
    <li>
      <div>
        <strong>{row.label}</strong> {row.paused ? <Tag>已暂停</Tag> : null}
        <span className="soft">
          {CADENCES[row.cadence].label}
          {row.hour}点，{FORMATS[row.format]}
          {row.filterWords ? `，${row.filterWords}` : ''}
        </span>
      </div>
      <div className="soft">
        {row.paused ? '暂停中' : `下一次 ${row.nextAt.slice(0, 16)}`}，由{row.ownerName}创建
      </div>
      <div>
        收件人：
        {row.recipients.map(({ userId, nickName, fault }) => (
          <span key={userId} className="unbroken">
            {nickName}
            {fault ? <span className="late">（{fault}）</span> : ''}{' '}
          </span>
        ))}
      </div>
      <Space size={12}>
        {row.own ? (
          <button type="button" className="row-act" onClick={() => void pause()}>
            {row.paused ? '恢复' : '暂停'}
          </button>
        ) : null}
        <button type="button" className="row-act" onClick={() => void remove()}>
          {row.own ? '删除' : '退出'}
        </button>
      </Space>
      <Collapse
        ghost
        size="small"
        destroyOnHidden
        items={[
          {
            key: 'runs',
            label: `发送记录${row.lastRun ? `（最近 ${row.lastRun.at.slice(0, 16)}，发出${row.lastRun.sent}封）` : '（还没有发送过）'}`,
            children: <Runs subscriptionId={row.subscriptionId} />,
          },
        ]}
      />
    </li>
  );
}

function Runs({ subscriptionId }: { subscriptionId: number }) {
  const [pageNum, setPageNum] = useState(1);
  const found = useQuery({
    ...queryOf(subscriptionRuns, { params: { subscriptionId }, query: { pageNum, pageSize: PAGE } }),
    placeholderData: (before) => before,
  });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const { rows, total } = found.data;
  if (rows.length === 0) return <p className="soft">还没有发送过</p>;
  return (
    <>
      <ul className="report-runs">
        {rows.map((run) => (
          <RunLine key={run.runId} run={run} />
        ))}
      </ul>
      {total > PAGE ? (
        <Pagination size="small" current={pageNum} pageSize={PAGE} total={total} showSizeChanger={false} onChange={setPageNum} />
      ) : null}
    </>
  );
}

const RunLine = ({ run }: { run: SubscriptionRun }) => (
  <li>
    {run.at.slice(0, 16)}，{run.begin === run.end ? run.begin : `${run.begin} 至 ${run.end}`}，发出{run.sent}封
    {run.note ? <span className="late">；未发：{run.note}</span> : null}
  </li>
);
