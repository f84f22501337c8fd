import { useId, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Modal, Radio, Select } from 'antd';
import { buildRank, rank, type RankList } from '../../../contract/wechat/rank.ts';
import { finishedPeriods, PERIOD_NAMES, PERIOD_TYPES, periodLabel, type PeriodType } from '../../../contract/wechat/rank-period.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { allOf } from '../../api/all-of.ts';

/** Periods that can be chosen, by type. */
const OFFERED: Readonly<Record<PeriodType, number>> = { week: 26, month: 24, year: 5 };

/** Builds the ranking of a period that has ended; the result is a draft. */
export function BuildDialog({ onClose, onBuilt }: { onClose: () => void; onBuilt?: (built: RankList) => void }) {
  useRestoreFocus();
  const client = useQueryClient();
  const id = useId();
  const [periodType, setPeriodType] = useState<PeriodType>('week');
  const periods = finishedPeriods(periodType, OFFERED[periodType]);
  const [chosen, setChosen] = useState('');
  const periodStart = periods.includes(chosen) ? chosen : (periods[0] ?? '');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [built, setBuilt] = useState<RankList | null>(null);
  const build = async () => {
    setBusy(true);
    setWrong('');
    setBuilt(null);
    try {
      const made = await call(buildRank, { body: { periodType, periodStart } });
      await client.invalidateQueries(allOf(rank.list));
      if (onBuilt) onBuilt(made);
      else setBuilt(made);
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="生成榜单"
      okText="生成"
      cancelText={built ? '关闭' : '取消'}
      okButtonProps={{ loading: busy }}
      onCancel={onClose}
      onOk={() => void build()}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      {built ? (
        <Alert
          type="success"
          showIcon
          title={`已生成${periodLabel(built.periodType as PeriodType, built.periodStart)}榜单，待发布`}
          description={`${built.accountNum} 个公众号，${built.articleNum} 篇文章${built.heldNum > 0 ? `；${built.heldNum} 个公众号待判定，没有进榜` : ''}。请到“公众号榜单”核对、发布。`}
          style={{ marginBottom: 12 }}
        />
      ) : null}
      <p className="soft" style={{ marginTop: 0 }}>
        用统计截止（周期结束后 24 小时）前的最后一份数据计算。没有发布的榜单会被新结果替换；发布过的不变，新结果成为修订版。
      </p>
      <Form layout="vertical">
        <Form.Item label="周期">
          <Radio.Group
            aria-label="周期"
            optionType="button"
            value={periodType}
            onChange={(event) => setPeriodType(event.target.value as PeriodType)}
            options={PERIOD_TYPES.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
          />
        </Form.Item>
        <Form.Item label="哪一期" htmlFor={id} style={{ marginBottom: 0 }}>
          <Select
            id={id}
            value={periodStart}
            onChange={setChosen}
            options={periods.map((value) => ({ value, label: periodLabel(periodType, value) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
