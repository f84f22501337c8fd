import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Icon, type IconName } from '../frame/icon.tsx';
import './field.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  name: string;
  label: string;
  icon?: IconName;
  value: string;
  change: (value: string) => void;
  error?: string | undefined;
  children?: ReactNode;
}

/** One line of a form: 56 pixels high, with a thin line and the error message below. */
export function Field({ label, icon, value, change, error, children, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-line" data-wrong={error ? '' : undefined}>
        {icon ? <Icon name={icon} className="soft" /> : null}
        <label className={icon ? 'unseen' : 'field-label'} htmlFor={id}>
          {label}
        </label>
        <input
          {...rest}
          id={id}
          placeholder={rest.placeholder ?? (icon ? label : '')}
          value={value}
          onChange={(event) => change(event.target.value)}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {children}
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const [seen, setSeen] = useState(false);
  return (
    <Field {...props} type={seen ? 'text' : 'password'} spellCheck={false} autoCapitalize="none">
      <button type="button" className="icon-button field-eye" aria-label="显示密码" aria-pressed={seen} onClick={() => setSeen(!seen)}>
        <Icon name="eye" />
      </button>
    </Field>
  );
}

/** Moves the focus to the first invalid field. */
export function focusFirstWrong(form: HTMLFormElement | null, errors: Readonly<Record<string, string | undefined>>): void {
  const wrong = [...(form?.elements ?? [])].find((element) => element instanceof HTMLElement && errors[element.getAttribute('name') ?? '']);
  if (wrong instanceof HTMLElement) wrong.focus();
}
