import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { partUnit } from '../../../contract/media/part-name.ts';
import { pairOf } from '../../../contract/media/text-work.ts';
import type { Track } from '../../../contract/media/track.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import { queryOf } from '../../api/query-client.ts';
import { inLatin } from '../../format/script.ts';
import type { Player } from '../../media-player/open-player.ts';
import { SleepChoice } from '../../media-player/sleep-choice.tsx';
import { chapterAt, chapterBeside, chaptersOf, chapterTitle, lastHeard } from '../../media-player/track-chapters.ts';
import { toast } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { ChapterList } from './chapter-list.tsx';
import { recordingSleep } from '../../media-player/recording-sleep.ts';
import type { Watching } from '../../media-player/track-session.ts';
import './recording-tools.css';

const STALE_MS = 10 * 60_000;

interface Props {
  work: BookDetail;
  tracks: readonly Track[];
  track: Track;
  watching: Watching;
  player: () => Player | null;
}

/** Below the player: the current chapter with the ones beside it, the sleep timer, the way into the text, and the list of chapters. */
export function RecordingTools({ work, tracks, track, watching, player }: Props) {
  const chapters = chaptersOf(track);
  const { seconds, link } = watching;
  const now = chapterAt(chapters, seconds);
  const chapter = chapters[now];
  const unit = partUnit(work);
  const until = link?.playSec ?? track.durationSec;
  const [before, after] = [chapterBeside(chapters, seconds, -1), chapterBeside(chapters, seconds, 1)];
  const goTo = (to: number | null): void => (to === null ? undefined : player()?.seek(to));
  return (
    <>
      <div className="recording-tools">
        {chapters.length > 0 ? (
          <div className="recording-chapter">
            <button type="button" className="icon-button" aria-label="上一章" disabled={before === null} onClick={() => goTo(before)}>
              <Icon name="back" size={20} />
            </button>
            <span className="serif one-line" {...inLatin(chapter ? chapterTitle(chapter, now) : '')}>
              {chapter ? chapterTitle(chapter, now) : ''}
            </span>
            <button type="button" className="icon-button" aria-label="下一章" disabled={after === null || after >= until} onClick={() => goTo(after)}>
              <Icon name="right" size={20} />
            </button>
          </div>
        ) : null}
        <label className="recording-sleep" htmlFor="recording-sleep">
          <Icon name="moon" size={20} />
          <span>定时</span>
          <SleepChoice
            id="recording-sleep"
            timer={recordingSleep}
            ends={[...(chapters.length > 0 ? [['chapter', '本章结束后停'] as const] : []), ['track', `本${unit}结束后停`]]}
          />
        </label>
        <ReadHere work={work} tracks={tracks} track={track} watching={watching} player={player} />
      </div>
      {watching.slept ? <output className="recording-slept">{sleptWords(watching, unit)}</output> : null}
      {chapters.length > 0 ? <ChapterList chapters={chapters} seconds={seconds} until={until} goTo={goTo} /> : null}
    </>
  );
}

const sleptWords = ({ ended, cues }: Watching, unit: string): string =>
  ended ? `这一${unit}放完了，已按定时停下。` : cues.length > 0 ? '到时间了，已停下，并回到刚听完的一句。' : '到时间了，已停下，并退回几秒。';

/** Opens the text of the recording at the sentence that was heard. */
function ReadHere({ work, tracks, track, watching, player }: Props) {
  const pair = useQuery({ ...queryOf(pairOf, { params: { publishId: work.publishId } }), staleTime: STALE_MS });
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const text = pair.data?.text;
  if (!text) return null;
  const read = async (): Promise<void> => {
    setBusy(true);
    player()?.pause();
    const seconds = lastHeard(player()?.time() ?? watching.seconds, watching.cues, chaptersOf(track));
    try {
      const [{ readOnAt, textPlace }, { basisWords }] = await Promise.all([import('./text-place.ts'), import('../../text-and-sound/basis-words.ts')]);
      const place = await textPlace({ publishId: text.publishId, tracks, mediaId: track.mediaId, seconds, cues: watching.cues });
      if (!place) return void toast('这本书现在不能阅读');
      readOnAt(place);
      if (basisWords(place.basis)) void toast(basisWords(place.basis));
      await navigate(`${READER_PATH}?publishId=${text.publishId}&at=${encodeURIComponent(place.passage)}`);
    } catch {
      void toast('书没有取到，请检查网络后再试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="button button-wash"
      disabled={busy}
      aria-label={`在${inTitleMarks(text.title)}里读这一句`}
      onClick={() => void read()}
    >
      <Icon name="book" size={20} />
      {busy ? '正在翻到…' : '读这一句'}
    </button>
  );
}
