import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Input, InputNumber } from 'antd';
import dayjs from 'dayjs';
import { SEATS } from '../../../contract/commerce/order-limits.ts';
import { addSeatPool, seatPools } from '../../../contract/commerce/seat-pool.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

/** A pool for a teacher without an order. */
export function SeatPoolForm({ onClose }: { onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries(allOf(seatPools)));
  const [publishId, setPublishId] = useState<number | null>(null);
  const [userName, setUserName] = useState('');
  const [n, setN] = useState<number | null>(null);
  const [endDate, setEndDate] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = publishId !== null && userName.trim() !== '' && n !== null && endDate !== '';
  const send = async (): Promise<void> => {
    if (publishId === null || n === null) return;
    setBusy(true);
    const done = await act(() => call(addSeatPool, { body: { publishId, userName: userName.trim(), n, endDate } }), '已新建，已通知老师');
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Drawer open size={narrow ? '100%' : 480} title="新建席位池" onClose={onClose}>
      <Form layout="vertical" disabled={busy} onFinish={() => void send()}>
        <Form.Item label="教材" htmlFor="seat-pool-work" required>
          <PublicationSelect id="seat-pool-work" value={publishId} disabled={busy} onChange={(next) => setPublishId(next as number | null)} />
        </Form.Item>
        <Form.Item label="老师的用户名" htmlFor="seat-pool-teacher" extra="老师在班级的“成员”里把席位分配给学生" required>
          <Input id="seat-pool-teacher" maxLength={30} value={userName} onChange={({ target }) => setUserName(target.value)} />
        </Form.Item>
        <Form.Item label="席位数" htmlFor="seat-pool-n" extra={`1 至 ${SEATS.most}`} required>
          <InputNumber id="seat-pool-n" min={1} max={SEATS.most} precision={0} style={{ width: '100%' }} value={n} onChange={setN} />
        </Form.Item>
        <Form.Item label="到期日" htmlFor="seat-pool-end" extra="过了这一天，学生存在本机的书也不能再读" required>
          <DatePicker
            id="seat-pool-end"
            style={{ width: '100%' }}
            value={endDate ? dayjs(endDate) : null}
            disabledDate={(day) => day.isBefore(dayjs(), 'day')}
            onChange={(next) => setEndDate(next?.format('YYYY-MM-DD') ?? '')}
          />
        </Form.Item>
        <p className="soft">席位是赠送的，不产生订单；收费的席位由老师下单购买。</p>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!ready} block={narrow}>
          新建并通知老师
        </Button>
      </Form>
    </Drawer>
  );
}
