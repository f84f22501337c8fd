import { z } from 'zod';
import { endpoint, type Access, type Endpoint, type Method } from './endpoint.ts';
import { metaOf, shown, time, type FieldMeta } from './field.ts';
import { DOWNLOAD_TIMEOUT_MS } from './limits.ts';
import { id, ids, paging } from './page.ts';

export type Fields = Readonly<Record<string, z.ZodType>>;

/** How a filter compares: contains, equals, is in a comma-separated list, lies in a range `least,most` with open ends, or uses the resource's own rule. */
export type Operator = 'like' | 'equal' | 'in' | 'between' | 'own';

export type CallName = 'list' | 'get' | 'add' | 'edit' | 'remove' | 'export' | 'import';

interface CrudSpec<K extends string, F extends Fields, S extends Fields, Q extends string, L extends boolean = false> {
  /** A log: its rows cannot be edited and have no creator and editor columns. */
  readonly log?: L;
  /** Name of one row: 岗位. */
  readonly name: string;
  /** `area:entity`; the action is appended. */
  readonly permission: `${string}:${string}`;
  /** Name of the row's id on the wire. */
  readonly key: K;
  /** The field that identifies a row for users. */
  readonly title: keyof F | keyof S;
  /** Writable fields. */
  readonly fields: F;
  /** Read-only fields. */
  readonly shown?: S;
  readonly filter?: Readonly<Record<Q, Operator>>;
  /** Field filtered by `params[beginTime]` and `params[endTime]`, days inclusive; default `createTime`. */
  readonly range?: string;
  /** Columns a list may be ordered by. */
  readonly sort?: readonly string[];
  /** The available endpoints; default: all but `import`. */
  readonly calls?: readonly CallName[];
  /** Access rules that replace `permission:action`, for lists open to every signed-in user. */
  readonly access?: Partial<Record<CallName, Access>>;
  /** Endpoints that require the user to have confirmed their identity within the last minutes. */
  readonly confirm?: readonly CallName[];
}

interface BaseRow {
  readonly createBy: string;
  readonly createTime: string;
  readonly updateBy: string;
  readonly updateTime: string;
  /** Sent back with a change. If another user changed the row meanwhile, the answer is 409. */
  readonly version: number;
}

type Out<F extends Fields> = { [N in keyof F]: z.output<F[N]> };
type In<F extends Fields> = { [N in keyof F as undefined extends z.input<F[N]> ? N : never]?: z.input<F[N]> } & {
  [N in keyof F as undefined extends z.input<F[N]> ? never : N]: z.input<F[N]>;
};
type Keyed<K extends string> = { [N in K]: number };

export type RowOf<K extends string, F extends Fields, S extends Fields, L extends boolean = false> = Keyed<K> &
  Out<F> &
  Out<S> &
  (L extends true ? unknown : BaseRow);
export type ListQuery<Q extends string> = { pageNum: number; pageSize: number; orderByColumn?: string; isAsc?: 'asc' | 'desc' } & FilterOf<Q>;
export type FilterOf<Q extends string> = { [N in Q]?: string } & { 'params[beginTime]'?: string; 'params[endTime]'?: string };
type Asked<Q extends string> = { [N in keyof ListQuery<Q>]?: ListQuery<Q>[N] | string | number };

/** Result of a spreadsheet import: counts, and the row number and reason for each rejected row. */
export const importReport = z.object({
  added: z.number(),
  updated: z.number(),
  /** `cells` are those of the sheet, in the order of `head`. */
  refused: z.array(z.object({ line: z.number(), title: z.string(), why: z.string(), cells: z.array(z.string()) })),
  head: z.array(z.string()),
  /** True when nothing was written: a dry run, or a sheet with a rejected row when all or none was asked for. */
  trial: z.boolean(),
});
export type ImportReport = z.output<typeof importReport>;

/** A resource: its fields, and the endpoints derived from them. */
export interface Crud<
  P extends string = string,
  K extends string = string,
  F extends Fields = Fields,
  S extends Fields = Fields,
  Q extends string = string,
  L extends boolean = boolean,
> extends Required<Pick<CrudSpec<K, F, S, Q>, 'name' | 'permission' | 'key' | 'fields' | 'filter' | 'range' | 'sort' | 'calls'>> {
  readonly crud: true;
  readonly path: P;
  readonly title: string;
  readonly shown: S;
  /** All fields of a row by name, the writable ones first. */
  readonly meta: Readonly<Record<string, FieldMeta>> & { readonly [N in keyof F & string]: FieldMeta };
  readonly draft: z.ZodType<Out<F>>;
  readonly list: Endpoint<
    `GET ${P}/list`,
    { summary: string; access: Access; query: z.ZodType<ListQuery<Q>, Asked<Q>>; row: z.ZodType<RowOf<K, F, S, L>> }
  >;
  readonly get: Endpoint<`GET ${P}/{id}`, { summary: string; access: Access; params: typeof oneId; data: z.ZodType<RowOf<K, F, S, L>> }>;
  /** Sends a file of a row; served only for a resource with file fields. */
  readonly file: Endpoint<`GET ${P}/{id}/file/{fileId}`, { summary: string; access: Access; params: typeof oneFile; file: true; timeout: number }>;
  readonly add: Endpoint<`POST ${P}`, { summary: string; access: Access; body: z.ZodType<Out<F>, In<F>>; data: z.ZodType<RowOf<K, F, S, L>> }>;
  readonly edit: Endpoint<
    `PUT ${P}`,
    {
      summary: string;
      access: Access;
      body: z.ZodType<Out<F> & Keyed<K> & { version?: number }, In<F> & { [N in K]: number | string } & { version?: number | undefined }>;
      data: z.ZodType<RowOf<K, F, S, L>>;
    }
  >;
  readonly remove: Endpoint<`DELETE ${P}/{ids}`, { summary: string; access: Access; params: typeof manyIds }>;
  readonly export: Endpoint<
    `POST ${P}/export`,
    { summary: string; access: Access; body: z.ZodType<FilterOf<Q>, FilterOf<Q>>; file: true; timeout: number }
  >;
  readonly importData: Endpoint<
    `POST ${P}/importData`,
    { summary: string; access: Access; multipart: true; answer: z.ZodType<{ msg: string; data: ImportReport }>; timeout: number }
  >;
  readonly importTemplate: Endpoint<`POST ${P}/importTemplate`, { summary: string; access: Access; file: true }>;
}

// oxlint-disable-next-line no-explicit-any -- any resource, whatever its fields
type Whatever = any;
type Heard = { summary: string; access: Access; confirm?: true };

/** A resource whose exact type is not known. */
export interface AnyCrud extends Omit<Crud<string, string, Whatever, Whatever>, 'filter' | 'draft' | 'list' | 'get' | 'add' | 'edit' | 'export'> {
  readonly filter: Readonly<Record<string, Operator>>;
  readonly draft: z.ZodType<Whatever>;
  readonly list: Endpoint<string, Heard & { query: z.ZodType<Whatever>; row: z.ZodType<Whatever> }>;
  readonly get: Endpoint<string, Heard & { params: typeof oneId; data: z.ZodType<Whatever> }>;
  readonly add: Endpoint<string, Heard & { body: z.ZodType<Whatever>; data: z.ZodType<Whatever> }>;
  readonly edit: Endpoint<string, Heard & { body: z.ZodType<Whatever>; data: z.ZodType<Whatever> }>;
  readonly export: Endpoint<string, Heard & { body: z.ZodType<Whatever>; file: true; timeout: number }>;
}

const oneId = z.object({ id });
const oneFile = z.object({ id, fileId: id });
const manyIds = z.object({ ids });

/** Returns whether rows of the resource have uploaded files. */
export const hasFiles = ({ meta }: Pick<AnyCrud, 'meta'>): boolean => Object.values(meta).some(({ kind }) => kind === 'file' || kind === 'files');

const FILTER_LENGTH = 200;
const ORDER_LENGTH = 500;
const EVERY: readonly CallName[] = ['list', 'get', 'add', 'edit', 'remove', 'export'];

const ASCENDING: Readonly<Record<string, 'asc' | 'desc'>> = { asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' };

/** Defines a resource. `path` is relative to `/prod-api`, without a trailing slash. */
export function crud<
  const P extends `/${string}`,
  const K extends string,
  F extends Fields,
  S extends Fields = {},
  const Q extends string = never,
  const L extends boolean = false,
>(path: P, spec: CrudSpec<K, F, S, Q, L>): Crud<P, K, F, S, Q, L> {
  const { name, permission, key, fields } = spec;
  const shownFields = (spec.shown ?? {}) as S;
  const filter = (spec.filter ?? {}) as Record<Q, Operator>;
  const sort = spec.sort ?? [];
  const accessOf = (action: CallName): Access => spec.access?.[action] ?? `${permission}:${ACTION[action]}`;
  const base: Fields = spec.log
    ? {}
    : { createBy: shown('创建人'), createTime: time('创建时间'), updateBy: shown('修改人'), updateTime: time('修改时间') };
  const row = z.object({ [key]: z.number(), ...fields, ...shownFields, ...base, ...(spec.log ? {} : { version: z.number() }) });
  const one = z.string().trim().max(FILTER_LENGTH, '查询条件过长').optional();
  const filterShape = z.object({
    ...Object.fromEntries(Object.keys(filter).map((field) => [field, one])),
    'params[beginTime]': one,
    'params[endTime]': one,
  });
  const asked = paging.extend({
    ...filterShape.shape,
    orderByColumn: z
      .string()
      .max(ORDER_LENGTH, '参数已超过最大限制，不能进行查询')
      .refine((column) => column === '' || sort.includes(column), '参数不符合规范，不能进行查询')
      .optional(),
    isAsc: z
      .string()
      .transform((word) => ASCENDING[word] ?? 'asc')
      .optional(),
  });
  const call = (method: Method, tail: string, action: CallName, parts: object) =>
    endpoint(`${method} ${path}${tail}` as `GET /${string}`, {
      summary: SUMMARY[action](name),
      access: accessOf(action),
      ...(spec.confirm?.includes(action) ? { confirm: true } : {}),
      ...parts,
    });
  const draft = z.object(fields);
  const made = {
    crud: true,
    path,
    name,
    permission,
    key,
    title: String(spec.title),
    fields,
    shown: shownFields,
    filter,
    range: spec.range ?? 'createTime',
    sort,
    calls: spec.calls ?? EVERY,
    meta: Object.fromEntries(Object.entries({ ...fields, ...shownFields, ...base }).map(([field, schema]) => [field, metaOf(schema)])),
    draft,
    list: call('GET', '/list', 'list', { query: asked, row }),
    get: call('GET', '/{id}', 'get', { params: oneId, data: row }),
    file: call('GET', '/{id}/file/{fileId}', 'get', { summary: `${name}的文件`, params: oneFile, file: true, timeout: DOWNLOAD_TIMEOUT_MS }),
    add: call('POST', '', 'add', { body: draft, data: row }),
    edit: call('PUT', '', 'edit', { body: draft.extend({ [key]: id, version: z.coerce.number<number | string>().int().optional() }), data: row }),
    remove: call('DELETE', '/{ids}', 'remove', { params: manyIds }),
    export: call('POST', '/export', 'export', { body: filterShape.loose(), file: true, timeout: DOWNLOAD_TIMEOUT_MS }),
    importData: call('POST', '/importData', 'import', {
      multipart: true,
      answer: z.object({ msg: z.string(), data: importReport }),
      timeout: DOWNLOAD_TIMEOUT_MS,
    }),
    importTemplate: call('POST', '/importTemplate', 'import', { file: true }),
  };
  return made as unknown as Crud<P, K, F, S, Q, L>;
}

const ACTION: Readonly<Record<CallName, string>> = {
  list: 'list',
  get: 'query',
  add: 'add',
  edit: 'edit',
  remove: 'remove',
  export: 'export',
  import: 'import',
};
const SUMMARY: Readonly<Record<CallName, (name: string) => string>> = {
  list: (name) => `${name}列表`,
  get: (name) => `查询${name}`,
  add: (name) => `新增${name}`,
  edit: (name) => `修改${name}`,
  remove: (name) => `删除${name}`,
  export: (name) => `导出${name}`,
  import: (name) => `导入${name}`,
};
