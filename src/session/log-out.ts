import { endSession, session } from './session.store.ts';

type Farewell = (userId: number) => void | Promise<void>;
const farewells = new Set<Farewell>();
/** Called when a person signs out himself, for what was kept on this device until then. */
export const onLogOut = (listener: Farewell): void => void farewells.add(listener);

/** Ends the session as the person asked, and with it what he kept here for his return. */
export async function logOut(): Promise<void> {
  const { now } = session;
  if (now.state === 'authenticated') for (const listener of farewells) await listener(now.user.userId);
  await endSession();
}
