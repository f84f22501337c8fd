import { useQuery } from '@tanstack/react-query';
import { type TableColumnsType } from 'antd';
import { CHANNEL_NAMES, isFee, lineName, type Channel } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { ORDER_STATES, orderList, orderSums, type OrderState, type StaffOrder } from '../../../contract/commerce/order.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { yuan } from '../../../contract/money.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { FilterChoice, FilterText, ListSums } from '../crud/list-filters.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { TaskList } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { useOpenOrder } from './use-open-order.ts';

const OrderDrawer = loadable(async () => (await import('./order-drawer.tsx')).OrderDrawer);

const FILTERS = { status: oneOf(ORDER_STATES), orderNo: anyText, userName: anyText, title: anyText };
const SEARCHES = [
  ['orderNo', '订单号'],
  ['userName', '买家'],
  ['title', '作品'],
] as const;
const channelName = (channel: string): string => (channel ? (CHANNEL_NAMES[channel as Channel] ?? channel) : '—');
const titles = ({ items }: StaffOrder): string => items.map((item) => (isFee(item.kind) ? lineName(item) : inTitleMarks(item.title))).join('');
const amount = (fen: number) => <span className="money-cell">{yuan(fen)}</span>;

/** The orders of the filter, and the sums of all its pages. */
export function OrderList() {
  const opened = useOpenOrder();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const asked = { ...filter, status: (filter.status ?? '') as OrderState | '' };
  const list = useQuery({ ...queryOf(orderList, { query: { ...asked, ...page } }), placeholderData: (before) => before });
  const sums = useQuery({ ...queryOf(orderSums, { query: asked }), placeholderData: (before) => before });
  const act = (row: StaffOrder) => (
    <button type="button" className="row-act" onClick={() => opened.open(row.orderNo)}>
      查看
    </button>
  );
  const columns: TableColumnsType<StaffOrder> = [
    { title: '订单号', dataIndex: 'orderNo', width: 210, render: (text: string) => <span className="code">{text}</span> },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={orderMachine} state={row.status} /> },
    { title: '买家', dataIndex: 'nickName', width: 120, ellipsis: true },
    { title: '内容', key: 'titles', width: 240, ellipsis: true, render: (_value, row) => titles(row) },
    { title: '支付方式', dataIndex: 'channel', width: 100, render: channelName },
    { title: '应付', dataIndex: 'totalFen', width: 100, align: 'right', render: amount },
    { title: '优惠', dataIndex: 'discountFen', width: 90, align: 'right', render: amount },
    { title: '实付', dataIndex: 'payFen', width: 100, align: 'right', render: amount },
    { title: '已退', dataIndex: 'refundedFen', width: 90, align: 'right', render: amount },
    { title: '下单时间', dataIndex: 'createTime', width: 170 },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <search className="crud-search">
        <FilterChoice
          label="状态"
          value={filter.status}
          options={ORDER_STATES.map((value) => ({ value, label: orderMachine.states[value].label }))}
          onChange={(status) => setFilter({ status })}
        />
        {SEARCHES.map(([key, label]) => (
          <FilterText key={key} label={label} value={filter[key]} onSearch={(text) => setFilter({ [key]: text })} />
        ))}
      </search>
      {sums.data ? (
        <ListSums
          items={[
            ['订单', `${sums.data.orders} 笔`],
            ['应收', price(sums.data.payFen)],
            ['已收', price(sums.data.paidFen)],
            ['已退', price(sums.data.refundedFen)],
          ]}
        />
      ) : null}
      <TaskList
        list={list}
        rowKey="orderNo"
        columns={columns}
        width={1400}
        empty="暂无订单"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{titles(row)}</strong> <StateTag machine={orderMachine} state={row.status} />
            <div className="soft">
              <span className="code">{row.orderNo}</span> · {row.nickName} · {price(row.payFen)} · {row.createTime.slice(0, 16)}
            </div>
            {act(row)}
          </>
        )}
      />
      {opened.orderNo ? <OrderDrawer key={opened.orderNo} orderNo={opened.orderNo} onClose={opened.close} /> : null}
    </>
  );
}
