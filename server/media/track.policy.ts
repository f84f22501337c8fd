import type { CurrentUser } from '../http/current-user.ts';
import type { placedTracks, playedWork, TrackRow } from './track.queries.ts';

type PlayedWork = NonNullable<Awaited<ReturnType<typeof playedWork>>>;
type Places = Awaited<ReturnType<typeof placedTracks>>;

/** The account that added a track gets the same answer again when it repeats the call. */
export const addedTrack = (track: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => track.userId === userId;

/**
 * How much of a track everybody may play while its work is on sale: all of it, or the seconds from its start. In a textbook, the chapter decides
 * in which the track is placed; `places` are those of the textbook, and are not read for other works.
 */
export function freePart(
  work: Pick<PlayedWork, 'kind' | 'isFree' | 'trialChapters'>,
  row: Pick<TrackRow, 'id' | 'isFree' | 'trialSec' | 'durationMs'>,
  places: Places,
): { readonly whole: boolean; readonly trialSec: number } {
  if (work.kind !== 'textbook')
    return { whole: work.isFree === '1' || row.isFree === '1', trialSec: Math.min(row.trialSec, Math.ceil(row.durationMs / 1000)) };
  const place = places.find(({ mediaId }) => mediaId === row.id);
  return { whole: work.isFree === '1' || (place !== undefined && Number(place.documentIndex) < work.trialChapters), trialSec: 0 };
}
