import { type AxiosProgressEvent, type AxiosResponse, create, isAxiosError, type ResponseType } from 'axios';
import type { Endpoint } from '../../contract/endpoint.ts';
import { CODE, FOREIGN_ANSWER, NETWORK_FAILURE, statusFailure, TIMEOUT_FAILURE, UNKNOWN_FAILURE, WORDS } from '../../contract/error.ts';
import { API_PREFIX, ONCE_HEADER, REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { newUuid } from './new-uuid.ts';
import { readToken } from './token.ts';
import { CallError, GarbledAnswer, OFFLINE, reportTokenRejected, TOO_LATE } from './call-error.ts';
import { foldQuery } from './fold-query.ts';

export interface HttpRequest {
  readonly method: string;
  /** Below the API prefix, with path parameters filled in. */
  readonly path: string;
  /** Converted to the query string. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; default 10 000. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
  /** Sends no bearer header, so that a shared cache may store the answer. */
  readonly noToken?: boolean;
  readonly responseType?: ResponseType;
  readonly fetchOptions?: Pick<RequestInit, 'cache' | 'keepalive'>;
  /** Share of the body that has been sent, 0 to 1. */
  readonly onUploadProgress?: ((share: number) => void) | undefined;
}

declare module 'axios' {
  interface AxiosRequestConfig {
    noToken?: boolean;
  }
}

/** The only axios instance of the site and of the back office. */
const client = create({
  baseURL: API_PREFIX,
  adapter: 'fetch',
  timeout: REQUEST_TIMEOUT_MS,
  timeoutErrorMessage: 'timeout',
  transitional: { clarifyTimeoutError: true },
  headers: { common: { Accept: 'application/json' } },
  paramsSerializer: { serialize: foldQuery },
  // Without a Request class axios passes the relative URL and plain options on to fetch.
  env: { fetch: (url, options) => fetch(url, options), Request: null as never },
});

client.interceptors.request.use((config) => {
  // axios would set its own name here, and browsers that allow it would hide the device in the list of sessions.
  config.headers.set('User-Agent', false);
  const token = config.noToken || config.headers.has('authorization') ? null : readToken();
  if (token) config.headers.set('authorization', `Bearer ${token}`);
  return config;
});

/** Sends one request and resolves with the response of any HTTP status. Rejects with an `AxiosError` when there is none. */
function send({ path, query, body, signal, onUploadProgress, ...rest }: HttpRequest): Promise<AxiosResponse<unknown>> {
  return client.request({
    ...rest,
    url: path,
    ...(query ? { params: query } : {}),
    data: body ?? null,
    ...(signal ? { signal } : {}),
    validateStatus: () => true,
    // Chromium streams a fetch body, and thus reports its progress, over HTTP/2 only.
    ...(onUploadProgress ? { adapter: 'xhr', onUploadProgress: ({ progress }: AxiosProgressEvent) => onUploadProgress(progress ?? 0) } : {}),
  });
}

const isTimeout = (error: unknown): boolean => isAxiosError(error) && (error.code === 'ETIMEDOUT' || error.code === 'ECONNABORTED');

/** Sends one request and resolves with the response of any HTTP status. Throws `CallError` without a response. */
export async function request(asked: HttpRequest): Promise<AxiosResponse<unknown>> {
  try {
    return await send(asked);
  } catch (error) {
    if (asked.signal?.aborted) throw error;
    throw isTimeout(error) ? new CallError(TOO_LATE, TIMEOUT_FAILURE) : new CallError(OFFLINE, NETWORK_FAILURE);
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sends the token with a public call too, for answers with more data for a signed-in user. */
  readonly known?: boolean;
  /** Bypasses the HTTP cache. */
  readonly fresh?: boolean;
  /** The user has just confirmed their identity for this call. */
  readonly confirmed?: boolean;
  /** Share of the body that has been sent, 0 to 1. */
  readonly onUploadProgress?: (share: number) => void;
}

interface Parts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** Changes under way, by what they ask for. */
const running = new Map<string, Promise<unknown>>();
/** Keys of changes without an answer so far: the server does a change once for its key. */
const keys = new Map<string, string>();

/**
 * Sends one call of the contract and returns the data of its envelope. Public calls carry no token, so that a shared
 * cache may store their answers. A change that is asked for twice at the same time, as by a double click, is sent once.
 * Throws `CallError` with a message for users.
 */
export function exchange(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<unknown> {
  if (endpoint.method === 'GET' || endpoint.multipart || options.signal || options.confirmed) return answerOf(endpoint, input, options);
  // Another user of this device never gets the answer of the one before.
  const asked = `${readToken()} ${endpoint.key} ${JSON.stringify(input)}`;
  const first = running.get(asked);
  if (first) return first;
  const sent = answerOf(endpoint, input, options, endpoint.once ? asked : undefined).finally(() => running.delete(asked));
  running.set(asked, sent);
  return sent;
}

async function answerOf(endpoint: Endpoint, input: unknown, options: CallOptions, once?: string): Promise<unknown> {
  const { params, query, body } = input as Parts;
  const key = once === undefined ? undefined : (keys.get(once) ?? newUuid());
  if (once !== undefined && key !== undefined) keys.set(once, key);
  const { status, data, config } = await request({
    method: endpoint.method,
    path: pathOf(endpoint, params),
    timeout: endpoint.timeout ?? REQUEST_TIMEOUT_MS,
    noToken: endpoint.access === 'public' && options.known !== true,
    signal: options.signal,
    onUploadProgress: options.onUploadProgress,
    ...(query ? { query } : {}),
    ...(body instanceof FormData ? { body } : body === undefined ? {} : jsonBody(body, key)),
    ...(options.fresh ? { fetchOptions: { cache: 'no-store' } } : {}),
  });
  if (status < 200 || status > 299) throw new CallError(status, statusFailure(status), true);
  if (typeof data !== 'object' || data === null) throw new GarbledAnswer(CODE.failed, FOREIGN_ANSWER);
  const { code = CODE.ok, msg } = data as { code?: number; msg?: string };
  if (code === CODE.ok) {
    if (once !== undefined) keys.delete(once);
    return hasOnlyData(data) ? data.data : data;
  }
  if (code === CODE.unconfirmed && !options.confirmed && (await confirmPerson())) return exchange(endpoint, input, { ...options, confirmed: true });
  const token = String(config.headers.get('authorization') ?? '').replace('Bearer ', '');
  if (code === CODE.signedOut && token) reportTokenRejected(token);
  throw new CallError(code, msg || WORDS[code] || UNKNOWN_FAILURE);
}

/** Asks the user to confirm their identity, in the dialog shared by both clients; false if the user cancels. */
export const confirmPerson = async (): Promise<boolean> =>
  (await import('./confirm-dialog.tsx')).confirmPerson((endpoint, input) => exchange(endpoint, input, {}) as never);

const jsonBody = (body: unknown, key: string | undefined): Pick<HttpRequest, 'body' | 'headers'> => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json;charset=utf-8', ...(key ? { [ONCE_HEADER]: key } : {}) },
});

/** An answer with only `{code,msg,data}` returns `data`; with further keys (rows, token, user) the whole answer is returned. */
const hasOnlyData = (answer: object): answer is { data: unknown } =>
  'data' in answer && Object.keys(answer).every((key) => key === 'code' || key === 'msg' || key === 'data');

/** The path of a call below the API prefix, with its parameters filled in. */
export const pathOf = (endpoint: Pick<Endpoint, 'path'>, params: Parts['params']): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
