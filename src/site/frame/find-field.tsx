import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import './find-field.css';

interface FindFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type'> {
  /** The name of the searched content; also the placeholder of the field. */
  label: string;
  value: string;
  write: (words: string) => void;
}

/** Searches the content of the page while the user types. `className` applies to the outer element. */
export function FindField({ label, value, write, className = '', ...input }: FindFieldProps) {
  return (
    <label className={`find-field ${className}`}>
      <Icon name="search" size={18} />
      <input placeholder={label} {...input} type="search" aria-label={label} value={value} onChange={(event) => write(event.target.value)} />
    </label>
  );
}
