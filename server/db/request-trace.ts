import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs work under the id of a request. Rows of background work keep this id, and run under it later, on any server. Empty: no request asked for it. */
export const traced = <T>(requestId: string, work: () => T): T => requests.run(requestId, work);

/** The id of the request that this work was started by; empty when there is none. */
export const requestTrace = (): string => requests.getStore() ?? '';
