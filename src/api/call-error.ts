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
