import { endSession, session } from './session.store.ts';

type Farewell = (userId: number) => void | Promise<void>;
const farewells = new Set<Farewell>();
/** Registers a listener for an explicit sign-out, to remove data that was stored on this device until then. */
export const onLogOut = (listener: Farewell): void => void farewells.add(listener);

/**
 * Signs out at the user's request and removes the data stored here for their return. The session ends first: who leaves the page at once is
 * signed out too.
 */
export async function logOut(): Promise<void> {
  const { now } = session;
  const ended = endSession();
  // A store that fails must not keep the others from being cleared.
  if (now.state === 'authenticated') for (const listener of farewells) await Promise.resolve(listener(now.user.userId)).catch(() => undefined);
  await ended;
}
