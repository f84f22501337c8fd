import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<number>();

/** Runs the handler of a request; queues below it share their turns between users. Visitors and jobs of the server are user 0. */
export const runForOwner = <T>(userId: number | undefined, handler: () => T): T => owners.run(userId ?? 0, handler);
export const requestOwner = (): number => owners.getStore() ?? 0;
