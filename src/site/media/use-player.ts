import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Track } from '../../../contract/media/track.ts';
import type { Player } from '../../media-player/open-player.ts';
import { takeOver } from './listening.store.ts';
import { OPENING, openTrack, type TrackSession, type Watching } from './track-session.ts';

interface Options {
  readonly host: RefObject<HTMLElement | null>;
  readonly track: Track;
  readonly poster: string;
  readonly userId: number | null;
  /** Begins by itself: the reader came from another track, or asked for it. */
  readonly autoplay: boolean;
  onEnded(): void;
  /** True when somebody else lets it go on. */
  onLeave(session: TrackSession): boolean;
}

/** The session of a track on the page that shows it: the one that went on playing meanwhile, or its own. */
export function usePlayer({ host, track, poster, userId, autoplay, onEnded, onLeave }: Options): {
  watching: Watching;
  player: RefObject<Player | null>;
} {
  const player = useRef<Player | null>(null);
  const [watching, setWatching] = useState<Watching>(OPENING);
  const ended = useEffectEvent(onEnded);
  const leave = useEffectEvent(onLeave);
  const opened = useEffectEvent(() => takeOver(track, userId, autoplay) ?? openTrack({ track, poster, userId, autoplay }));
  const { mediaId, durationSec } = track;

  // Before the page is taken away: what plays stops where it leaves the document.
  useLayoutEffect(() => {
    const session = opened();
    host.current?.append(session.room);
    session.onEnded = () => ended();
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an answer that came anew is the same track, and interrupts nobody
  }, [host, mediaId, durationSec, poster, userId, autoplay]);

  return { watching, player };
}
