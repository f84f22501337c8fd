import { useState } from 'react';
import { Switch } from 'antd';
import type { Tools } from '../crud/resource.ts';

interface Props {
  readonly name: string;
  readonly status: string;
  readonly tools: Tools;
  readonly disabled: boolean;
  /** The effect of disabling this row. */
  readonly warning: string;
  /** Asks in a dialog of its own before the row is disabled. */
  readonly onStop?: () => void;
  readonly change: (status: '0' | '1') => Promise<unknown>;
}

/** A switch for the status of a row; disabling asks for confirmation. */
export function StatusSwitch({ name, status, tools, disabled, warning, onStop, change }: Props) {
  const [busy, setBusy] = useState(false);
  const on = status === '0';
  const flip = async () => {
    if (on && onStop) return onStop();
    if (on) return tools.ask({ title: `停用「${name}」？`, content: warning, verb: '停用', danger: true }, () => change('1'), '已停用');
    setBusy(true);
    await tools.act(() => change('0'), '已启用');
    setBusy(false);
  };
  return (
    <Switch
      checked={on}
      loading={busy}
      disabled={disabled}
      checkedChildren="正常"
      unCheckedChildren="停用"
      aria-label={`${name}的状态`}
      onChange={() => void flip()}
    />
  );
}
