import { Button } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import './monitor.css';

export type Fact = readonly [label: string, text: string];

/** Status facts of a system component in one line, and 刷新. */
export function MonitorHead({ facts, refresh }: { facts: readonly Fact[]; refresh: () => void }) {
  return (
    <div className="monitor-head">
      <dl className="monitor-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button icon={<ReloadOutlined />} onClick={refresh}>
        刷新
      </Button>
    </div>
  );
}
