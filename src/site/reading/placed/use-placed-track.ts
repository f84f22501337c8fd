import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { BookCard } from '../../../../contract/catalog/book.ts';
import type { Track } from '../../../../contract/media/track.ts';
import { coverAddress } from '../../../cover/cover.tsx';
import type { Player } from '../../../media-player/open-player.ts';
import { OPENING, openTrack, type Watching } from '../../../media-player/track-session.ts';
import { currentPerson } from '../../../session/current-person.ts';

/** Plays a placed recording in `host` as long as the component is shown. Other sounds of the page pause. */
export function usePlacedTrack(
  host: RefObject<HTMLElement | null>,
  track: Track,
  work: BookCard,
): { watching: Watching; player: RefObject<Player | null> } {
  const player = useRef<Player | null>(null);
  const [watching, setWatching] = useState<Watching>(OPENING);
  const opened = useEffectEvent(() => openTrack({ track, poster: track.posterUrl || coverAddress(work), userId: currentPerson(), autoplay: true }));
  const { mediaId } = track;
  useEffect(() => {
    for (const other of document.querySelectorAll('video')) if (!host.current?.contains(other)) other.pause();
  }, [host, mediaId]);
  // Runs before the component is removed, because a media element stops when it leaves the document.
  useLayoutEffect(() => {
    const session = opened();
    host.current?.append(session.room);
    const follow = (): void => {
      player.current = session.player();
      setWatching(session.now());
    };
    follow();
    const unfollow = session.subscribe(follow);
    return () => {
      unfollow();
      player.current = null;
      session.close();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an answer that came again is the same track, and interrupts nobody
  }, [host, mediaId]);
  return { watching, player };
}
