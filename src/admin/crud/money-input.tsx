import { InputNumber } from 'antd';

interface Props {
  id?: string;
  /** Fen. */
  value?: number;
  onChange?: (fen: number) => void;
  disabled?: boolean;
}

/** Shows yuan; the form value is in fen. */
export function MoneyInput({ id, value, onChange, disabled = false }: Props) {
  return (
    <InputNumber<number>
      {...(id ? { id } : {})}
      value={(value ?? 0) / 100}
      min={0}
      max={999_999.99}
      precision={2}
      prefix="¥"
      style={{ width: '100%' }}
      disabled={disabled}
      onChange={(yuan) => onChange?.(Math.round((yuan ?? 0) * 100))}
    />
  );
}
