import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import type { Bearer, TestContext } from './test-context.ts';

/** One call of the grid: an endpoint, or one event of an endpoint with `{event}`. */
export interface GridCall {
  /** The endpoint's key, with the event in place of `{event}`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly chosen: Readonly<Record<string, string>>;
}

export interface Grid {
  /** Headers by viewer; `null` is a visitor without a session. */
  readonly viewers: Readonly<Record<string, Bearer | null>>;
  /** Values of path, query and body fields by their name in the contract. */
  readonly ids: Readonly<Record<string, string | number>>;
  /** Bodies and queries of endpoints for which the schema alone does not give a valid one, by the name of the call. */
  readonly inputs?: Readonly<Record<string, object>>;
  /** Tables that are put back after each call that was allowed. */
  readonly tables: readonly string[];
  /** Puts the subject into a state, by the name of the state. */
  readonly phases: Readonly<Record<string, () => Promise<void>>>;
  /** Words that some viewers must not read in any answer, in all states except those of `openIn`. */
  readonly hidden: readonly { readonly from: readonly string[]; readonly words: readonly string[]; readonly openIn?: readonly string[] }[];
}

/** Calls of the endpoints whose path matches, one for each value of a path parameter that has a list of values (`{event}`, `{kind}`). */
export const gridCalls = (endpoints: readonly Endpoint[], matches: RegExp): GridCall[] =>
  endpoints
    .filter(({ path }) => matches.test(path))
    .flatMap((endpoint) => {
      const [parameter, values] = choiceOf(endpoint);
      return parameter === ''
        ? [{ name: endpoint.key, endpoint, chosen: {} }]
        : values.map((value) => ({ name: endpoint.key.replace(`{${parameter}}`, value), endpoint, chosen: { [parameter]: value } }));
    });

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

const jsonOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

/** Returns the path parameter that has a list of values, and the list; an empty name when there is none. */
function choiceOf({ params }: Endpoint): [string, string[]] {
  for (const [name, { enum: values }] of Object.entries(params ? (jsonOf(params).properties ?? {}) : {}))
    if (values) return [name, values.map(String)];
  return ['', []];
}

/** Returns a small value of a schema: ids by their name, the first entry of a list, the shortest text. */
function valueOf(schema: JsonSchema, name: string, ids: Grid['ids']): unknown {
  if (ids[name] !== undefined) return schema.type === 'array' ? [ids[name]] : ids[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueOf(schema.anyOf[0] ?? {}, name, ids);
  if (schema.default !== undefined) return schema.default;
  switch (schema.type) {
    case 'object': {
      const asked = Object.entries(schema.properties ?? {}).filter(([field]) => schema.required?.includes(field) || ids[field] !== undefined);
      return Object.fromEntries(asked.map(([field, inner]) => [field, valueOf(inner, field, ids)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueOf(schema.items ?? {}, name, ids));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1, 0);
    case 'boolean':
      return true;
    default:
      return '一'.repeat(Math.max(schema.minLength ?? 0, 1));
  }
}

/** Returns the parts of a request that the endpoint's own schema accepts, or throws. */
export function inputOf({ name, endpoint }: GridCall, { ids, inputs }: Grid): { query: Record<string, unknown>; body?: object } {
  const part = (schema: z.ZodType | undefined): object => {
    if (!schema) return {};
    const value = { ...(valueOf(jsonOf(schema), '', ids) as object), ...inputs?.[name] };
    const checked = schema.safeParse(value);
    if (!checked.success)
      throw new Error(`${name}: add valid values to the inputs of the table: ${checked.error.issues[0]?.path.join('.')} ${JSON.stringify(value)}`);
    return value;
  };
  return { query: part(endpoint.query) as Record<string, unknown>, ...(endpoint.body ? { body: part(endpoint.body) } : {}) };
}

/** Codes that say: not for this person. */
const REJECTED = new Set([401, 403, 404]);
/** Sentences with another code that say the same. */
const REJECTIONS = [
  /^您是这部书稿的作者/,
  /^您参加了本届大赛/,
  /^您是本届大赛的评委/,
  /^不能核红自己/,
  /^确认请求由投稿人或责任编辑发出/,
  /^确认书由这部书稿的责任编辑登记/,
];

export interface GridAnswer {
  readonly viewer: string;
  readonly allowed: boolean;
  readonly text: string;
}

/** Makes one call as every viewer, and puts the tables back after each call that was allowed to write. */
export async function askAll(town: TestContext, grid: Grid, call: GridCall, restore: () => Promise<void>): Promise<GridAnswer[]> {
  const { method, path } = call.endpoint;
  const { query, body } = inputOf(call, grid);
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = call.chosen[name] ?? grid.ids[name];
    if (value === undefined) throw new Error(`${call.name}: the table has no value for {${name}}`);
    return encodeURIComponent(String(value));
  });
  const url = `${API_PREFIX}${filled}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`;
  const answers: GridAnswer[] = [];
  for (const [viewer, headers] of Object.entries(grid.viewers)) {
    const answer = await town.app.inject({ method, url, headers: headers ?? {}, ...(body ? { payload: body } : {}) });
    const said = /json/.test(String(answer.headers['content-type'])) ? answer.json<{ code?: number; msg?: string }>() : {};
    const code = said.code ?? answer.statusCode;
    if (code === 429) throw new Error(`${call.name}: too many calls for ${viewer}`);
    if (/系统未知错误/.test(said.msg ?? '')) throw new Error(`${call.name}: an unexpected error for ${viewer}`);
    // Any other answer means that the person may call, even if the state or the input rejects the step.
    const allowed = !REJECTED.has(code) && !REJECTIONS.some((words) => words.test(said.msg ?? ''));
    answers.push({ viewer, allowed, text: answer.body });
    if (allowed && method !== 'GET') await restore();
  }
  return answers;
}

/** Remembers the rows of some tables, and returns a function that puts exactly these rows back. */
export async function rememberRows({ context: { db } }: TestContext, tables: readonly string[]): Promise<() => Promise<void>> {
  const kept = new Map<string, object[]>();
  for (const table of tables)
    kept.set(
      table,
      (await db
        .selectFrom(table as 'manuscript')
        .selectAll()
        .execute()) as object[],
    );
  return () =>
    db.transaction().execute(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      for (const [table, rows] of kept) {
        await tx.deleteFrom(table as 'manuscript').execute();
        for (const row of rows)
          await tx
            .insertInto(table as 'manuscript')
            .values(row as never)
            .execute();
      }
    });
}

/** Allowed viewers of a call, separated by spaces: in every state, or by state with `other` for the rest. */
export type Allowed = string | ({ readonly other: string } & Readonly<Record<string, string>>);

const sorted = (names: Iterable<string>): string => [...names].toSorted().join(' ');
const expected = (allowed: Allowed, phase: string): string =>
  sorted((typeof allowed === 'string' ? allowed : (allowed[phase] ?? allowed.other)).split(' ').filter(Boolean));

/**
 * Calls every matching endpoint as every viewer in every state of the grid. Returns the differences from the table, and each answer that shows
 * a secret to a viewer who must not learn it.
 */
export async function accessFaults(
  town: TestContext,
  grid: Grid,
  paths: RegExp,
  table: Readonly<Record<string, Allowed>>,
  open: ReadonlySet<string> = new Set(),
): Promise<{ faults: string[]; calls: number }> {
  const listed = gridCalls(town.app.endpoints, paths);
  const names = new Set(listed.map(({ name }) => name));
  const faults = [
    ...listed.flatMap(({ name }) => (table[name] === undefined ? [`${name}: add a row with the viewers that may call it`] : [])),
    ...Object.keys(table).flatMap((name) => (names.has(name) ? [] : [`${name}: no such endpoint, remove the row`])),
  ];
  let calls = 0;
  for (const [phase, enter] of Object.entries(grid.phases)) {
    await enter();
    // Limits per minute and per day count calls of all states together.
    await town.context.cache.clear('');
    const restore = await rememberRows(town, grid.tables);
    for (const call of listed) {
      const answers = await askAll(town, grid, call, restore);
      calls += answers.length;
      const allowed = sorted(answers.flatMap((one) => (one.allowed ? [one.viewer] : [])));
      const row = table[call.name];
      if (row !== undefined && allowed !== expected(row, phase))
        faults.push(`${phase} ${call.name}: allowed for “${allowed}”, the table says “${expected(row, phase)}”`);
      for (const { viewer, allowed: shown, text } of answers) {
        const words =
          shown && !open.has(call.name)
            ? grid.hidden.flatMap((one) => (one.from.includes(viewer) && !one.openIn?.includes(phase) ? one.words : []))
            : [];
        for (const word of words) if (text.includes(word)) faults.push(`${phase} ${call.name}: shows “${word}” to ${viewer}`);
      }
    }
  }
  return { faults, calls };
}
