/** Query string of `fields` without those that are undefined, null or empty. Values are written as text. */
export function foldQuery(fields: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.toString();
}
