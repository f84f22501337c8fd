/** Returns the query string of `fields` without undefined, null or empty ones. Values are converted to text. */
export function foldQuery(fields: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.toString();
}
