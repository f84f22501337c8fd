import type { TrackChapter } from '../../../contract/media/track.ts';
import { chapterAt, chapterTitle } from '../../media-player/track-chapters.ts';
import { clockOf } from '../../media-player/transcript.ts';
import { inLatin } from '../../format/script.ts';

interface Props {
  chapters: readonly TrackChapter[];
  seconds: number;
  /** Seconds that may be played. */
  until: number;
  goTo: (seconds: number) => void;
}

/** The chapters of a recording: the current one, and a way to each that may be played. */
export function ChapterList({ chapters, seconds, until, goTo }: Props) {
  const now = chapterAt(chapters, seconds);
  return (
    <section className="chapters" aria-label="章节">
      <div className="book-part-head">
        <h2>章节</h2>
        <span className="meta">共 {chapters.length} 章</span>
      </div>
      <ol className="transcript-lines">
        {chapters.map((chapter, index) => (
          <li key={chapter.startMs}>
            <button
              type="button"
              className="transcript-line"
              aria-current={index === now ? 'true' : undefined}
              disabled={chapter.startMs / 1000 >= until}
              onClick={() => goTo(chapter.startMs / 1000)}
            >
              <span className="transcript-time">{clockOf(chapter.startMs / 1000)}</span>
              <span className="transcript-text" {...inLatin(chapterTitle(chapter, index))}>
                {chapterTitle(chapter, index)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
