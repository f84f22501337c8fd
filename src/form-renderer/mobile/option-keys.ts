import type { FormOption, OptionValue } from '../../../contract/workflow/form-content.ts';

/** antd-mobile accepts texts and numbers as values; booleans are replaced by a text. */
export const keyOf = (value: unknown): string | number => (typeof value === 'number' || typeof value === 'string' ? value : `:${String(value)}`);

export const valueOf = (options: readonly FormOption[], key: unknown): OptionValue | undefined =>
  options.find((one) => keyOf(one.value) === key)?.value;

/** Returns the options with a value in the list, in the order of the options. */
export const inOptionOrder = (options: readonly FormOption[], values: readonly unknown[]): unknown[] =>
  options.map(({ value }) => value).filter((value) => values.includes(value));
