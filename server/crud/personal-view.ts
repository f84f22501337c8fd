import type { z } from 'zod';
import type { AnyCrud } from '../../contract/crud.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { masked, PERSONAL_NAMES, personalField, type PersonalField } from '../../contract/identity/personal-fields.ts';
import { EVERY_PERMISSION } from '../../contract/identity/session.ts';
import type { Database, Tx } from '../db/database.ts';
import { forbidden, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { isWithinScope, scopeOf, sees, type Scope } from './data-scope.ts';
import { isOwnAccount } from '../http/person.policy.ts';

type Value = Readonly<Record<string, unknown>>;

/** Endpoints that return only the caller's own data, although the rows do not contain the owner. */
const OWN_CALLS: ReadonlySet<string> = new Set([
  'GET /system/feedback/mine',
  'GET /pay/invoiceTitle/list',
  'POST /pay/invoiceTitle',
  'PUT /pay/invoiceTitle',
  'GET /pay/invoice/mine',
  'POST /pay/invoice',
]);

/** Returns the names of the personal fields in a schema; a part with an unknown shape may contain any of them. */
function namesIn(schema: z.ZodType | undefined, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (!schema || seen.has(schema)) return found;
  seen.add(schema);
  const def = schema._zod.def as Record<string, unknown> & { type: string };
  if (def.type === 'any' || def.type === 'unknown' || def.type === 'custom') for (const name of PERSONAL_NAMES) found.add(name);
  for (const [name, part] of Object.entries((def['shape'] ?? {}) as Record<string, z.ZodType>)) {
    if (PERSONAL_NAMES.has(name)) found.add(name);
    namesIn(part, found, seen);
  }
  for (const key of ['element', 'innerType', 'in', 'out', 'valueType', 'left', 'right']) namesIn(def[key] as z.ZodType | undefined, found, seen);
  for (const key of ['options', 'items']) for (const part of (def[key] ?? []) as z.ZodType[]) namesIn(part, found, seen);
  if (def.type === 'lazy') namesIn((def['getter'] as () => z.ZodType)(), found, seen);
  return found;
}

const known = new WeakMap<object, ReadonlyMap<string, PersonalField>>();

/** Returns the personal fields in the response of an endpoint. */
function fieldsOf(endpoint: Endpoint): ReadonlyMap<string, PersonalField> {
  const found = known.get(endpoint);
  if (found) return found;
  const names = new Set<string>();
  for (const schema of [endpoint.data, endpoint.row, endpoint.answer]) namesIn(schema, names);
  return remember(endpoint, endpoint.path, names);
}

const remember = (key: object, path: string, names: Iterable<string>): ReadonlyMap<string, PersonalField> => {
  const fields = new Map([...names].flatMap((name) => [personalField(path, name)].filter((one) => one !== undefined)).map((one) => [one.field, one]));
  known.set(key, fields);
  return fields;
};

/** The same for the rows of a resource, for its spreadsheets. */
const fieldsOfRows = (crud: AnyCrud): ReadonlyMap<string, PersonalField> => known.get(crud) ?? remember(crud, crud.path, Object.keys(crud.meta));

/** Returns the response as this caller may see it: personal values of other users are masked. The input stays unchanged. */
export async function personalAnswer(db: Database, currentUser: CurrentUser | null, endpoint: Endpoint, answer: unknown): Promise<unknown> {
  const fields = fieldsOf(endpoint);
  if (fields.size === 0 || OWN_CALLS.has(endpoint.key)) return answer;
  return hidden(db, currentUser, fields, answer);
}

/** Returns the rows of a spreadsheet as this caller may see them. */
export async function personalRows<T>(db: Database, currentUser: CurrentUser, crud: AnyCrud, rows: readonly T[]): Promise<readonly T[]> {
  const fields = fieldsOfRows(crud);
  return fields.size === 0 ? rows : ((await hidden(db, currentUser, fields, rows)) as readonly T[]);
}

async function hidden(db: Database, currentUser: CurrentUser | null, fields: ReadonlyMap<string, PersonalField>, answer: unknown): Promise<unknown> {
  if (currentUser?.permissions.has(EVERY_PERMISSION)) return answer;
  const present = presentIn(answer, fields);
  if (present.names.size === 0) return answer;
  const scopes = new Map<string, Scope | null>();
  for (const field of fields.values()) {
    const key = field.needs.join();
    if (scopes.has(key) || !present.names.has(field.field)) continue;
    const held = currentUser && field.needs.find((permission) => hasPermission(currentUser, permission));
    scopes.set(key, held && currentUser ? await scopeOf(db, currentUser, held) : null);
  }
  const isLimited = [...scopes.values()].some((scope) => scope !== null && scope !== 'all');
  const people = isLimited ? await depts(db, present.ids) : new Map<number, number | null>();
  const clear = (field: PersonalField, row: Value): boolean => {
    if (!currentUser) return false;
    if (isOwn(currentUser, row)) return true;
    const scope = scopes.get(field.needs.join()) ?? null;
    if (scope === null) return false;
    const person = personOf(row);
    return person === null || sees(scope, currentUser, { id: person, deptId: people.get(person) ?? null });
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return mapped(value, walk);
    if (typeof value !== 'object' || value === null) return value;
    const row = value as Value;
    let changed: Record<string, unknown> | null = null;
    for (const [name, inner] of Object.entries(row)) {
      const field = fields.get(name);
      const after = field && !clear(field, row) ? masked(field, inner, row) : walk(inner);
      if (after !== inner) (changed ??= { ...row })[name] = after;
    }
    return changed ?? value;
  };
  return walk(answer);
}

function mapped(list: readonly unknown[], work: (one: unknown) => unknown): readonly unknown[] {
  const after = list.map(work);
  return after.some((one, index) => one !== list[index]) ? after : list;
}

/** Returns the owner of a row; null when the row does not contain it and the list's own data scope decides. */
const personOf = (row: Value): number | null => (typeof row['userId'] === 'number' ? row['userId'] : null);

function isOwn(currentUser: CurrentUser, row: Value): boolean {
  const person = personOf(row);
  if (person !== null) return isOwnAccount(person, currentUser);
  return row['userName'] === currentUser.userName || row['operName'] === currentUser.userName;
}

interface Present {
  readonly ids: Set<number>;
  readonly names: Set<string>;
}

/** Returns which personal fields a response contains, and of which users. */
function presentIn(value: unknown, fields: ReadonlyMap<string, PersonalField>, found: Present = { ids: new Set(), names: new Set() }): Present {
  if (Array.isArray(value)) for (const one of value) presentIn(one, fields, found);
  else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).filter((name) => fields.has(name));
    for (const name of names) found.names.add(name);
    const person = personOf(value as Value);
    if (person !== null && names.length > 0) found.ids.add(person);
    for (const inner of Object.values(value)) if (typeof inner === 'object') presentIn(inner, fields, found);
  }
  return found;
}

async function depts(db: Database | Tx, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, number | null>> {
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'deptId'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.deptId]));
}

/**
 * Throws when a caller searches or sorts by a personal field that they may not see in every row of the response:
 * the number of hits would reveal the value.
 */
export async function rejectPersonalQuery(
  db: Database,
  currentUser: CurrentUser | null,
  endpoint: Endpoint,
  query: unknown,
  body: unknown,
): Promise<void> {
  const isExport = endpoint.path.endsWith('/export');
  if ((endpoint.method !== 'GET' && !isExport) || currentUser?.permissions.has(EVERY_PERMISSION)) return;
  const asked = { ...(query as Value | undefined), ...(isExport ? (body as Value | undefined) : undefined) };
  for (const [name, value] of Object.entries(asked)) {
    const column = name === 'orderByColumn' ? String(value ?? '') : name;
    const field = PERSONAL_NAMES.has(column) && String(value ?? '').trim() !== '' ? personalField(endpoint.path, column) : undefined;
    if (field && !(currentUser && (await seesEvery(db, currentUser, endpoint, field)))) throw forbidden(`没有权限按${field.label}查询或排序`);
  }
}

async function seesEvery(db: Database, currentUser: CurrentUser, { access }: Endpoint, field: PersonalField): Promise<boolean> {
  const held = field.needs.find((permission) => hasPermission(currentUser, permission));
  if (!held) return false;
  const shown = await scopeOf(db, currentUser, held);
  if (shown === 'all' || typeof access !== 'string' || access === held) return shown === 'all' || access === held;
  return isWithinScope(await scopeOf(db, currentUser, access), shown);
}

/**
 * Restores the stored value when a form returns the masked value unchanged, and rejects any other masked value: it would
 * overwrite data that the editor never saw.
 */
export function unmasked<D extends object>(crud: AnyCrud, draft: D, before: Value | null): D {
  let changed: Record<string, unknown> | null = null;
  for (const field of fieldsOfRows(crud).values()) {
    const value = (draft as Value)[field.field];
    if (typeof value !== 'string' || !value.includes('*') || !Object.hasOwn(crud.fields, field.field)) continue;
    const stored = before?.[field.field];
    if (before && value === masked(field, stored, before)) (changed ??= { ...(draft as Value) })[field.field] = stored;
    else if (value.includes('***')) throw invalid(`请填写完整的${field.label}`);
  }
  return (changed ?? draft) as D;
}
