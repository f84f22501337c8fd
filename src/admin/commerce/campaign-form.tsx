import { useState } from 'react';
import { Button, DatePicker, Form, Input, InputNumber, Radio, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import {
  addCampaign,
  CAMPAIGN_RATE,
  CAMPAIGN_SCOPES,
  editCampaign,
  type CampaignRow,
  type CampaignScope,
} from '../../../contract/commerce/campaign/campaign.ts';
import { ORDER } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';
import { useCategoryOptions } from '../catalog/category-options.ts';
import { PublicationList } from '../catalog/publication-select.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

interface Draft {
  readonly name: string;
  readonly scope: CampaignScope;
  readonly ids: readonly number[];
  /** 8.5 is 85 % of the price. */
  readonly fold: number | null;
  readonly from: string;
  readonly to: string;
  readonly leastLines: number | null;
}
const MINUTES = 'YYYY-MM-DD HH:mm';
const draftOf = (row: CampaignRow | null): Draft =>
  row
    ? { name: row.name, scope: row.scope, ids: row.ids, fold: row.rateBp / 1000, from: row.from, to: row.to, leastLines: row.leastLines }
    : { name: '', scope: 'works', ids: [], fold: 8, from: '', to: '', leastLines: 1 };

/** A new discount, or a draft of one. */
export function CampaignForm({ row, onDone, onClose }: { row: CampaignRow | null; onDone: () => Promise<void>; onClose: () => void }) {
  const narrow = useNarrow();
  const { act } = useActs(onDone);
  const categories = useCategoryOptions();
  const [draft, setDraft] = useState(() => draftOf(row));
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));
  const ready = draft.name.trim().length >= 2 && draft.ids.length > 0 && draft.fold !== null && draft.from !== '' && draft.to !== '';
  const send = async (): Promise<void> => {
    setBusy(true);
    const { name, scope, ids, fold, from, to, leastLines } = draft;
    const body = { name, scope, ids: [...ids], rateBp: Math.round((fold ?? 10) * 1000), from, to, leastLines: leastLines ?? 1 };
    const done = await act(
      () => (row ? call(editCampaign, { body: { ...body, campaignId: row.campaignId } }) : call(addCampaign, { body })),
      '已保存，提交后由另一位同事批准',
    );
    setBusy(false);
    if (done) onClose();
  };
  const [from, to] = [draft.from ? dayjs(draft.from) : null, draft.to ? dayjs(draft.to) : null];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={row ? '修改限时折扣' : '新增限时折扣'} onClose={onClose}>
      <Form layout="vertical" disabled={busy}>
        <Form.Item label="活动名称" htmlFor="campaignName" required>
          <Input id="campaignName" value={draft.name} maxLength={50} onChange={({ target }) => change({ name: target.value })} />
        </Form.Item>
        <Form.Item label="范围" required>
          <Radio.Group
            aria-label="范围"
            value={draft.scope}
            options={Object.entries(CAMPAIGN_SCOPES).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => change({ scope: target.value as CampaignScope, ids: [] })}
          />
        </Form.Item>
        {draft.scope === 'works' ? (
          <Form.Item label="作品" htmlFor="campaignWorks" required>
            <PublicationList
              id="campaignWorks"
              value={draft.ids}
              onChange={(ids) => change({ ids: ids as number[] })}
              books={row?.scope === 'works' ? row.ids.map((publishId, at) => ({ publishId, title: row.names[at] ?? '' })) : []}
            />
          </Form.Item>
        ) : (
          <Form.Item label="分类" htmlFor="campaignCategories" extra="包括下级分类" required>
            <TreeSelect
              id="campaignCategories"
              multiple
              value={[...draft.ids]}
              treeData={categories}
              treeDefaultExpandAll
              allowClear
              placeholder="选择分类"
              onChange={(ids: number[]) => change({ ids })}
            />
          </Form.Item>
        )}
        <Form.Item label="折扣（折）" htmlFor="campaignRate" extra="8 折即付售价的 80%；不改变作品的售价" required>
          <InputNumber
            id="campaignRate"
            style={{ width: '100%' }}
            min={CAMPAIGN_RATE.least / 1000}
            max={CAMPAIGN_RATE.most / 1000}
            precision={2}
            value={draft.fold}
            onChange={(fold) => change({ fold })}
          />
        </Form.Item>
        <Form.Item label="开始时间" htmlFor="campaignFrom" required>
          <DatePicker
            id="campaignFrom"
            style={{ width: '100%' }}
            showTime={{ format: 'HH:mm' }}
            format={MINUTES}
            value={from}
            onChange={(next) => change({ from: next?.format(MINUTES) ?? '' })}
          />
        </Form.Item>
        <Form.Item label="结束时间" htmlFor="campaignTo" required>
          <DatePicker
            id="campaignTo"
            style={{ width: '100%' }}
            showTime={{ format: 'HH:mm' }}
            format={MINUTES}
            value={to}
            disabledDate={(day) => day.isBefore(dayjs(), 'day')}
            onChange={(next) => change({ to: next?.format(MINUTES) ?? '' })}
          />
        </Form.Item>
        <Form.Item label="满几部起" htmlFor="campaignLeast" extra="一单里有几部活动作品才打折；1 为单买即打折" required>
          <InputNumber
            id="campaignLeast"
            style={{ width: '100%' }}
            min={1}
            max={ORDER.lines}
            precision={0}
            value={draft.leastLines}
            onChange={(leastLines) => change({ leastLines })}
          />
        </Form.Item>
        <Button block type="primary" disabled={!ready} loading={busy} onClick={() => void send()}>
          保存
        </Button>
      </Form>
    </Drawer>
  );
}
