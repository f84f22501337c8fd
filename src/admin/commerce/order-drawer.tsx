import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Skeleton, Table, Tag, Timeline, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DataOf } from '../../../contract/endpoint.ts';
import { CHANNEL_NAMES, isFee, lineName, type Channel } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { paymentMachine } from '../../../contract/commerce/payment.machine.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { staffOrderDetail } from '../../../contract/commerce/order.ts';
import { yuan } from '../../../contract/money.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { useCan } from '../crud/use-resource.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { mayRefund, StaffRefundForm } from './staff-refund-form.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

type Detail = DataOf<typeof staffOrderDetail>;
const amount = (fen: number) => <span className="money-cell">{yuan(fen)}</span>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="order-part">
    <h2>{title}</h2>
    {children}
  </section>
);

/** Lines and rights, attempts and notices, refunds, and both sides of every posting of one order. */
export function OrderDrawer({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(staffOrderDetail, { params: { orderNo } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 760} title={`订单 ${orderNo}`} onClose={onClose}>
      {found.data ? <Parts detail={found.data} /> : found.isError ? <LoadFailed query={found} /> : <Skeleton active />}
    </Drawer>
  );
}

function Parts({ detail: { order, payments, notices, refunds, pools, postings, log } }: { detail: Detail }) {
  const may = useCan();
  const [refunding, setRefunding] = useState(false);
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'no',
            label: '订单号',
            children: <Typography.Text copyable={{ tooltips: ['复制订单号', '已复制'] }}>{order.orderNo}</Typography.Text>,
          },
          { key: 'state', label: '状态', children: <StateTag machine={orderMachine} state={order.status} /> },
          { key: 'buyer', label: '买家', children: `${order.nickName}（${order.userName}）` },
          {
            key: 'pay',
            label: '实付',
            children: `${price(order.payFen)}${order.channel ? `，${CHANNEL_NAMES[order.channel as Channel] ?? order.channel}` : ''}`,
          },
          { key: 'back', label: '已退', children: price(order.refundedFen) },
          { key: 'time', label: '下单', children: order.createTime },
          { key: 'paid', label: '支付', children: order.payTime || '—' },
          ...(order.cancelReason ? [{ key: 'why', label: '取消原因', children: order.cancelReason }] : []),
        ]}
      />
      {may('pay:order:refund') && mayRefund(order) ? (
        <Button danger className="order-register" onClick={() => setRefunding(true)}>
          主动退款
        </Button>
      ) : null}
      {refunding ? <StaffRefundForm order={order} onClose={() => setRefunding(false)} /> : null}
      {may('pay:order:offline') && (order.status === 'unpaid' || order.status === 'cancelled') ? (
        <Link to={`/pay/order?tab=offline&register=${order.orderNo}`} className="order-register">
          登记这笔订单的线下收款
        </Link>
      ) : null}
      <Part title="商品">
        <Table
          size="small"
          rowKey="orderItemId"
          dataSource={order.items}
          pagination={false}
          scroll={{ x: 630 }}
          columns={[
            { title: '内容', key: 'title', render: (_value, row) => (isFee(row.kind) ? lineName(row) : row.title) },
            { title: '份数', dataIndex: 'qty', width: 70, align: 'right' },
            { title: '单价', dataIndex: 'unitFen', width: 90, align: 'right', render: amount },
            { title: '实付', dataIndex: 'payFen', width: 90, align: 'right', render: amount },
            { title: '已退', dataIndex: 'refundedFen', width: 90, align: 'right', render: amount },
            {
              title: '使用',
              key: 'opened',
              width: 100,
              render: (_value, row) => (row.kind !== 'publication' ? '—' : row.opened ? '已开始' : '未开始'),
            },
          ]}
        />
        {pools.map((pool) => (
          <p key={pool.orderItemId} className="soft">
            席位：共 {pool.n} 份，已分配 {pool.given} 份（其中 {pool.opened} 份已开始阅读），已退或退款中 {pool.returned} 份，可分配 {pool.free} 份
          </p>
        ))}
      </Part>
      <Part title="支付与通知">
        <Table
          size="small"
          rowKey="paymentNo"
          dataSource={payments}
          pagination={false}
          scroll={{ x: 680 }}
          locale={{ emptyText: '还没有支付' }}
          columns={[
            { title: '支付单号', dataIndex: 'paymentNo', width: 210, render: (text: string) => <span className="code">{text}</span> },
            { title: '渠道', key: 'channel', width: 150, render: (_value, row) => (row.payer ? `${row.channel}（${row.payer}）` : row.channel) },
            { title: '金额', dataIndex: 'amountFen', width: 90, align: 'right', render: amount },
            {
              title: '状态',
              dataIndex: 'status',
              width: 150,
              render: (_value, row) => (
                <>
                  <StateTag machine={paymentMachine} state={row.status} />
                  {row.status === 'paid' && !row.counts ? <Tag>退回</Tag> : null}
                </>
              ),
            },
            { title: '时间', key: 'time', width: 170, render: (_value, row) => row.paidAt || row.createTime },
          ]}
        />
        {notices.length > 0 ? (
          <ul className="soft" aria-label="渠道通知">
            {notices.map((one) => (
              <li key={`${one.at} ${one.outcome}`}>
                {one.at} · {one.channel} · {one.verified ? one.outcome : `未通过验证：${one.outcome}`}
              </li>
            ))}
          </ul>
        ) : null}
      </Part>
      {refunds.length > 0 ? (
        <Part title="退款">
          <Table
            size="small"
            rowKey="refundNo"
            dataSource={refunds}
            pagination={false}
            scroll={{ x: 560 }}
            columns={[
              { title: '退款单号', dataIndex: 'refundNo', width: 210, render: (text: string) => <span className="code">{text}</span> },
              { title: '金额', dataIndex: 'fen', width: 90, align: 'right', render: amount },
              { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={refundMachine} state={row.status} /> },
              { title: '原因', key: 'why', render: (_value, row) => [row.reason, row.note].filter(Boolean).join('：') },
            ]}
          />
        </Part>
      ) : null}
      <Part title="分录">
        <Table
          size="small"
          rowKey={(row) => `${row.at} ${row.event} ${row.account} ${row.fen}`}
          dataSource={postings}
          pagination={false}
          scroll={{ x: 560 }}
          locale={{ emptyText: '还没有分录' }}
          columns={[
            { title: '时间', dataIndex: 'at', width: 170 },
            { title: '事项', dataIndex: 'event', width: 150 },
            { title: '账户', dataIndex: 'account' },
            { title: '借', key: 'debit', width: 90, align: 'right', render: (_value, row) => (row.fen > 0 ? amount(row.fen) : '') },
            { title: '贷', key: 'credit', width: 90, align: 'right', render: (_value, row) => (row.fen < 0 ? amount(-row.fen) : '') },
          ]}
        />
      </Part>
      <Part title="经过">
        <Timeline
          items={log.map((one) => ({
            key: `${one.at} ${one.event}`,
            content: (
              <>
                {one.event} · {one.operatorName}
                <div className="soft">
                  {one.at}
                  {one.note ? ` · ${one.note}` : ''}
                </div>
              </>
            ),
          }))}
        />
      </Part>
    </>
  );
}
