import { statusFailure } from '../../contract/error.ts';

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

/** The response is not from our server: a captive portal answers every request with its own sign-in page. */
export class GarbledAnswer extends CallError {}
/** Statuses of a proxy while the server restarts or is overloaded. */
const GATEWAY = [408, 425, 429, 502, 503, 504];
/** Throws `CallError` for a response that is not from our server. */
export function throwIfBetween({ status }: Response): void {
  if (GATEWAY.includes(status)) throw new CallError(status, statusFailure(status), true);
}

/** True if our server did not answer: the user stays signed in and queued work is kept. */
export const isAway = (error: unknown): boolean =>
  isOffline(error) || error instanceof GarbledAnswer || (error instanceof CallError && error.byStatus && GATEWAY.includes(error.code));

type SignedOut = (token: string) => void;
const signedOutListeners = new Set<SignedOut>();
/** Called, for every answer that says so, when the server no longer knows `token`. */
export function onSignedOut(listener: SignedOut): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** For requests sent without `call`: the server answered that it no longer knows `token`. */
export function reportTokenRejected(token: string): void {
  for (const listener of signedOutListeners) listener(token);
}
