import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Input, Pagination, Skeleton, Tag } from 'antd';
import { RECON_KIND_NAMES, reconItems, reconList, repairItem, type ReconItem, type ReconItemEvent } from '../../../contract/commerce/recon/recon.ts';
import { orderList } from '../../../contract/commerce/order.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { SuspenseEndPart } from './suspense-end.tsx';

const VERBS: Readonly<Record<ReconItemEvent, string>> = { ask: '查询渠道', adopt: '转入待查款', confirm: '复核通过', withdraw: '撤回' };
const SIDES: Readonly<Record<ReconItem['side'], string>> = { pay: '支付', refund: '退款', transfer: '转账到银行' };
const PAGE = 20;

interface Props {
  readonly reconDayId?: number;
  readonly reconItemId?: number;
  readonly shown: 'differences' | 'open' | 'suspense';
  readonly empty: string;
}

/** Differences with our side and theirs beside each other, and what may repair them. */
export function ReconItems({ reconDayId, reconItemId, shown, empty }: Props) {
  const [pageNum, setPageNum] = useState(1);
  const filter = { ...(reconDayId ? { reconDayId } : {}), ...(reconItemId ? { reconItemId } : {}) };
  const list = useQuery({ ...queryOf(reconItems, { query: { ...filter, shown, pageNum, pageSize: PAGE } }), staleTime: 0 });
  if (list.isError && !list.data) return <LoadFailed query={list} />;
  if (!list.data) return <Skeleton active />;
  const { rows, total } = list.data;
  if (total === 0) return <Empty description={empty} />;
  return (
    <>
      <ul className="recon-items">
        {rows.map((item) => (
          <li key={item.reconItemId}>
            <Difference item={item} dated={reconDayId === undefined} />
          </li>
        ))}
      </ul>
      {total > PAGE ? <Pagination current={pageNum} pageSize={PAGE} total={total} showSizeChanger={false} onChange={setPageNum} /> : null}
    </>
  );
}

function Difference({ item, dated }: { item: ReconItem; dated: boolean }) {
  const client = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const { act } = useActs(async () => {
    await Promise.all([reconItems, reconList, orderList].map((one) => client.invalidateQueries(allOf(one))));
  });
  const repair = async (event: ReconItemEvent, words = ''): Promise<void> => {
    const params = { event, reconItemId: item.reconItemId };
    let outcome = '';
    await act(async () => {
      ({ outcome } = await call(repairItem, { params, body: { reason: words } }));
    }, `${VERBS[event]}：已处理`);
    if (outcome) setReason(null);
  };
  return (
    <>
      <div className="recon-head">
        <Tag color={item.open ? 'error' : 'default'}>{RECON_KIND_NAMES[item.kind]}</Tag>
        <span>{SIDES[item.side]}</span>
        {dated ? <span className="soft">{item.day}</span> : null}
        {item.outcome ? <span className="soft">{item.outcome}</span> : null}
      </div>
      <div className="recon-sides">
        <dl>
          <dt>我方</dt>
          <dd className="code">{item.ourFen === null ? '没有这一笔' : item.ourNo}</dd>
          <dd>{item.ourFen === null ? '—' : price(item.ourFen)}</dd>
          <dd className="soft">{item.ourState}</dd>
          {item.orderNo ? <dd className="code soft">{item.orderNo}</dd> : null}
        </dl>
        <dl>
          <dt>渠道</dt>
          <dd className="code">{item.theirFen === null ? '没有这一笔' : item.theirNo || item.ourNo}</dd>
          <dd>{item.theirFen === null ? '—' : price(item.theirFen)}</dd>
          <dd className="soft">{item.billAt}</dd>
          {item.ourFen === null && item.ourNo ? <dd className="code soft">商户单号 {item.ourNo}</dd> : null}
        </dl>
      </div>
      {item.adoptBy ? (
        <p className="soft">
          {item.adoptBy}：{item.adoptReason}（{price(item.adoptFen)}）
        </p>
      ) : null}
      {reason !== null ? (
        <Input.TextArea
          aria-label="转入待查款的原因"
          placeholder="原因，至少5个字，复核人会看到"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      <div className="recon-acts">
        {item.events.map((event) => (
          <Button
            key={event}
            type={event === 'confirm' || (event === 'adopt' && reason !== null) ? 'primary' : 'default'}
            onClick={() => (event === 'adopt' && reason === null ? setReason('') : void repair(event, reason ?? ''))}
          >
            {event === 'adopt' && reason !== null ? `提交${price(item.adoptFen)}` : VERBS[event]}
          </Button>
        ))}
        {item.open && item.events.length === 0 ? <span className="soft">须由另一位财务人员处理</span> : null}
      </div>
      {item.canEnd || item.end ? <SuspenseEndPart item={item} /> : null}
    </>
  );
}
