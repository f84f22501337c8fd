import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Track } from '../../../contract/media/track.ts';
import { clockOf } from '../../media-player/transcript.ts';
import { Icon } from '../frame/icon.tsx';
import { playPath, trackRight, trialWords } from './media-messages.ts';
import { inLatin } from '../../format/script.ts';

interface Props {
  tracks: readonly Track[];
  entitled: boolean;
  /** The track that is playing. */
  current?: number;
  /** Shown at the end of a track's row. */
  extra?: (track: Track) => ReactNode;
}

/** Lists the tracks of a work in order: which one plays, how long each is, and which are playable. */
export function TrackList({ tracks, entitled, current, extra }: Props) {
  return (
    <ol className="track-list">
      {tracks.map((track, index) => {
        const right = trackRight(track, entitled);
        const inside = (
          <>
            <span className="track-number">{track.mediaId === current ? <Icon name="play" size={18} /> : index + 1}</span>
            <span className="track-name serif one-line" {...inLatin(track.title)}>
              {track.title}
            </span>
            {right === 'trial' ? <span className="tag tag-brand">{trialWords(track)}</span> : null}
            {right === 'none' ? (
              <>
                <Icon name="lock" size={18} className="soft" />
                <span className="unseen">未开放</span>
              </>
            ) : null}
            <span className="track-length">{clockOf(track.durationSec)}</span>
          </>
        );
        return (
          <li key={track.mediaId} className="track">
            {right === 'none' ? (
              <span className="track-row">{inside}</span>
            ) : (
              <Link
                className="track-row"
                to={playPath(track.publishId, track.mediaId)}
                replace={current !== undefined}
                aria-current={track.mediaId === current ? 'true' : undefined}
              >
                {inside}
              </Link>
            )}
            {extra?.(track)}
          </li>
        );
      })}
    </ol>
  );
}
