import { useState } from 'react';
import { Alert, Button, DatePicker, Form, Input, InputNumber, Radio } from 'antd';
import dayjs from 'dayjs';
import { SPREAD } from '../../../contract/commerce/spread/spread-limits.ts';
import { addSpread } from '../../../contract/commerce/spread/spread.ts';
import { call } from '../../api/call.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

interface Draft {
  readonly userName: string;
  readonly scope: 'site' | 'work';
  readonly publishId: number | null;
  /** Per cent, two decimals at most. */
  readonly percent: number | null;
  readonly validTo: string;
}
const EMPTY: Draft = { userName: '', scope: 'work', publishId: null, percent: SPREAD.defaultBp / 100, validTo: '' };

/** A new link of a promoter. */
export function SpreadForm({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const narrow = useNarrow();
  const { act } = useActs(onDone);
  const [draft, setDraft] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));
  const rateBp = Math.round((draft.percent ?? 0) * 100);
  const ready = draft.userName.trim() !== '' && rateBp > 0 && (draft.scope === 'site' || draft.publishId !== null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const { userName, scope, publishId, validTo } = draft;
    const body = { userName, publishId: scope === 'site' ? null : publishId, rateBp, validTo };
    const done = await act(() => call(addSpread, { body }), rateBp > SPREAD.confirmBp ? '已新增，等待另一位同事批准' : '已新增');
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Drawer open size={narrow ? '100%' : 480} title="新增推广链接" onClose={onClose}>
      <Form layout="vertical" disabled={busy}>
        <Form.Item label="推广人" htmlFor="spreadUser" extra="对方的用户名；佣金计入他的收益" required>
          <Input id="spreadUser" value={draft.userName} maxLength={30} onChange={({ target }) => change({ userName: target.value })} />
        </Form.Item>
        <Form.Item label="范围" required>
          <Radio.Group
            aria-label="范围"
            value={draft.scope}
            options={[
              { value: 'work', label: '一部作品' },
              { value: 'site', label: '全站' },
            ]}
            onChange={({ target }) => change({ scope: target.value as Draft['scope'] })}
          />
        </Form.Item>
        {draft.scope === 'work' ? (
          <Form.Item label="作品" htmlFor="spreadWork" required>
            <PublicationSelect id="spreadWork" value={draft.publishId} onChange={(value) => change({ publishId: value as number | null })} />
          </Form.Item>
        ) : null}
        <Form.Item label="佣金比例（%）" htmlFor="spreadRate" extra={`按实付计，最高${SPREAD.maxBp / 100}%`} required>
          <InputNumber
            id="spreadRate"
            style={{ width: '100%' }}
            min={0.01}
            max={SPREAD.maxBp / 100}
            precision={2}
            value={draft.percent}
            onChange={(value) => change({ percent: value })}
          />
        </Form.Item>
        <Form.Item label="截止日期" htmlFor="spreadEnd" extra="当天仍有效；不填则不限">
          <DatePicker
            id="spreadEnd"
            style={{ width: '100%' }}
            value={draft.validTo ? dayjs(draft.validTo) : null}
            disabledDate={(day) => day.isBefore(dayjs(), 'day')}
            onChange={(next) => change({ validTo: next?.format('YYYY-MM-DD') ?? '' })}
          />
        </Form.Item>
        {rateBp > SPREAD.confirmBp ? (
          <Alert style={{ marginBottom: 16 }} type="info" showIcon title={`超过${SPREAD.confirmBp / 100}%，须由另一位同事批准后生效`} />
        ) : null}
        <Button block type="primary" disabled={!ready} loading={busy} onClick={() => void send()}>
          新增
        </Button>
      </Form>
    </Drawer>
  );
}
