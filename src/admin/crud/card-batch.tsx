import type { Key, ReactNode } from 'react';
import { Button, Checkbox } from 'antd';

interface PickAllProps<K extends Key> {
  /** Keys of the rows on this page. */
  readonly keys: readonly K[];
  readonly chosen: readonly K[];
  readonly onChoose: (chosen: readonly K[]) => void;
}

/** Above the cards of a list: selects all of this page, or none. */
export const PickAll = <K extends Key>({ keys, chosen, onChoose }: PickAllProps<K>) =>
  keys.length === 0 ? null : (
    <div className="card-pick-all">
      <Checkbox
        checked={chosen.length === keys.length}
        indeterminate={chosen.length > 0 && chosen.length < keys.length}
        onChange={({ target }) => onChoose(target.checked ? keys : [])}
      >
        全选本页
      </Checkbox>
    </div>
  );

/** The checkbox of one card; its target is 44 px wide and high. */
export const CardPick = ({ name, checked, onChange }: { name: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is inside; the label makes the target larger
  <label className="card-pick">
    <Checkbox aria-label={`选择${name}`} checked={checked} onChange={({ target }) => onChange(target.checked)} />
  </label>
);

/** At the lower edge of a phone while cards are selected: how many, and the actions on them. */
export const BatchBar = ({ count, onCancel, children }: { count: number; onCancel: () => void; children: ReactNode }) =>
  count === 0 ? null : (
    <div className="batch-bar" role="toolbar" aria-label="批量操作">
      <output>已选 {count} 项</output>
      <Button type="link" onClick={onCancel}>
        取消选择
      </Button>
      <span className="batch-acts">{children}</span>
    </div>
  );

/** Returns the keys with one more or one less. */
export const toggled = <K extends Key>(chosen: readonly K[], key: K, on: boolean): readonly K[] =>
  on ? [...chosen.filter((one) => one !== key), key] : chosen.filter((one) => one !== key);
