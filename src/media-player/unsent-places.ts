import { aloneAs, sendingLine } from '../reading-progress/sending-line.ts';
import { recall } from '../session/device-memory.ts';
import { onPersonChange, personOfToken } from '../session/session.store.ts';
import { placesKey } from './places-key.ts';

async function round(): Promise<'done' | 'later'> {
  const userId = personOfToken();
  // The rest is fetched only where something waits.
  if (userId === null || !recall(placesKey(userId))?.includes('"sent":false')) return 'done';
  return (await import('./places.ts')).sendPlaces(userId);
}

/** Sends what was watched or heard without a network, whichever screen is open; called at start. */
export function startMediaPlaces(): void {
  const line = sendingLine({ round, alone: aloneAs('media-places') });
  line.wake();
  window.addEventListener('online', () => void line.sendNow());
  onPersonChange((userId) => {
    if (userId !== null) line.wake();
  });
}
