import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type { AnyCrud } from '../../contract/crud.ts';
import type { DataOf, Endpoint, EndpointSpec } from '../../contract/endpoint.ts';
import { CODE, DISK_FULL, FACTOR_DUE, TOO_LONG, UNKNOWN_FAILURE, WORDS } from '../../contract/error.ts';
import { API_PREFIX, ONCE_HEADER } from '../../contract/limits.ts';
import type { Tx } from '../db/database.ts';
import type { WatchedTable } from '../db/watched-tables.ts';
import type { AppContext } from '../context.ts';
import { loggedUrl } from './log.ts';
import { isDiskFull, isOutage, isTooLong } from '../outage/outage.ts';
import { anonymousAnswer } from './anonymous-answers.ts';
import { forbidden, invalid, missing, AppError, signedOut } from './app-error.ts';
import { isTooLarge, malformedMessage } from './malformed-request.ts';
import { hasPermission, type CurrentUser } from './current-user.ts';
import { once } from './once.ts';
import { runForOwner } from './request-owner.ts';
import type { SitePart } from './site-part.ts';

export interface App extends FastifyInstance {
  context: AppContext;
  /** Every endpoint, for the OpenAPI page and for the test that visits all of them. */
  endpoints: Endpoint[];
  /** The resource of each table, by table name. */
  resources: Map<string, AnyCrud>;
  /** Returns the user of a bearer token, or null. Set by the identity area. */
  authenticate: (token: string, request: FastifyRequest) => Promise<CurrentUser | null>;
  /** Throws 428 unless the current user has confirmed their identity recently. Set by the identity area. */
  assertConfirmed: (currentUser: CurrentUser) => Promise<void>;
  /** Notifies the current user that a spreadsheet with personal data was exported under their name. Set by the identity area. */
  exportedPeople: (tx: Tx, currentUser: CurrentUser, name: string) => Promise<void>;
  /** Queues an export that is too large for one answer, for the current user. Set by the system area. */
  queueExport: (tx: Tx, currentUser: CurrentUser, asked: { path: string; name: string; asked: Readonly<Record<string, unknown>> }) => Promise<void>;
  /** Masks personal fields of other users in a response, and rejects a search by them, before any data is sent. Set by `crud`. */
  personal: {
    readonly answer: (currentUser: CurrentUser | null, endpoint: Endpoint, answer: unknown) => Promise<unknown>;
    readonly rejectQuery: (currentUser: CurrentUser | null, endpoint: Endpoint, query: unknown, body: unknown) => Promise<void>;
  };
  /** What the areas add to the pages of the public site. */
  siteParts: readonly SitePart[];
  /** Handlers of public endpoints, by key: the server-rendered pages use their data. */
  answers: Map<string, (parts: Parts, request?: FastifyRequest) => Promise<unknown>>;
  /** GET endpoints with a JSON answer, by key, run in process with the permissions of a user: forms take their options from them. */
  reads: Map<string, (currentUser: CurrentUser, parts: Parts) => Promise<unknown>>;
}

export interface Parts {
  readonly params?: unknown;
  readonly query?: unknown;
}

type Parsed<S, N extends string> = S extends { [key in N]: infer T extends z.ZodType } ? z.output<T> : undefined;

export interface Call<S extends EndpointSpec> {
  readonly context: AppContext;
  readonly currentUser: S extends { access: 'public' } ? CurrentUser | null : CurrentUser;
  readonly params: Parsed<S, 'params'>;
  readonly query: Parsed<S, 'query'>;
  readonly body: Parsed<S, 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<S> = S extends { file: true } ? FastifyReply : DataOf<S>;

export interface ServeOptions {
  /**
   * For a public list that is the same for every visitor: the tables it is read from. Requests without credentials share one answer until one of them
   * is written. The handler uses neither the user nor the request.
   */
  readonly anonymousFrom?: readonly WatchedTable[];
}

/**
 * Serves one endpoint of the contract: guard, parser, handler, envelope. A request that the server understands returns
 * HTTP 200 with the result in `code`; an exception other than `AppError` is logged and answered without detail.
 */
export function serve<K extends string, S extends EndpointSpec>(
  app: App,
  endpoint: Endpoint<K, S>,
  handler: (call: Call<S>) => Promise<Answer<S>> | Answer<S>,
  options: ServeOptions = {},
): void {
  app.endpoints.push(endpoint);
  const callOf = (currentUser: CurrentUser | null, parts: Parts & { body?: unknown }, wire: object) =>
    ({
      context: app.context,
      currentUser,
      params: part(endpoint.params, parts.params, true),
      query: part(endpoint.query, parts.query),
      body: part(endpoint.body, parts.body),
      ...wire,
    }) as Call<S>;
  if (endpoint.access === 'public' && endpoint.method === 'GET') {
    app.answers.set(endpoint.key, async (parts, request) =>
      handler(callOf(null, { ...parts, query: parts.query ?? {} }, { request: request ?? { url: API_PREFIX + endpoint.path } })),
    );
  }
  if (endpoint.method === 'GET' && !endpoint.file && !endpoint.confirm) {
    app.reads.set(endpoint.key, async (currentUser, parts) => {
      requirePermission(currentUser, endpoint);
      const call = callOf(currentUser, parts, { request: { url: API_PREFIX + endpoint.path, headers: {}, ip: '' } });
      await app.personal.rejectQuery(currentUser, endpoint, call.query, undefined);
      return envelope(endpoint, await app.personal.answer(currentUser, endpoint, await handler(call)));
    });
  }
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.multipart ? { config: { longBody: true } } : {}),
    handler: async (request, reply) => {
      const answered = async (): Promise<object> => {
        const currentUser = await admit(app, endpoint, request);
        const call = callOf(currentUser, { params: request.params, query: request.query, body: request.body }, { request, reply });
        await app.personal.rejectQuery(currentUser, endpoint, call.query, call.body);
        const answer = await runForOwner(currentUser?.userId, () => doOnce(app, endpoint, call, () => handler(call)));
        if (endpoint.file) return reply;
        return envelope(endpoint, await app.personal.answer(currentUser, endpoint, answer));
      };
      try {
        const { anonymousFrom } = options;
        const kept = anonymousFrom && (await anonymousAnswer(app.context.db, anonymousFrom, request, reply, answered));
        return kept ?? (await answered());
      } catch (error) {
        return reject(error, request, reply);
      }
    },
  });
}

/** Runs the handler; for an endpoint with `once` only the first time for the key of the request, whose answer a repeat gets. */
async function doOnce<S extends EndpointSpec>(app: App, endpoint: Endpoint<string, S>, call: Call<S>, work: () => Promise<Answer<S>> | Answer<S>) {
  const key = endpoint.once ? call.request.headers[ONCE_HEADER] : undefined;
  const userId = call.currentUser?.userId;
  if (typeof key !== 'string' || userId === undefined) return work();
  if (!/^[\w-]{8,100}$/.test(key)) throw invalid('请求编号须是8到100个字母、数字、“-”或“_”');
  const { params, query, body } = call;
  const done = { kind: 'call', key, call: endpoint.key, body: { params, query, body } };
  return once(app.context.db, { userId, ...done, keptMs: DAY_MS }, async () => (await work()) ?? null);
}

export function bearer(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function requirePermission(currentUser: CurrentUser, { access }: EndpointSpec): void {
  const wanted = typeof access === 'string' ? [access] : access;
  if (access === 'public' || access === 'signed-in') return;
  if (!wanted.some((permission) => hasPermission(currentUser, permission as string))) throw forbidden();
}

async function admit(app: App, endpoint: EndpointSpec, request: FastifyRequest): Promise<CurrentUser | null> {
  const { access, confirm, whileFactorDue } = endpoint;
  const token = bearer(request);
  const currentUser = token ? await app.authenticate(token, request) : null;
  // A user who has not set up a required second factor may use public endpoints only, as an anonymous visitor.
  if (access === 'public') return currentUser?.factorDue ? null : currentUser;
  if (!currentUser) throw signedOut(request.url.split('?')[0] ?? '');
  if (currentUser.factorDue && !whileFactorDue) throw forbidden(FACTOR_DUE);
  requirePermission(currentUser, endpoint);
  if (confirm) await app.assertConfirmed(currentUser);
  return currentUser;
}

/** Returns a user who may use routes outside the contract; null for everybody else. */
export async function requireUser(app: App, token: string, request: FastifyRequest): Promise<CurrentUser | null> {
  const currentUser = await app.authenticate(token, request);
  return currentUser?.factorDue ? null : currentUser;
}

function part(schema: z.ZodType | undefined, value: unknown, inAddress = false): unknown {
  if (!schema) return undefined;
  const problem = unusable(value);
  if (problem) throw invalid(problem);
  const result = schema.safeParse(value ?? undefined);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  // An impossible row number in the address is answered like the number of a deleted row.
  if (inAddress && NO_ROW.test(String((value as Record<PropertyKey, unknown>)[issue?.path[0] ?? '']))) throw missing();
  throw invalid(issue?.message || WORDS[CODE.invalid] || '');
}

/** More digits than any row number has. */
const NO_ROW = /^\d{16,}$/;

const NUL = '内容里有空字符（U+0000），不能保存，请删除后再提交';

/** Objects and lists in each other at most: what reads them later calls itself for each level. No form of the product comes near. */
const LEVELS = 200;
const TOO_DEEP = '提交的内容层层嵌套太多，不能保存，请简化后再提交';

/**
 * Why no handler may get a value; null when it may. PostgreSQL does not accept NUL in a text, and a text without it would not be what was sent. Goes
 * through the value level by level, without recursion.
 */
function unusable(value: unknown): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > LEVELS) return TOO_DEEP;
    const inside: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string' && one.includes('\0')) return NUL;
      if (typeof one !== 'object' || one === null) continue;
      if (Array.isArray(one)) for (const inner of one) inside.push(inner);
      else
        for (const [name, inner] of Object.entries(one)) {
          if (name.includes('\0')) return NUL;
          inside.push(inner);
        }
    }
    level = inside;
  }
  return null;
}

function envelope(spec: EndpointSpec, answer: unknown): object {
  const head = { code: CODE.ok, msg: WORDS[CODE.ok] };
  if (spec.row) return { ...head, msg: '查询成功', ...(answer as object) };
  if (spec.answer) return { ...head, ...(answer as object) };
  return spec.data ? { ...head, data: answer } : head;
}

/** Writes the envelope of an error; also for responses outside the contract. */
export function reject(error: unknown, request: FastifyRequest, reply: FastifyReply): object {
  // A file has its own content type; its error response is JSON.
  reply.header('content-type', 'application/json; charset=utf-8').removeHeader('content-disposition');
  if (error instanceof AppError) {
    if (error.code === CODE.forbidden) request.log.warn({ url: loggedUrl(request) }, 'refused');
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter));
    return { code: error.code, msg: error.message };
  }
  if (isTooLarge(error)) return { code: CODE.failed, msg: '上传文件过大' };
  const unread = malformedMessage(error);
  if (unread !== null) return { code: CODE.invalid, msg: unread };
  request.log.error({ err: error, url: loggedUrl(request) }, 'failed');
  if (isOutage(error)) {
    reply.status(CODE.unavailable).header('retry-after', '5');
    return { code: CODE.unavailable, msg: isDiskFull(error) ? DISK_FULL : isTooLong(error) ? TOO_LONG : WORDS[CODE.unavailable] };
  }
  return { code: CODE.failed, msg: UNKNOWN_FAILURE };
}
