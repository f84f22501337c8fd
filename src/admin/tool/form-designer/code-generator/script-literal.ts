/** Identifiers that may be written without quotes as the key of an object. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A text as a literal of JavaScript that neither ends a script block nor a line. */
export const textLiteral = (text: string): string =>
  JSON.stringify(text)
    .replaceAll('</', String.raw`<\/`)
    .replaceAll('<!--', String.raw`<\!--`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

/** Returns a JSON value as JavaScript. undefined is written as such. */
export function literal(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => `${keyLiteral(key)}: ${literal(one)}`);
    return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return typeof value === 'boolean' ? String(value) : 'null';
}

/** `__proto__` as a key would set the prototype, so it is computed. */
export const keyLiteral = (key: string): string => (key === '__proto__' ? '["__proto__"]' : IDENTIFIER.test(key) ? key : textLiteral(key));

/** A canonical regular expression literal that does not end a script block: a slash in a class is not escaped by the engine. */
export const patternLiteral = (canonical: string): string => canonical.replaceAll('</', String.raw`<\/`);
