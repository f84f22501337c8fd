import type { BookDetail } from '../../../contract/catalog/book.ts';
import { pairOf } from '../../../contract/media/text-work.ts';
import type { Track } from '../../../contract/media/track.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { readOnAt, textPlace } from './text-place.ts';
import type { TrackSession } from '../../media-player/track-session.ts';

const STALE_MS = 10 * 60_000;

/** The sleep timer stopped a recording: its text, if it has one, opens at the last sentence heard. Without a network the text stays as it is. */
export async function readFromThere(
  { work, tracks }: { readonly work: BookDetail; readonly tracks: readonly Track[] },
  { track, now }: Pick<TrackSession, 'track' | 'now'>,
  seconds: number,
): Promise<void> {
  const { cues } = now();
  const { text } = await queryClient.fetchQuery({ ...queryOf(pairOf, { params: { publishId: work.publishId } }), staleTime: STALE_MS });
  const place = text && (await textPlace({ publishId: text.publishId, tracks, mediaId: track.mediaId, seconds, cues }));
  if (place) readOnAt(place);
}
