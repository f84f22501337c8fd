import type { FastifyRequest } from 'fastify';
import type { Method } from '../../contract/endpoint.ts';
import { masked, PERSONAL_FIELDS, PERSONAL_NAMES, personalField } from '../../contract/identity/personal-fields.ts';
import { appendLog } from './audit-chain.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import type { AppContext } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** Operation types of the log; the numbers are those of the dictionary `sys_oper_type` of compatible clients. */
export const OPERATION_TYPES = { other: 0, add: 1, edit: 2, remove: 3, grant: 4, export: 5, import: 6, force: 7, generate: 8, clean: 9 } as const;
export type OperationType = keyof typeof OPERATION_TYPES;

interface RequestCaller {
  readonly context: AppContext;
  readonly currentUser: CurrentUser;
  readonly request: FastifyRequest;
}

const BY_METHOD: Readonly<Record<string, OperationType>> = { POST: 'add', PUT: 'edit', DELETE: 'remove' } satisfies Partial<
  Record<Method, OperationType>
>;
const KEPT_CHARACTERS = 2000;

/**
 * Runs a back-office write and its operation log row in one transaction. `work` throws an `AppError` to roll everything
 * back; the failed attempt is then logged separately with the reason.
 * `what.title` is the title in the log: 岗位管理.
 */
export async function withOperationLog<T>(
  caller: RequestCaller,
  what: { readonly title: string; readonly business?: OperationType },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const started = Date.now();
  try {
    const done = await caller.context.db.transaction().execute(async (tx) => {
      const answer = await work(tx);
      await appendLog(tx, 'operLog', row(caller, what, started, { jsonResult: kept(answer), status: 0 }));
      return answer;
    });
    forgetTotals(caller.context.db);
    return done;
  } catch (error) {
    const errorMsg = error instanceof AppError ? error.message : '系统错误';
    await appendLog(caller.context.db, 'operLog', row(caller, what, started, { errorMsg, status: 1 }));
    forgetTotals(caller.context.db);
    throw error;
  }
}

/** Runs work in one transaction. It lets a service write without a dependency on logging. */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** A back-office write with an operation log row. */
export const loggedWrite =
  (caller: RequestCaller, title: string, business?: OperationType): Write =>
  (work) =>
    withOperationLog(caller, { title, ...(business ? { business } : {}) }, work);

/** Adds the row of a part of a job that a user has started, in the transaction of what it did. */
export const logOfJob = (
  tx: Tx,
  { userId, userName, deptId, deptName }: Pick<CurrentUser, 'userId' | 'userName' | 'deptId' | 'deptName'>,
  { title, business, method, done }: { readonly title: string; readonly business: OperationType; readonly method: string; readonly done: object },
): Promise<void> =>
  appendLog(tx, 'operLog', {
    title,
    businessType: OPERATION_TYPES[business],
    method,
    operatorType: 1,
    operName: userName,
    deptId,
    deptName,
    userId,
    jsonResult: kept(done),
    operTime: Date.now(),
  });

/** A write by the installation itself, without an operation log row. */
export const unloggedWrite =
  (context: AppContext): Write =>
  (work) =>
    context.db.transaction().execute(work);

function row({ currentUser, request }: RequestCaller, what: { title: string; business?: OperationType }, started: number, result: object) {
  const { method, url } = request;
  const [path = ''] = url.split('?');
  return {
    title: what.title,
    businessType: OPERATION_TYPES[what.business ?? BY_METHOD[method] ?? 'other'],
    method: request.routeOptions.url ?? path,
    requestMethod: method,
    operatorType: 1,
    operName: currentUser.userName,
    deptName: currentUser.deptName,
    deptId: currentUser.deptId,
    userId: currentUser.userId,
    operUrl: path.slice(0, 255),
    operIp: request.ip,
    operLocation: locationOf(request.ip),
    operParam: kept({ ...(request.params as object), ...(request.query as object), ...(isObject(request.body) ? request.body : {}) }),
    operTime: started,
    costTime: Date.now() - started,
    ...result,
  };
}

/** The path of the call is unknown here, so the most common meaning of a field name applies. The log never needs the clear value. */
function maskedForLog(key: string, value: unknown, row: unknown): unknown {
  const field = personalField('', key) ?? LOGGED_FIELDS.find((one) => one.field === key);
  return field ? masked(field, value, row as Record<string, unknown>) : value;
}
const LOGGED_FIELDS = PERSONAL_FIELDS.filter((one) => one.under !== undefined);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the location of an IP address as far as it is known without an external service. */
export function locationOf(ip: string): string {
  return /^(::1$|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::ffff:(127|10|192\.168)\.|f[cd])/i.test(ip) ? '内网IP' : '';
}

const SECRET = /passw|pwd|secret|token|authorization|idcard|bankaccountno|^account$|captcha|^code$|^uuid$/i;

/** Returns JSON for the log: without secrets, with masked personal fields, and cut to the maximum length. */
function kept(value: unknown): string {
  if (value === undefined) return '';
  return JSON.stringify(value, function (this: unknown, key, inner: unknown) {
    if (SECRET.test(key)) return undefined;
    if (PERSONAL_NAMES.has(key)) return maskedForLog(key, inner, this);
    const { configKey } = (this ?? {}) as { configKey?: unknown };
    return key === 'configValue' && SECRET.test(String(configKey)) ? undefined : inner;
  }).slice(0, KEPT_CHARACTERS);
}
