const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?$/;

/** Whether the text of an option is a plain decimal number (S5.8). */
export const isNumericText = (text: string): boolean => NUMBER.test(text);

/** Reads the text of a default, an option or a switch: decimal numbers and true or false become values of that type. */
export function rawValue(text: string): string | number | boolean {
  if (isNumericText(text)) return Number.parseFloat(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** Reads a default value; a list is separated by commas where the present default is a list. */
export function rawDefault(text: string, present: unknown): unknown {
  if (!Array.isArray(present)) return text === '' ? undefined : rawValue(text);
  return text.trim() === '' ? [] : text.split(/[,，]/).map((part) => rawValue(part.trim()));
}

/** Returns the text that `rawDefault` reads again. */
export function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(',');
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
