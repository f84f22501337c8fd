import type { FormField } from '../../../contract/workflow/form-content.ts';
import { entryOf, hasListValue, kindOf } from '../../../contract/workflow/form-keys.ts';
import { isEmpty } from '../../../contract/workflow/form-plain.ts';
import type { RowPlace } from '../filled-form-store.ts';
import { ReadValue } from '../read-value.tsx';
import { errorKey } from '../filled-form-store.ts';
import { useField, useFieldOptions } from '../use-filled-form.ts';
import { MobileControl } from './mobile-controls.tsx';

/** Components that are chosen in a sheet, which has no way to choose nothing. */
const CLEARED = new Set(['select', 'cascader', 'date', 'date-range', 'time', 'time-range']);

/** One field of the single column: title on top, control, message. */
export function MobileField({ field, place }: { field: FormField; place: RowPlace | null }) {
  const state = useField(field, place);
  if (state.mode === 'hidden') return null;
  const kind = kindOf(field);
  if (kind === 'text')
    return (
      <aside className={`mf-note ${String(field['type'] ?? 'info')}`}>
        <strong>{String(field['title'] ?? '')}</strong>
        {field['description'] ? <p>{String(field['description'])}</p> : null}
      </aside>
    );
  if (kind === 'divider') return <h3 className="mf-divider">{field.shuzhou?.text}</h3>;
  if (kind === 'button')
    return (
      <button type="button" className="mf-button">
        {String(field['default'] ?? '')}
      </button>
    );
  if (kind === 'table') return <MobileTable field={field} />;
  if (!entryOf(field)?.hasValue) return <p className="mf-soft">未知组件 {field.tag || field.tagIcon}，不能填写</p>;
  const editing = state.mode === 'edit';
  const help = field.shuzhou?.help;
  return (
    <div className="mf-field" data-field={errorKey(field, place)}>
      {field.showLabel ? (
        <label htmlFor={state.id}>
          {field.label}
          {editing && state.required ? (
            <span className="mf-required" aria-hidden>
              *
            </span>
          ) : null}
        </label>
      ) : null}
      {editing && CLEARED.has(kind ?? '') && field['clearable'] === true && !isEmpty(state.value) ? (
        <button
          type="button"
          className="mf-clear"
          aria-label={`清除${field.label}`}
          onClick={() => state.change(hasListValue(kind, field) ? [] : null)}
        >
          清除
        </button>
      ) : null}
      {editing ? <MobileControl field={field} state={state} /> : <ReadValue field={field} value={state.value} />}
      {help ? <p className="mf-soft">{help}</p> : null}
      {state.error ? (
        <p className="mf-error" id={`${state.id}-error`} role="alert">
          {state.error}
        </p>
      ) : null}
    </div>
  );
}

function MobileTable({ field }: { field: FormField }) {
  const { options, retry } = useFieldOptions(field);
  if (options.state === 'failed')
    return (
      <button type="button" className="mf-retry" onClick={retry}>
        选项加载失败，点击重试
      </button>
    );
  const rows = options.state === 'ready' ? options.rows : [];
  return (
    <div className="mf-field">
      <strong>{field.label}</strong>
      {rows.map((row, at) => (
        <dl key={at} className="mf-card">
          {(field.children ?? []).map((column) => (
            <div key={column.formId}>
              <dt>{column.label}</dt>
              <dd>{String(row[String(column['prop'] ?? '')] ?? '—')}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
