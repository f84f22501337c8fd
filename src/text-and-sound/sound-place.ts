import type { Chapter } from '../../contract/catalog/book.ts';
import { tracksOf } from '../../contract/media/track.ts';
import { cuesOf } from '../../contract/media/web-vtt.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { linkTo } from '../downloads/track-link.ts';
import { storePosition } from '../media-player/positions.ts';
import { currentPerson } from '../session/current-person.ts';
import { partWith } from './text-letters.ts';
import { type Basis, textMap } from './text-map.ts';

/** A moment of a recording. */
export interface SoundPlace {
  readonly mediaId: number;
  readonly positionMs: number;
  /** `sentence`: this sentence begins there, by the transcript of the recording. */
  readonly basis: Basis | 'sentence';
}

interface Read {
  /** The work with the recording. */
  readonly publishId: number;
  /** The chapters of the text. */
  readonly chapters: readonly Chapter[];
  readonly documentIndex: number;
  readonly percent: number;
  /** The sentence at which the reader is; '' if it is not known. */
  readonly sentence: string;
}

const STALE_MS = 10 * 60_000;

/** Returns the moment of a recording at which a place of its text is read aloud; null when the recording has no tracks. */
export async function soundPlace({ publishId, chapters, documentIndex, percent, sentence }: Read): Promise<SoundPlace | null> {
  const tracks = await queryClient.fetchQuery({ ...queryOf(tracksOf, { params: { publishId } }), staleTime: STALE_MS });
  const total = chapters.reduce((sum, { characters }) => sum + characters, 0);
  const before = chapters.reduce((sum, { index, characters }) => (index < documentIndex ? sum + characters : sum), 0);
  const own = chapters.find(({ index }) => index === documentIndex)?.characters ?? 0;
  const fraction = own > 0 ? Math.max(0, Math.min(1, ((percent / 100) * total - before) / own)) : 0;
  const there = textMap(tracks, chapters)?.toSound(documentIndex, fraction);
  if (!there) return null;
  const at = tracks.findIndex(({ mediaId }) => mediaId === there.mediaId);
  // A page is a large part of a short track, so the sentence may be in the one before or after.
  for (const track of [tracks[at], tracks[at + 1], tracks[at - 1]]) {
    if (!track?.hasCaptions || sentence === '') continue;
    const cues = await linkTo(track.mediaId, track.durationSec).then(
      ({ captions }) => cuesOf(captions),
      () => [],
    );
    const near = track.mediaId === there.mediaId ? there.positionMs / 1000 / track.durationSec : 0.5;
    const found = partWith(
      cues.map(({ text }) => text),
      sentence,
      near,
    );
    const cue = found === null ? undefined : cues[found];
    if (cue) return { mediaId: track.mediaId, positionMs: Math.round(cue.start * 1000), basis: 'sentence' };
  }
  return there;
}

/** From now on the recording starts at this moment. */
export const listenOnAt = ({ mediaId, positionMs }: SoundPlace): void => storePosition(currentPerson(), mediaId, positionMs);
