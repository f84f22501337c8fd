import { useEffect, useRef, useState } from 'react';
import type { PlacedItem } from '../../../../contract/textbook/placed.ts';
import type { Track } from '../../../../contract/media/track.ts';
import { clockOf, cueAt } from '../../../media-player/transcript.ts';
import { Icon } from '../../frame/icon.tsx';
import type { Reader } from '../../../reader-engine/open-book.ts';
import type { Opening } from '../session/opening.ts';
import { useHeardText } from './use-heard-text.ts';
import { usePlacedTrack } from './use-placed-track.ts';

const RATES = [0.75, 1, 1.25, 1.5] as const;
const STEP_S = 5;

interface Props {
  item: PlacedItem;
  track: Track;
  opening: Opening;
  reader: Reader;
  close: () => void;
}

const WORDS = {
  opening: '正在打开…',
  failed: '没有放成，请检查网络后再试',
  'trial-over': '试听到这里',
  'right-over': '使用期到了，先放到这里',
} as const;

/** The bar of a placed recording: the sentence that is heard, steps, speed, and the repeat of a part. The sentence is marked in the text too. */
export function PlacedPlayer({ item, track, opening, reader, close }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { watching, player } = usePlacedTrack(host, track, opening.card);
  const [rate, setRate] = useState<number>(1);
  /** On a phone the bar has one line, so that it covers no text; a tap on the sentence shows the other controls. */
  const [all, setAll] = useState(false);
  const [part, setPart] = useState<{ from: number; to: number | null } | null>(null);
  const { seconds, playing, state, cues, link } = watching;
  useHeardText(reader, item, cues, seconds, state === 'open');
  const length = link?.playSec || track.durationSec;
  useEffect(() => {
    if (part?.to && seconds >= part.to) player.current?.seek(part.from);
  }, [part, seconds, player]);
  useEffect(() => {
    const sound = host.current?.querySelector('video');
    if (sound && state === 'open') sound.playbackRate = rate;
  }, [rate, state]);
  const press = (): void => {
    if (playing) return player.current?.pause();
    if (seconds >= length) player.current?.seek(part?.from ?? 0);
    player.current?.play();
  };
  const step = (by: number): void => player.current?.seek(Math.min(length, Math.max(0, seconds + by)));
  const repeat = (): void => {
    if (!part) setPart({ from: seconds, to: null });
    else if (part.to === null && seconds > part.from + 0.5) setPart({ from: part.from, to: seconds });
    else setPart(null);
  };
  const sentence = cues[cueAt(cues, seconds)]?.text ?? '';
  const words = state === 'open' ? sentence || item.label : WORDS[state];
  return (
    <section className="placed-player" aria-label={`正在听：${item.label}`} data-all={all ? '' : undefined}>
      <div ref={host} hidden />
      <div className="placed-player-gone" style={{ width: `${length > 0 ? Math.min(100, (seconds / length) * 100) : 0}%` }} />
      <button
        type="button"
        className="icon-button placed-player-play"
        aria-label={playing ? '暂停' : '播放'}
        disabled={state !== 'open'}
        onClick={press}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button type="button" className="placed-player-words" aria-expanded={all} onClick={() => setAll(!all)}>
        <span className="unseen">更多控制：</span>
        <span lang={sentence && state === 'open' ? opening.book.language : undefined}>{words}</span>
      </button>
      <div className="placed-player-keys">
        <span className="placed-player-clock">
          {clockOf(seconds)} / {clockOf(length)}
        </span>
        <button type="button" className="icon-button" aria-label={`后退${STEP_S}秒`} disabled={state !== 'open'} onClick={() => step(-STEP_S)}>
          <Icon name="back" size={20} />
        </button>
        <button type="button" className="icon-button" aria-label={`前进${STEP_S}秒`} disabled={state !== 'open'} onClick={() => step(STEP_S)}>
          <Icon name="right" size={20} />
        </button>
        <button type="button" className="placed-player-part" aria-pressed={part !== null} disabled={state !== 'open'} onClick={repeat}>
          {part === null ? 'A–B' : part.to === null ? '到这里' : '不重复'}
          <span className="unseen">{part === null ? '：从这里起重复' : part.to === null ? '：重复从 A 到这里' : '：不再重复'}</span>
        </button>
        <select aria-label="语速" value={rate} onChange={(event) => setRate(Number(event.target.value))}>
          {RATES.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </div>
      <button type="button" className="icon-button placed-player-close" aria-label="不听了" onClick={close}>
        <Icon name="close" size={20} />
      </button>
    </section>
  );
}

const FILM_WORDS = { failed: '没有放成，请检查网络后再试', 'trial-over': '试看到这里', 'right-over': '使用期到了，先放到这里' } as const;

/** A placed film with its captions. */
export function PlacedFilm({ track, opening }: { track: Track; opening: Opening }) {
  const host = useRef<HTMLDivElement>(null);
  const { watching } = usePlacedTrack(host, track, opening.card);
  const { state } = watching;
  return (
    <div className="placed-film">
      <div ref={host} className="player-host" inert={state in FILM_WORDS} />
      {state in FILM_WORDS ? <p role="alert">{FILM_WORDS[state as keyof typeof FILM_WORDS]}</p> : null}
    </div>
  );
}
