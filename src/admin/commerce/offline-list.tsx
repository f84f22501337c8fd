import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Skeleton, type TableColumnsType } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { OFFLINE_METHODS } from '../../../contract/commerce/order-limits.ts';
import { OFFLINE_SHOWN, offlineList, type OfflineRow } from '../../../contract/commerce/offline.ts';
import { paymentMachine } from '../../../contract/commerce/payment.machine.ts';
import { yuan } from '../../../contract/money.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { OfflineDecision } from './offline-decision.tsx';

const RegisterDrawer = loadable(async () => (await import('./offline-register.tsx')).RegisterDrawer);

type Shown = (typeof OFFLINE_SHOWN)[number];
const NAMES: Readonly<Record<Shown, string>> = { registered: '待复核', waiting: '待到账', paid: '已到账', closed: '已关闭', all: '全部' };
const FILTERS = { shown: oneOf(OFFLINE_SHOWN), orderNo: anyText };
const NUMBER = /^DD\d{20}$/;

/** The state of money outside the channels, in the words of finance. */
export const offlineWords = ({ status, registeredBy }: OfflineRow): string =>
  status === 'created' ? (registeredBy ? '待复核' : '待到账') : status === 'paid' ? '已到账' : paymentMachine.states[status].label;

/** Money that arrives outside the channels: registered by one person, confirmed by another. */
export function OfflineList() {
  const may = useCan();
  const { id: open, open: show, close } = useOpenRow();
  const [asked, setAsked] = useSearchParams();
  const registering = asked.get('register');
  const register = (orderNo: string | null): void => {
    const next = new URLSearchParams(window.location.search);
    if (orderNo === null) next.delete('register');
    else next.set('register', orderNo);
    setAsked(next, { replace: true });
  };
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { shown = 'registered', orderNo } = filter as { shown?: Shown; orderNo?: string };
  const list = useQuery({
    ...queryOf(offlineList, { query: { ...page, shown, ...(orderNo ? { orderNo } : {}) } }),
    placeholderData: (before) => before,
  });
  const act = (row: OfflineRow) =>
    row.status === 'created' && !row.registeredBy && may('pay:order:offline') ? (
      <button type="button" className="row-act" onClick={() => register(row.orderNo)}>
        登记到账
      </button>
    ) : (
      <button type="button" className="row-act" onClick={() => show(row.paymentId)}>
        {row.events.length > 0 ? '复核' : '查看'}
      </button>
    );
  const columns: TableColumnsType<OfflineRow> = [
    { title: '订单号', dataIndex: 'orderNo', width: 200, render: (text: string) => <span className="code">{text}</span> },
    {
      title: '状态',
      key: 'state',
      width: 100,
      render: (_value, row) => <StateTag machine={paymentMachine} state={row.status} words={offlineWords(row)} />,
    },
    { title: '买家', dataIndex: 'nickName', width: 100, ellipsis: true },
    { title: '付款人', dataIndex: 'payer', width: 130, ellipsis: true, render: (text: string) => text || '—' },
    { title: '方式', dataIndex: 'method', width: 90, render: (method: OfflineRow['method']) => (method ? OFFLINE_METHODS[method] : '—') },
    { title: '金额', dataIndex: 'amountFen', width: 100, align: 'right', render: (fen: number) => <span className="money-cell">{yuan(fen)}</span> },
    { title: '收款日期', dataIndex: 'receivedOn', width: 110, render: (text: string) => text || '—' },
    { title: '登记人', dataIndex: 'registeredBy', width: 90, ellipsis: true, render: (text: string) => text || '—' },
    { title: '复核人', dataIndex: 'confirmedBy', width: 90, ellipsis: true, render: (text: string) => text || '—' },
    { title: '操作', key: 'actions', width: 90, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <div className="offline-bar">
        <Input.Search
          key={orderNo}
          aria-label="按订单号查找"
          placeholder="订单号"
          allowClear
          defaultValue={orderNo ?? ''}
          onSearch={(text) => setFilter({ orderNo: text.trim() })}
        />
        {may('pay:order:offline') ? (
          <Button type="primary" onClick={() => register('')}>
            登记收款
          </Button>
        ) : null}
      </div>
      <TaskTabs names={NAMES} tab={shown} onPick={(picked) => setFilter({ shown: picked })} />
      <TaskList
        list={list}
        rowKey="paymentId"
        columns={columns}
        width={1100}
        empty={shown === 'registered' ? '没有等待复核的收款' : '暂无线下收款'}
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.payer || row.nickName}</strong> <StateTag machine={paymentMachine} state={row.status} words={offlineWords(row)} />
            <div className="soft">
              <span className="code">{row.orderNo}</span> · {price(row.amountFen)}
              {row.method ? ` · ${OFFLINE_METHODS[row.method]}` : ''}
              {row.receivedOn ? ` · ${row.receivedOn}` : ''}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <OfflineDrawer key={open} paymentId={open} onClose={close} /> : null}
      {registering !== null && may('pay:order:offline') ? (
        <RegisterDrawer orderNo={NUMBER.test(registering) ? registering : ''} onClose={() => register(null)} />
      ) : null}
    </>
  );
}

function OfflineDrawer({ paymentId, onClose }: { paymentId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(offlineList, { query: { paymentId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={row ? `收款 ${row.paymentNo}` : '收款'} onClose={onClose}>
      {row ? (
        <OfflineDecision row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这笔收款" />
      )}
    </Drawer>
  );
}
