import { devicePosition } from '../../media-player/positions.ts';
import { takePendingIntent, setPendingIntent } from '../../session/pending-intent.ts';

interface TrialPlace {
  readonly mediaId: number;
  readonly positionMs: number;
}
const WHAT = 'place';

/** A visitor goes to sign in from the end of a trial: he is to hear on from there. */
export const storeTrialPosition = (mediaId: number): void =>
  setPendingIntent(WHAT, { mediaId, positionMs: devicePosition(null, mediaId)?.positionMs ?? 0 });

/** Where he came from, once; null for everybody else. */
export const trialPosition = (mediaId: number): TrialPlace | null => takePendingIntent<TrialPlace>(WHAT, (place) => place.mediaId === mediaId);
