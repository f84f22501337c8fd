import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Empty, Skeleton } from 'antd';
import { CHANNEL_NAMES } from '../../../contract/commerce/order-limits.ts';
import { reconDayMachine } from '../../../contract/commerce/recon/recon-day.machine.ts';
import { balanceDay, reconList, type ReconDay } from '../../../contract/commerce/recon/recon.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { ReconItems } from './recon-items.tsx';

/** One day of a channel: the sums of its bill, its differences, and 平账 when none is open. */
export function ReconDrawer({ reconDayId, onClose }: { reconDayId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(reconList, { query: { reconDayId } }), staleTime: 0 });
  const [day] = found.data?.days ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 720} title={day ? `${day.day} ${CHANNEL_NAMES[day.channel]}` : '对账'} onClose={onClose}>
      {day ? (
        <Day day={day} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这一天" />
      )}
    </Drawer>
  );
}

function Day({ day }: { day: ReconDay }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(reconList)));
  const balance = () => act(() => call(balanceDay, { params: { event: 'balance', reconDayId: day.reconDayId } }), '已平账');
  return (
    <>
      <Descriptions
        size="small"
        bordered
        column={1}
        items={[
          { key: 'state', label: '状态', children: <StateTag machine={reconDayMachine} state={day.status} /> },
          { key: 'pay', label: '支付', children: price(day.payFen) },
          { key: 'refund', label: '退款', children: price(day.refundFen) },
          { key: 'fee', label: '手续费', children: price(day.feeFen) },
          { key: 'transfer', label: '转账到银行', children: price(day.transferFen) },
          {
            key: 'file',
            label: '账单',
            children: day.fileName ? `${day.fileName}，${day.rows} 行，SHA-256 ${day.hash.slice(0, 12)}…` : '还没有账单',
          },
        ]}
      />
      {day.canBalance ? (
        <p>
          <Button type="primary" onClick={() => void balance()}>
            平账
          </Button>
        </p>
      ) : null}
      <h2 className="recon-title">差异</h2>
      <ReconItems reconDayId={day.reconDayId} shown="differences" empty="没有差异" />
    </>
  );
}
