import { statusFailure } from '../../contract/error.ts';

/**
 * Why a call did not return 200. `code` is the body's code or, with `byStatus`, the HTTP status; 0 if the server was not
 * reached, -1 for a timeout.
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

/** True if the network failed, not the server. */
export const isOffline = (error: unknown): boolean => error instanceof CallError && (error.code === OFFLINE || error.code === TOO_LATE);

/** The response is not from our server: a captive portal answers every request with its own sign-in page. */
export class GarbledAnswer extends CallError {}
/** Statuses of a proxy while the server restarts or is overloaded. */
const GATEWAY = [408, 425, 429, 502, 503, 504];
/** Throws `CallError` for a response that is not from our server. */
export function throwIfBetween({ status }: Response): void {
  if (GATEWAY.includes(status)) throw new CallError(status, statusFailure(status), true);
}

/** True if our server did not answer: the user stays signed in and queued work stays stored. */
export const isAway = (error: unknown): boolean =>
  isOffline(error) || error instanceof GarbledAnswer || (error instanceof CallError && error.byStatus && GATEWAY.includes(error.code));

type SignedOut = (token: string) => void;
const signedOutListeners = new Set<SignedOut>();
/** Calls the listener for every answer that says that `token` is not valid any more. */
export function onSignedOut(listener: SignedOut): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** For requests sent without `call`: the server answered that `token` is not valid any more. */
export function reportTokenRejected(token: string): void {
  for (const listener of signedOutListeners) listener(token);
}
