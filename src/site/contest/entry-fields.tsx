import { valueError } from '../../../contract/catalog/own-value.ts';
import type { OwnField, OwnValues } from '../../../contract/catalog/program-field.ts';

/** Returns what is wrong with the first field that cannot be sent yet. */
export const fieldsError = (fields: readonly OwnField[], values: OwnValues): string =>
  fields.map((field) => valueError(field, values[field.fieldKey])).find((error) => error !== '') ?? '';

function noteOf({ component, identifying }: OwnField): string {
  if (identifying) return '评委看不到这一项。';
  return component === 'input' || component === 'textarea' ? '评委看得到这一项，请不要写姓名、学校和指导老师。' : '评委看得到这一项。';
}

interface Props {
  readonly fields: readonly OwnField[];
  readonly values: OwnValues;
  readonly change: (values: OwnValues) => void;
}

/** Inputs for the custom fields of a contest. */
export const EntryFields = ({ fields, values, change }: Props) => (
  <>
    {fields.map((field) => {
      const { fieldKey, label, required } = field;
      const value = String(values[fieldKey] ?? '');
      const error = value === '' ? '' : valueError(field, value);
      const id = `entry-${fieldKey}`;
      return (
        <div key={fieldKey} className="entry-field">
          <label htmlFor={id}>
            {label}
            {required ? '' : '（可不填）'}
          </label>
          <Control field={field} id={id} value={value} set={(next) => change({ ...values, [fieldKey]: next })} wrong={error !== ''} />
          {error ? (
            <p id={`${id}-note`} className="contest-wrong">
              {error}
            </p>
          ) : (
            <p id={`${id}-note`} className="meta">
              {noteOf(field)}
            </p>
          )}
        </div>
      );
    })}
  </>
);

interface ControlProps {
  readonly field: OwnField;
  readonly id: string;
  readonly value: string;
  readonly wrong: boolean;
  readonly set: (value: string) => void;
}

/** Most characters of a text without a limit of its own; the server stores no more. */
const LONGEST = 2000;

function Control({ field: { component, most, required, options }, id, value, wrong, set }: ControlProps) {
  const shared = { id, value, 'aria-describedby': `${id}-note`, 'aria-invalid': wrong, 'aria-required': required };
  switch (component) {
    case 'textarea':
      return <textarea {...shared} rows={4} maxLength={most || LONGEST} onChange={(event) => set(event.target.value)} />;
    case 'select':
      return (
        <select {...shared} onChange={(event) => set(event.target.value)}>
          <option value="">请选择</option>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      );
    case 'date':
      return <input {...shared} type="date" max="9999-12-31" onChange={(event) => set(event.target.value)} />;
    case 'number':
      return <input {...shared} inputMode="decimal" maxLength={20} onChange={(event) => set(event.target.value)} />;
    default:
      return <input {...shared} maxLength={most || LONGEST} onChange={(event) => set(event.target.value)} />;
  }
}
