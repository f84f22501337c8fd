import expense from '../fixtures/forms/expense.ours.json' with { type: 'json' };
import hostile from '../fixtures/forms/hostile.json' with { type: 'json' };
import leave from '../fixtures/forms/leave-request.flat.json' with { type: 'json' };
import storage from '../fixtures/forms/local-storage.json' with { type: 'json' };
import seal from '../fixtures/forms/seal-application.row.json' with { type: 'json' };
import topic from '../fixtures/forms/topic-declaration.json' with { type: 'json' };
import values from '../fixtures/forms/topic-declaration.values.json' with { type: 'json' };

const FILES: Readonly<Record<string, unknown>> = {
  'expense.ours.json': expense,
  'hostile.json': hostile,
  'leave-request.flat.json': leave,
  'local-storage.json': storage,
  'seal-application.row.json': seal,
  'topic-declaration.json': topic,
  'topic-declaration.values.json': values,
};

/** Returns a copy of the JSON of a form in tests/fixtures/forms. */
export const formFixture = (name: string): unknown => JSON.parse(formText(name)) as unknown;

export const formText = (name: string): string => JSON.stringify(FILES[name]);

export interface HostileCase {
  readonly name: string;
  readonly expect: string;
  readonly content: string;
}

/** Returns the cases of `hostile.json` by name, with the generated ones filled in. */
export function hostileCases(): Map<string, HostileCase> {
  const cases = formFixture('hostile.json') as (Omit<HostileCase, 'content'> & { content?: string; generate?: { count: number; item: object } })[];
  return new Map(
    cases.map(({ name, expect, content, generate }) => [name, { name, expect, content: content ?? generated(generate ?? { count: 0, item: {} }) }]),
  );
}

function generated({ count, item }: { count: number; item: object }): string {
  const text = JSON.stringify(item);
  const items = Array.from({ length: count }, (_, at) => JSON.parse(text.replaceAll('{n}', String(at + 1))) as { __config__: { formId: number } });
  for (const [at, one] of items.entries()) one.__config__.formId = 101 + at;
  return JSON.stringify({ fields: items });
}
