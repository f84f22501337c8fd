import type { DataOf, Endpoint, EndpointSpec, InputOf } from '../../contract/endpoint.ts';
import { CODE, FOREIGN_ANSWER, NETWORK_FAILURE, statusFailure, TIMEOUT_FAILURE, UNKNOWN_FAILURE, WORDS } from '../../contract/error.ts';
import { API_PREFIX, REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { readToken } from '../session/token.ts';

/**
 * Why a call did not answer 200. `code` is the body's, or `byStatus` the HTTP status; 0 where the server was not
 * reached, -1 where it took too long.
 */
export class CallError extends Error {
  readonly code: number;
  readonly byStatus: boolean;
  constructor(code: number, message: string, byStatus = false) {
    super(message);
    this.code = code;
    this.byStatus = byStatus;
  }
}

export const OFFLINE = 0;
export const TOO_LATE = -1;

/** True where the network, not the server, said no. */
export const isOffline = (error: unknown): boolean => error instanceof CallError && (error.code === OFFLINE || error.code === TOO_LATE);

/** What came is no answer of the house: a network that wants a sign-in of its own sends its page for everything. */
export class GarbledAnswer extends CallError {}
/** What stands before the house says so while it is put up anew, or has too much to do. */
const GATEWAY = [408, 425, 429, 502, 503, 504];
/** An answer that is none of the house's. Throws `CallError`. */
export function throwIfBetween({ status }: Response): void {
  if (GATEWAY.includes(status)) throw new CallError(status, statusFailure(status), true);
}

/** True where the house itself has said nothing: nobody is signed out, and nothing is given up, for it. */
export const isAway = (error: unknown): boolean =>
  isOffline(error) || error instanceof GarbledAnswer || (error instanceof CallError && error.byStatus && GATEWAY.includes(error.code));

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

type SignedOut = (token: string) => void;
const signedOutListeners = new Set<SignedOut>();
/** Called, for every answer that says so, when the server no longer knows `token`. */
export function onSignedOut(listener: SignedOut): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** For what is sent beside these calls: the house answered that it no longer knows `token`. */
export function sayTokenRefused(token: string): void {
  for (const listener of signedOutListeners) listener(token);
}

/** The address of a call under the prefix, path and query filled in. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, input: Parts): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  const text = query.toString();
  return API_PREFIX + path + (text ? `?${text}` : '');
}

/**
 * Makes one call of the contract and answers its data. The token goes with every call but those open to
 * everybody, so that a shared cache may keep the latter; `known` sends it there too, for answers that hold more
 * for somebody who is known, and `fresh` takes no answer that was kept. Throws `CallError` with words for a person.
 */
export async function call<K extends string, S extends EndpointSpec>(
  endpoint: Endpoint<K, S>,
  input: InputOf<S>,
  options: { signal?: AbortSignal; known?: boolean; fresh?: boolean } = {},
): Promise<DataOf<S>> {
  const parts = input as Parts;
  const headers = new Headers({ accept: 'application/json' });
  const token = readToken();
  const sent = token !== null && (endpoint.access !== 'public' || options.known === true);
  if (sent) headers.set('authorization', `Bearer ${token}`);
  let body: BodyInit | null = null;
  if (parts.body instanceof FormData) body = parts.body;
  else if (parts.body !== undefined) {
    headers.set('content-type', 'application/json;charset=utf-8');
    body = JSON.stringify(parts.body);
  }
  const limit = AbortSignal.timeout(endpoint.timeout ?? REQUEST_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers,
      body,
      signal,
      cache: options.fresh ? 'no-store' : 'default',
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (limit.aborted) throw new CallError(TOO_LATE, TIMEOUT_FAILURE);
    throw new CallError(OFFLINE, NETWORK_FAILURE);
  }
  if (!response.ok) throw new CallError(response.status, statusFailure(response.status), true);
  const answer = (await response.json().catch(() => null)) as { code?: number; msg?: string; data?: unknown } | null;
  if (!answer) throw new GarbledAnswer(CODE.failed, FOREIGN_ANSWER);
  const { code = CODE.ok, msg } = answer;
  if (code === CODE.ok) return (endpointHasData(answer) ? answer.data : answer) as DataOf<S>;
  if (code === CODE.signedOut && sent) sayTokenRefused(token);
  throw new CallError(code, msg || WORDS[code] || UNKNOWN_FAILURE);
}

/** `{code,msg,data}` alone is a data answer; further keys (rows, token, user) are the answer itself. */
function endpointHasData(answer: object): boolean {
  return 'data' in answer && Object.keys(answer).every((key) => key === 'code' || key === 'msg' || key === 'data');
}
