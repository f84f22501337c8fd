import { useEffect } from 'react';
import type { FormField } from '../../../contract/workflow/form-content.ts';
import { kindOf } from '../../../contract/workflow/form-keys.ts';
import { focusField, useRead, useStore } from '../use-filled-form.ts';
import { MobileField } from './mobile-field.tsx';
import { MobileRepeat } from './mobile-repeat.tsx';
import './mobile-form.css';

interface Props {
  /** Shown in the bar at the bottom; missing where the page has its own buttons. */
  readonly onSubmit?: (() => void) | undefined;
  readonly busy: boolean;
  readonly dark: boolean;
}

/** A form on a phone: one column, titles on top, the button in a fixed bar. */
export function MobileForm({ onSubmit, busy, dark }: Props) {
  const store = useStore();
  useEffect(() => {
    document.documentElement.dataset['mobileForm'] = dark ? 'dark' : 'light';
    return () => {
      delete document.documentElement.dataset['mobileForm'];
    };
  }, [dark]);
  const { form, readOnly } = store.parts;
  const keys = useRead(store, () => JSON.stringify(store.errors));
  const errors = JSON.parse(keys) as { key: string; message: string }[];
  return (
    <div className="mobile-form filled-form">
      {errors.length > 1 ? (
        <div className="mf-summary" role="alert">
          有 {errors.length} 处需要修改
          <button type="button" onClick={() => focusField(errors[0]!.key)}>
            去修改
          </button>
        </div>
      ) : null}
      <Fields fields={form.fields} />
      {onSubmit && form.config.formBtns && !readOnly ? (
        <div className="mf-bar">
          <button type="button" disabled={busy} onClick={onSubmit}>
            {busy ? '正在提交…' : '提交'}
          </button>
        </div>
      ) : null}
    </div>
  );
}

const Fields = ({ fields }: { fields: readonly FormField[] }) => (
  <>
    {fields.map((field) => (
      <Place key={field.formId} field={field} />
    ))}
  </>
);

function Place({ field }: { field: FormField }) {
  const store = useStore();
  const mode = useRead(store, () => store.modeOf(field, null));
  if (mode === 'hidden') return null;
  const kind = kindOf(field);
  if (kind === 'row') return <Fields fields={field.children ?? []} />;
  return kind === 'repeat' ? <MobileRepeat table={field} /> : <MobileField field={field} place={null} />;
}
