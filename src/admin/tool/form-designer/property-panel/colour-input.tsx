import { ColorPicker } from 'antd';

/** A colour as `#rrggbb`; null when it is cleared. */
export function ColourInput({ value, onChange }: { value: unknown; onChange: (value: string | null) => void }) {
  return (
    <ColorPicker
      size="small"
      showText
      allowClear
      value={typeof value === 'string' ? value : null}
      onChangeComplete={(next) => onChange(next.cleared ? null : next.toHexString())}
    />
  );
}
