import type { ComponentProps, ReactNode } from 'react';
import './long-text.css';

type Area = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'maxLength'>;
interface LongTextProps extends Area {
  id: string;
  value: string;
  /** Characters; what is longer can be typed and pasted, and is not to be saved. */
  most: number;
  write: (text: string) => void;
  /** Saves, by Ctrl or ⌘ and Enter. */
  save?: () => void;
  /** What is wrong with it besides its length. */
  wrong?: string;
  /** What is said of it, on the left of its count. */
  children?: ReactNode;
}

export const isTooLong = (text: string, most: number): boolean => text.trim().length > most;

/** A text with its count. Nothing of it is cut off: where it is too long, it says by how much. */
export function LongText({ id, value, most, write, save, wrong = '', children, ...area }: LongTextProps) {
  const over = value.trim().length - most;
  const fault = over > 0 ? `最多 ${most} 个字，请删去 ${over} 个字` : wrong;
  return (
    <>
      <textarea
        {...area}
        id={id}
        value={value}
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-fault`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save?.();
        }}
      />
      <p className="meta long-text-foot">
        <output>{children}</output>
        <span aria-hidden="true">
          {value.length} / {most}
        </span>
      </p>
      <p id={`${id}-fault`} className="field-error" role="alert">
        {fault}
      </p>
    </>
  );
}
