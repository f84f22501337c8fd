import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Descriptions, Empty, Skeleton, Typography, type TableColumnsType } from 'antd';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import {
  decideRefund,
  REFUND_KINDS,
  refundList,
  type REFUND_STAFF_EVENTS,
  type RefundRow,
  type RefundState,
} from '../../../contract/commerce/order.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { TransferForm } from './transfer-form.tsx';
import { VoucherLink } from './voucher-link.tsx';

type Shown = 'applied' | 'approved' | 'sending' | 'failed' | 'done' | 'all';
const SHOWN: Readonly<Record<Shown, string>> = {
  applied: '待审核',
  approved: '待复核',
  sending: '退款中',
  failed: '失败',
  done: '已退款',
  all: '全部',
};
const FILTERS = { shown: oneOf(Object.keys(SHOWN)) };

/** Refunds by state; the oldest that waits is first to be decided. */
export function RefundList() {
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { shown = 'applied' } = filter as { shown?: Shown };
  const status = shown === 'all' ? '' : (shown as RefundState);
  const list = useQuery({ ...queryOf(refundList, { query: { ...page, status } }), placeholderData: (before) => before });
  const act = (row: RefundRow) => (
    <button type="button" className="row-act" onClick={() => show(row.refundId)}>
      {row.events.length > 0 ? '处理' : '查看'}
    </button>
  );
  const columns: TableColumnsType<RefundRow> = [
    { title: '退款单号', dataIndex: 'refundNo', width: 210, render: (text: string) => <span className="code">{text}</span> },
    { title: '买家', dataIndex: 'nickName', width: 120, ellipsis: true },
    { title: '商品', dataIndex: 'titles', width: 220, ellipsis: true, render: (text: string) => text || '多收的付款' },
    { title: '金额', dataIndex: 'fen', width: 100, align: 'right', render: (fen: number) => <span className="money-cell">{yuan(fen)}</span> },
    { title: '原因', dataIndex: 'reason', width: 140, ellipsis: true },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={refundMachine} state={row.status} /> },
    { title: '申请时间', dataIndex: 'createTime', width: 170 },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <TaskTabs names={SHOWN} tab={shown} onPick={(picked) => setFilter({ shown: picked })} />
      <TaskList
        list={list}
        rowKey="refundId"
        columns={columns}
        width={1140}
        empty="暂无退款"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.titles || '多收的付款'}</strong> <StateTag machine={refundMachine} state={row.status} />
            <div className="soft">
              {row.nickName} · {price(row.fen)} · {row.reason} · {row.createTime.slice(0, 16)}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <RefundDrawer key={open} refundId={open} onClose={close} /> : null}
    </>
  );
}

function RefundDrawer({ refundId, onClose }: { refundId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(refundList, { query: { refundId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={row ? `退款 ${row.refundNo}` : '退款'} onClose={onClose}>
      {row ? (
        <Decision row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这笔退款" />
      )}
    </Drawer>
  );
}

function Decision({ row, onClose }: { row: RefundRow; onClose: () => void }) {
  const client = useQueryClient();
  const may = useCan();
  const { act } = useActs(() => client.invalidateQueries(allOf(refundList)));
  const decide = async (event: string, reason: string, label: string): Promise<void> => {
    const params = { event: event as (typeof REFUND_STAFF_EVENTS)[number], refundId: row.refundId };
    if (await act(() => call(decideRefund, { params, body: { reason } }), `已${label}`)) onClose();
  };
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'order',
            label: '订单',
            children: <Typography.Text copyable={{ tooltips: ['复制订单号', '已复制'] }}>{row.orderNo}</Typography.Text>,
          },
          { key: 'buyer', label: '买家', children: `${row.nickName}（${row.userName}）` },
          { key: 'titles', label: '商品', children: row.titles || '多收的付款，自动退回' },
          { key: 'fen', label: '金额', children: price(row.fen) },
          { key: 'kind', label: '来源', children: REFUND_KINDS[row.kind] },
          { key: 'reason', label: '原因', children: row.reason },
          { key: 'note', label: '说明', children: row.note || '—' },
          { key: 'state', label: '状态', children: <StateTag machine={refundMachine} state={row.status} /> },
          ...(row.transferBy
            ? [
                { key: 'transfer', label: '转账', children: `${row.transferOn}，${row.transferBy}登记` },
                {
                  key: 'voucher',
                  label: '凭证',
                  children: <VoucherLink path={`/pay/refund/voucher/${row.refundId}`} name={row.voucher} />,
                },
              ]
            : []),
          ...(row.passedBy ? [{ key: 'passed', label: '审核人', children: row.passedBy }] : []),
        ]}
      />
      {row.canTransfer && may('pay:order:refund') ? <TransferForm refundId={row.refundId} fen={row.fen} done={onClose} /> : null}
      <DecisionForm
        machine={refundMachine}
        state={row.status}
        label="原因"
        hint="驳回时必填，买家会看到"
        most={200}
        can={row.events}
        decide={decide}
      />
      {row.events.length > 0 || row.canTransfer ? null : (
        <Alert
          style={{ marginTop: 16 }}
          type="info"
          showIcon
          title={
            row.status === 'sending'
              ? '正在请求支付渠道，结果会自动更新'
              : row.transferBy && row.status === 'failed'
                ? '转账已登记，须由另一位财务人员处理'
                : '这笔退款已处理完毕'
          }
        />
      )}
    </>
  );
}
