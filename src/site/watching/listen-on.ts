import { standingBar } from '../frame/standing-bar.store.ts';
import { type Among, goOnWithout, stopListening } from './listening.store.ts';
import type { TrackSession } from './track-session.ts';

/** Goes on with what is heard though its page is left, and brings the bar it is stopped from; false where its page ends it. */
export function listenOn(session: TrackSession, among: Among): boolean {
  if (!goOnWithout(session, among)) return false;
  // Without its bar nothing could stop it.
  import('./mini-player.tsx').then(({ MiniPlayer }) => (standingBar.Bar = MiniPlayer), stopListening);
  return true;
}
