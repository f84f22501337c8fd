import { fenOfNumber } from '../../../../contract/money-input.ts';
import { yuanNumber } from '../../../../contract/money.ts';
import { InputNumber } from 'antd';

interface Props {
  id?: string;
  /** Fen. */
  value?: number;
  onChange?: (fen: number) => void;
  disabled?: boolean;
  /** Fen. */
  max?: number;
}

/** Shows yuan; the form value is in fen. */
export function MoneyInput({ id, value, onChange, disabled = false, max = 99_999_999 }: Props) {
  return (
    <InputNumber<number>
      {...(id ? { id } : {})}
      value={yuanNumber(value ?? 0)}
      min={0}
      max={yuanNumber(max)}
      precision={2}
      prefix="¥"
      style={{ width: '100%' }}
      disabled={disabled}
      onChange={(yuan) => onChange?.(fenOfNumber(yuan ?? 0))}
    />
  );
}
