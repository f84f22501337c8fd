import type { ComponentProps, ReactNode } from 'react';
import './long-text.css';

type Area = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'maxLength'>;
interface LongTextProps extends Area {
  id: string;
  value: string;
  /** Maximum number of characters; longer text can be typed and pasted but must not be saved. */
  most: number;
  write: (text: string) => void;
  /** Called to save with Ctrl or ⌘ and Enter. */
  save?: () => void;
  /** An error other than the length. */
  wrong?: string;
  /** A hint, to the left of the character count. */
  children?: ReactNode;
}

export const isTooLong = (text: string, most: number): boolean => text.trim().length > most;

/** A text area with a character count. It cuts nothing off: when the text is too long, it shows by how much. */
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
