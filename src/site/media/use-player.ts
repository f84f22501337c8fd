import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Track } from '../../../contract/media/track.ts';
import type { Player } from '../../media-player/open-player.ts';
import { takeOver } from './listening.store.ts';
import { OPENING, openTrack, type TrackSession, type Watching } from '../../media-player/track-session.ts';

interface Options {
  readonly host: RefObject<HTMLElement | null>;
  readonly track: Track;
  readonly poster: string;
  readonly userId: number | null;
  /** Starts automatically: the user came from another track or pressed play. */
  readonly autoplay: boolean;
  onEnded(): void;
  /** The sleep timer stopped it; the last sentence heard starts at this second. */
  onSlept(session: TrackSession, seconds: number): void;
  /** Returns true when another component continues the session. */
  onLeave(session: TrackSession): boolean;
}

/** Returns the track's session for the page that shows it: the one that was playing in the background, or a new one. */
export function usePlayer({ host, track, poster, userId, autoplay, onEnded, onSlept, onLeave }: Options): {
  watching: Watching;
  player: RefObject<Player | null>;
} {
  const player = useRef<Player | null>(null);
  const [watching, setWatching] = useState<Watching>(OPENING);
  const ended = useEffectEvent(onEnded);
  const slept = useEffectEvent(onSlept);
  const leave = useEffectEvent(onLeave);
  const opened = useEffectEvent(() => takeOver(track, userId, autoplay) ?? openTrack({ track, poster, userId, autoplay }));
  const { mediaId, durationSec } = track;

  // Runs before the page is removed, because a media element stops when it leaves the document.
  useLayoutEffect(() => {
    const session = opened();
    host.current?.append(session.room);
    session.onEnded = () => ended();
    session.onSlept = (seconds) => slept(session, seconds);
    const follow = (): void => {
      player.current = session.player();
      setWatching(session.now());
    };
    follow();
    const unfollow = session.subscribe(follow);
    return () => {
      unfollow();
      player.current = null;
      if (!leave(session)) session.close();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an answer that came again is the same track, and interrupts nobody
  }, [host, mediaId, durationSec, poster, userId, autoplay]);

  return { watching, player };
}
