export type TargetValue = string | number | boolean;

const LITERAL = /'([^']*)'|"([^"]*)"|(true|false)|(-?\d+)[Ll]?/g;

/** Returns the name and the arguments of `name(literal, …)` for the form; the server decides which targets may be called. */
export function readTarget(text: string): { name: string; values: TargetValue[] } {
  const [, name = '', inside = ''] = /^\s*([\w.]+)\((.*)\)\s*$/s.exec(text) ?? [];
  const values = [...inside.matchAll(LITERAL)].map(
    ([, single, double, yes, whole]): TargetValue =>
      whole === undefined ? (yes === undefined ? (single ?? double ?? '') : yes === 'true') : Number(whole),
  );
  return { name, values };
}

export const writeTarget = (name: string, values: readonly TargetValue[]): string =>
  `${name}(${values.map((value) => (typeof value === 'string' ? `'${value.replaceAll(/['\\\r\n]/g, '')}'` : String(value))).join(', ')})`;
