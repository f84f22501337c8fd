import { devicePosition } from './positions.ts';
import { takePendingIntent, setPendingIntent } from '../session/pending-intent.ts';

interface TrialPlace {
  readonly mediaId: number;
  readonly positionMs: number;
}
const WHAT = 'place';

/** Stores the position at the end of a trial, so that playback continues there after the visitor has signed in. */
export const storeTrialPosition = (mediaId: number): void =>
  setPendingIntent(WHAT, { mediaId, positionMs: devicePosition(null, mediaId)?.positionMs ?? 0 });

/** Returns the position where the visitor left for sign-in, once; null otherwise. */
export const trialPosition = (mediaId: number): TrialPlace | null => takePendingIntent<TrialPlace>(WHAT, (place) => place.mediaId === mediaId);
