import type { Track } from '../../../contract/media/track.ts';
import type { Player } from '../../media-player/open-player.ts';
import { chapterBeside, chaptersOf } from '../../media-player/track-chapters.ts';

/** The action of a media key for next or previous: the chapter inside the track, and at its ends the track beside it. */
export function chapterStep(
  { track, player }: { readonly track: Track; player(): Player | null },
  step: 1 | -1,
  beside: (() => void) | null,
): (() => void) | null {
  const chapters = chaptersOf(track);
  if (chapters.length === 0) return beside;
  return () => {
    const to = chapterBeside(chapters, player()?.time() ?? 0, step);
    if (to === null) beside?.();
    else player()?.seek(to);
  };
}
