import { useRef } from 'react';
import type { Track } from '../../../../contract/media/track.ts';
import { coverAddress } from '../../../cover/cover.tsx';
import { currentPerson } from '../../../session/current-person.ts';
import { usePlayer } from '../../media/use-player.ts';
import type { Opening } from '../session/opening.ts';

const WORDS = { failed: '没有放成，请检查网络后再试', 'trial-over': '试看到这里', 'right-over': '使用期到了，先放到这里' } as const;

/** A placed film with its captions. */
export function PlacedFilm({ track, opening }: { track: Track; opening: Opening }) {
  const host = useRef<HTMLDivElement>(null);
  const { watching } = usePlayer({
    host,
    track,
    poster: track.posterUrl || coverAddress(opening.card),
    userId: currentPerson(),
    autoplay: true,
    onEnded: () => undefined,
    onSlept: () => undefined,
    onLeave: () => false,
  });
  const { state } = watching;
  return (
    <div className="placed-film">
      <div ref={host} className="player-host" inert={state in WORDS} />
      {state in WORDS ? <p role="alert">{WORDS[state as keyof typeof WORDS]}</p> : null}
    </div>
  );
}
