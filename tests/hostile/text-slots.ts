import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
}

/** A place of a body that takes a long text, any value or a long list. */
export interface TextSlot {
  /** Path inside the body, such as `.letter.content`. */
  readonly place: string;
  readonly takes: 'text' | 'anything' | 'list';
  /** Largest number of characters or entries. */
  readonly most: number;
  /** An entry of the list. */
  readonly entry: unknown;
  /** The body with this value in the place, and small values in the others that are needed. */
  bodyWith(value: unknown): unknown;
}

/** A text of so many characters can be worth an attack. */
const LONG = 2_000;
const LONG_LIST = 500;
const ENDLESS = Number.MAX_SAFE_INTEGER;

/** A small value of a schema. */
function small(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return small(schema.anyOf[0] ?? {});
  if (schema.default !== undefined) return schema.default;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => (schema.required?.includes(name) ? [[name, small(inner)]] : [])),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => small(schema.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return '一'.repeat(Math.max(schema.minLength ?? 0, 1));
  }
}

function collect(schema: JsonSchema, place: string, bodyWith: (value: unknown) => unknown, found: TextSlot[]): void {
  const slot = { place, bodyWith, entry: null };
  if (schema.anyOf) for (const one of schema.anyOf) collect(one, place, bodyWith, found);
  else if (schema.type === 'object') {
    const base = small(schema) as object;
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      collect(inner, `${place}.${name}`, (value) => bodyWith({ ...base, [name]: value }), found);
    if (typeof schema.additionalProperties === 'object')
      collect(schema.additionalProperties, `${place}.*`, (value) => bodyWith({ ...base, name: value }), found);
  } else if (schema.type === 'array') {
    collect(schema.items ?? {}, `${place}[]`, (value) => bodyWith([value]), found);
    if ((schema.maxItems ?? ENDLESS) > LONG_LIST)
      found.push({ ...slot, place: `${place}[]`, takes: 'list', most: schema.maxItems ?? ENDLESS, entry: small(schema.items ?? {}) });
  } else if (schema.type === 'string') {
    const most = schema.maxLength ?? ENDLESS;
    if (!schema.enum && schema.const === undefined && most >= LONG) found.push({ ...slot, takes: 'text', most });
  } else if (schema.type === undefined && schema.enum === undefined && schema.const === undefined)
    found.push({ ...slot, takes: 'anything', most: ENDLESS });
}

/** The places of an endpoint's body or query that take a long text, any value or a long list. */
export function textSlots(endpoint: Endpoint, part: 'body' | 'query'): TextSlot[] {
  const body = endpoint[part];
  if (!body) return [];
  const found: TextSlot[] = [];
  collect(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema, '', (value) => value, found);
  return found;
}

/** A small valid query of an endpoint, as text. */
export function smallQuery({ query }: Endpoint): string {
  if (!query) return '';
  const values = small(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema) as Record<string, unknown>;
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
}
