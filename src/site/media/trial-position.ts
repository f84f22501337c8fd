import { devicePlace } from '../../media-player/positions.ts';
import { takeWanted, want } from '../../session/pending-intent.ts';

interface TrialPlace {
  readonly mediaId: number;
  readonly positionMs: number;
}
const WHAT = 'place';

/** A visitor goes to sign in from the end of a trial: he is to hear on from there. */
export const keepTrialPlace = (mediaId: number): void => want(WHAT, { mediaId, positionMs: devicePlace(null, mediaId)?.positionMs ?? 0 });

/** Where he came from, once; null for everybody else. */
export const placeOfTrial = (mediaId: number): TrialPlace | null => takeWanted<TrialPlace>(WHAT, (place) => place.mediaId === mediaId);
