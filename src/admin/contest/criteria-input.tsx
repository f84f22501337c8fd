import './contest.css';
import { Button, Input, InputNumber } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { CONTEST } from '../../../contract/contest/contest-limits.ts';

export interface CriterionLine {
  readonly key: string;
  readonly name: string;
  /** Ten-thousandths. */
  readonly weight: number;
  readonly max: number;
}

interface Props {
  readonly id?: string;
  readonly value: readonly CriterionLine[];
  readonly disabled: boolean;
  readonly onChange: (lines: readonly CriterionLine[]) => void;
}

/** A key that no other line has. */
function newKey(lines: readonly CriterionLine[]): string {
  for (let number = lines.length + 1; ; number += 1) if (!lines.some(({ key }) => key === `item${number}`)) return `item${number}`;
}

/** Criteria with their weights in percent, which must sum to 100. */
export function CriteriaInput({ id, value, disabled, onChange }: Props) {
  const sum = value.reduce((all, { weight }) => all + (weight || 0), 0);
  const set = (at: number, part: Partial<CriterionLine>) => onChange(value.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be labelled by the label of the form item
    <div className="criteria-input" role="group" aria-label="评分项">
      {value.map((line, at) => (
        <div key={line.key} className="criteria-line">
          <Input
            aria-label={`第${at + 1}项名称`}
            placeholder="评分项"
            value={line.name}
            maxLength={30}
            disabled={disabled}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <InputNumber
            aria-label={`第${at + 1}项权重`}
            suffix="%"
            min={0.01}
            max={100}
            step={5}
            value={line.weight / 100}
            disabled={disabled}
            onChange={(percent) => set(at, { weight: Math.round((percent ?? 0) * 100) })}
          />
          <InputNumber
            aria-label={`第${at + 1}项满分`}
            suffix="分"
            min={1}
            max={CONTEST.criterionMax}
            value={line.max}
            disabled={disabled}
            onChange={(max) => set(at, { max: max ?? 100 })}
          />
          <Button
            aria-label={`删除第${at + 1}项`}
            icon={<DeleteOutlined />}
            disabled={disabled}
            onClick={() => onChange(value.filter((_line, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        {...(id ? { id } : {})}
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={disabled || value.length >= CONTEST.criteria}
        onClick={() => onChange([...value, { key: newKey(value), name: '', weight: Math.max(0, 10_000 - sum), max: 100 }])}
      >
        加一项
      </Button>
      <p className={sum === 10_000 ? 'soft' : 'late'}>
        权重合计 {sum / 100}%{sum === 10_000 ? '' : '，须为100%'}
      </p>
    </div>
  );
}
