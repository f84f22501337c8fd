import type { OwnField } from './program-field.ts';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Whether a day exists in the calendar: 30 February matches the pattern, but does not exist. */
const isDay = (text: string): boolean => DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** Returns what is wrong with the value of a custom field and how to mend it; empty when it can be stored. Forms and the server use it. */
export function valueError({ label, component, required, least, most, options }: OwnField, value: string | number | undefined): string {
  const text = String(value ?? '').trim();
  if (text === '') return required ? `${label}不能为空` : '';
  switch (component) {
    case 'number': {
      const number = Number(text);
      if (!Number.isFinite(number)) return `${label}须是数字`;
      if (number < least) return `${label}不能小于${least}`;
      return most > 0 && number > most ? `${label}不能大于${most}` : '';
    }
    case 'date':
      return isDay(text) ? '' : `${label}须是 年-月-日`;
    case 'select':
      return options.some((one) => one.value === text) ? '' : `${label}请从列表中选择`;
    default:
      return most > 0 && text.length > most ? `${label}不能超过${most}个字` : '';
  }
}
