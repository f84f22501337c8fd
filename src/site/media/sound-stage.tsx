import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { coverInk } from '../../cover/cover-drawing.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';

/** The picture of an audio track: its cover, or the track's own picture, with the title on the cover. The page also has the title as text. */
export function SoundStage({ work, track }: { work: BookDetail; track: Track }) {
  const wash = { '--wash': coverInk(work.title, work.cover.colour).key } as React.CSSProperties;
  return (
    <div className="sound-stage" style={wash} aria-hidden="true">
      {track.posterUrl ? <img className="sound-picture" src={track.posterUrl} alt="" /> : <Cover book={work} eager />}
      <div className="sound-words">
        <b className="serif" {...inLatin(work.title)}>
          {work.title}
        </b>
        <span>{work.authorsText}</span>
      </div>
    </div>
  );
}
