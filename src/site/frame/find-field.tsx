import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import './find-field.css';

interface FindFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type'> {
  /** What it is looked for in; it stands in the field too. */
  label: string;
  value: string;
  write: (words: string) => void;
}

/** Looks for words in what the page has, as they are typed. `className` is the pill's. */
export function FindField({ label, value, write, className = '', ...input }: FindFieldProps) {
  return (
    <label className={`find-field ${className}`}>
      <Icon name="search" size={18} />
      <input placeholder={label} {...input} type="search" aria-label={label} value={value} onChange={(event) => write(event.target.value)} />
    </label>
  );
}
