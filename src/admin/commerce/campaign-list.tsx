import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Space, type TableColumnsType } from 'antd';
import { campaignMachine } from '../../../contract/commerce/campaign/campaign.machine.ts';
import {
  CAMPAIGN_SCOPES,
  CAMPAIGN_STATES,
  campaignEvent,
  campaignList,
  type CampaignEvent,
  type CampaignRow,
  type CampaignState,
} from '../../../contract/commerce/campaign/campaign.ts';
import { foldOf } from '../../../contract/commerce/order-limits.ts';
import { yuan } from '../../../contract/money.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { OnlyRow } from '../crud/only-row.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { FilterChoice, FilterText } from '../crud/list-filters.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';

const CampaignForm = loadable(async () => (await import('./campaign-form.tsx')).CampaignForm);

const FILTERS = { status: oneOf(CAMPAIGN_STATES), name: anyText };
const scopeOf = ({ scope, names }: CampaignRow): string => `${CAMPAIGN_SCOPES[scope]}：${names.join('、')}`;
const foldWords = ({ rateBp, leastLines }: CampaignRow): string => `${leastLines > 1 ? `满${leastLines}部` : ''}${foldOf(rateBp)}`;
const timeWords = ({ from, to }: CampaignRow): string => `${from} 至 ${to}`;

function State({ row }: { row: CampaignRow }) {
  return row.status === 'active' && !row.live ? (
    <StateTag machine={campaignMachine} state="pending" words="未开始" />
  ) : (
    <StateTag machine={campaignMachine} state={row.status} />
  );
}

/** Discounts for a time: written by one person, approved by another. */
export function CampaignList() {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const [editing, edit] = useState<CampaignRow | 'new' | null>(null);
  const [asked, ask] = useState<{ row: CampaignRow; event: CampaignEvent } | null>(null);
  const { id: only, close: showAll } = useOpenRow();
  const query = { ...filter, status: (filter.status ?? '') as CampaignState | '', ...(only ? { campaignId: only } : {}) };
  const list = useQuery({ ...queryOf(campaignList, { query: { ...query, ...page } }), placeholderData: (before) => before });
  const refresh = () => client.invalidateQueries(allOf(campaignList));
  const acts = (row: CampaignRow) => (
    <Space size={12} wrap>
      {row.editable ? (
        <button type="button" className="row-act" onClick={() => edit(row)}>
          修改
        </button>
      ) : null}
      {row.can.map((event) => (
        <button key={event} type="button" className="row-act" onClick={() => ask({ row, event })}>
          {campaignMachine.events[event].label}
        </button>
      ))}
    </Space>
  );
  const columns: TableColumnsType<CampaignRow> = [
    { title: '活动', dataIndex: 'name', width: 160, ellipsis: true },
    { title: '状态', key: 'status', width: 100, render: (_value, row) => <State row={row} /> },
    { title: '折扣', key: 'rate', width: 110, render: (_value, row) => foldWords(row) },
    { title: '范围', key: 'scope', width: 260, ellipsis: true, render: (_value, row) => scopeOf(row) },
    { title: '时间', key: 'time', width: 290, render: (_value, row) => timeWords(row) },
    { title: '订单', dataIndex: 'orderNum', width: 80, align: 'right' },
    { title: '优惠', dataIndex: 'discountFen', width: 110, align: 'right', render: (fen: number) => <span className="money-cell">{yuan(fen)}</span> },
    { title: '提交', dataIndex: 'submittedBy', width: 100, ellipsis: true },
    { title: '批准', dataIndex: 'approvedBy', width: 100, ellipsis: true },
    { title: '驳回原因', dataIndex: 'reason', width: 160, ellipsis: true },
    { title: '操作', key: 'actions', width: 160, render: (_value, row) => acts(row) },
  ];
  return (
    <>
      <search className="crud-search">
        <FilterChoice
          label="状态"
          value={filter.status}
          options={CAMPAIGN_STATES.map((value) => ({ value, label: campaignMachine.states[value].label }))}
          onChange={(status) => setFilter({ status })}
        />
        <FilterText label="活动" value={filter.name} onSearch={(text) => setFilter({ name: text })} />
      </search>
      {may('pay:campaign:add') ? (
        <div className="admin-toolbar">
          <Button type="primary" onClick={() => edit('new')}>
            新增
          </Button>
        </div>
      ) : null}
      {only ? <OnlyRow what="活动" showAll={showAll} /> : null}
      <TaskList
        list={list}
        rowKey="campaignId"
        columns={columns}
        width={1630}
        empty="暂无限时折扣"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.name}</strong> <State row={row} />
            <div className="soft">
              {foldWords(row)} · {scopeOf(row)} · {timeWords(row)} · 订单 {row.orderNum} · 优惠 {price(row.discountFen)}
            </div>
            {acts(row)}
          </>
        )}
      />
      {editing ? <CampaignForm row={editing === 'new' ? null : editing} onDone={refresh} onClose={() => edit(null)} /> : null}
      {asked ? (
        <EventDialog
          event={campaignMachine.events[asked.event]}
          name={`「${asked.row.name}」`}
          onSend={async (reason) => {
            await call(campaignEvent, { params: { event: asked.event, campaignId: asked.row.campaignId }, body: { reason } });
            void message.success(`已${campaignMachine.events[asked.event].label}`);
            await refresh();
          }}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}
