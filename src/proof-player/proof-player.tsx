import { useEffect, useRef, useState, type RefObject } from 'react';
import type { MasterTrack } from '../../contract/media/master-track.ts';
import { cuesOf } from '../../contract/media/web-vtt.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { timeWords } from '../../contract/proof/mark-time.ts';
import './proof-player.css';

/** What opens a part: a link of some minutes, and captions. */
interface Play {
  readonly url: string;
  readonly mime: string;
  readonly captions: string;
}

export interface TimedMark {
  readonly markId: number;
  readonly trackId: number | null;
  readonly startMs: number | null;
  readonly label: string;
}

/** A place that is asked for; another object with the same values is another request. */
export interface AskedPlace {
  readonly trackId: number;
  readonly startMs: number;
}

interface Props {
  /** Kind of the work. */
  readonly kind: string;
  readonly tracks: readonly MasterTrack[];
  readonly playOf: (trackId: number) => Promise<Play>;
  readonly marks: readonly TimedMark[];
  readonly shown: number | null;
  /** Opens the player at this place. */
  readonly place: AskedPlace | null;
  readonly onShow: (markId: number) => void;
  /** Begins a mark at the present place; null when the user marks nothing. */
  readonly onMark: ((place: AskedPlace & { readonly page: number }) => void) | null;
}

const STEP_S = 5;
const RATES = [0.75, 1, 1.25, 1.5, 2] as const;
const EDITED = 'input:not([type=range]), textarea, select, [contenteditable], [role=combobox], [role=listbox]';

/** Plays the parts of a master with their marks. Space plays and stops, the arrows go five seconds back and on, M marks the place. */
export function ProofPlayer({ kind, tracks, playOf, marks, shown, place, onShow, onMark }: Props) {
  const { parts } = workFiles(kind);
  const media = useRef<HTMLVideoElement>(null);
  const [trackId, setTrackId] = useState(place?.trackId ?? tracks[0]?.trackId ?? 0);
  const [asked, setAsked] = useState(place);
  if (place !== asked) {
    setAsked(place);
    if (place) setTrackId(place.trackId);
  }
  const track = tracks.find((one) => one.trackId === trackId) ?? tracks[0];
  const { now, playing, problem, rate, setRate, reload } = usePlayback(media, track, playOf, asked);
  const mark = (): void => {
    if (!track || !onMark) return;
    media.current?.pause();
    onMark({ trackId: track.trackId, startMs: Math.round((media.current?.currentTime ?? 0) * 1000), page: track.orderNum });
  };
  useKeys(media, mark);
  if (!track || !parts) return <p className="proof-player-none">还没有{parts?.name ?? '曲目'}，制作上传以后可以在这里播放。</p>;
  const go = (seconds: number): void => void (media.current && (media.current.currentTime = Math.max(0, media.current.currentTime + seconds)));
  const here = marks.filter((one) => one.trackId === track.trackId && one.startMs !== null);
  const lasts = Math.max(1, track.durationSec * 1000);
  return (
    <div className="proof-player" data-media={track.mediaType}>
      <ol className="proof-player-parts" aria-label={parts.name}>
        {tracks.map((one) => {
          const count = marks.filter(({ trackId: of }) => of === one.trackId).length;
          return (
            <li key={one.trackId}>
              <button type="button" aria-current={one === track ? 'true' : undefined} onClick={() => setTrackId(one.trackId)}>
                <span className="proof-player-number">{one.orderNum}</span>
                <span className="proof-player-title">{one.title}</span>
                <span className="proof-player-about">
                  {one.state === 'ready' ? timeWords(one.durationSec * 1000) : one.state === 'failed' ? '处理失败' : '正在处理'}
                  {count > 0 ? ` · ${count} 处记号` : ''}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are added as a text track; sound has none */}
      <video
        ref={media}
        className="proof-player-media"
        playsInline
        preload="metadata"
        aria-label={track.title}
        onClick={() => void toggle(media.current)}
      />
      {problem ? (
        <p className="proof-player-problem" role="alert">
          {problem}{' '}
          <button type="button" onClick={reload}>
            重试
          </button>
        </p>
      ) : null}
      <div className="proof-player-line">
        <input
          type="range"
          min={0}
          max={Math.max(1, track.durationSec)}
          step={0.1}
          value={Math.min(now, track.durationSec)}
          aria-label="播放位置"
          aria-valuetext={`${timeWords(now * 1000)}，共${timeWords(lasts)}`}
          onChange={({ target }) => media.current && (media.current.currentTime = Number(target.value))}
        />
        {here.map((one) => (
          <button
            key={one.markId}
            type="button"
            className={one.markId === shown ? 'proof-player-mark on' : 'proof-player-mark'}
            style={{ insetInlineStart: `${(Math.min(one.startMs ?? 0, lasts) / lasts) * 100}%` }}
            aria-label={`${timeWords(one.startMs ?? 0)}的记号：${one.label}`}
            title={`${timeWords(one.startMs ?? 0)} ${one.label}`}
            onClick={() => onShow(one.markId)}
          />
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame */}
      <div className="proof-player-bar" role="group" aria-label="播放">
        <button type="button" aria-label="后退5秒" title="后退5秒（←）" onClick={() => go(-STEP_S)}>
          −5 秒
        </button>
        <button type="button" className="proof-player-play" title="空格" onClick={() => void toggle(media.current)}>
          {playing ? '暂停' : '播放'}
        </button>
        <button type="button" aria-label="前进5秒" title="前进5秒（→）" onClick={() => go(STEP_S)}>
          +5 秒
        </button>
        <output className="proof-player-time">
          {timeWords(now * 1000)} / {timeWords(lasts)}
        </output>
        <label>
          <span className="proof-player-unseen">语速</span>
          <select value={rate} onChange={({ target }) => setRate(Number(target.value))}>
            {RATES.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        {onMark ? (
          <button type="button" className="proof-player-add" title="M" onClick={mark}>
            标在 {timeWords(now * 1000)}
          </button>
        ) : null}
      </div>
      {onMark ? <p className="proof-player-keys">空格播放或暂停，← → 后退或前进 5 秒，M 标记号。</p> : null}
    </div>
  );
}

async function toggle(media: HTMLVideoElement | null): Promise<void> {
  if (!media) return;
  // A play that a pause interrupts is no error.
  if (media.paused) await media.play().catch(() => undefined);
  else media.pause();
}

/** Opens a part, follows its position, and asks for another link when the old one has expired. */
function usePlayback(media: RefObject<HTMLVideoElement | null>, track: MasterTrack | undefined, playOf: Props['playOf'], asked: AskedPlace | null) {
  const [now, setNow] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [problem, setProblem] = useState('');
  const [rate, setRate] = useState(1);
  const [again, setAgain] = useState(0);
  /** Seconds at which the part begins when its link has come. */
  const begin = useRef(0);
  const reached = useRef<AskedPlace | null>(null);
  const trackId = track?.trackId ?? 0;
  const ready = track?.state === 'ready';
  const file = `${track?.fileName} ${track?.bytes} ${track?.durationSec}`;
  useEffect(() => {
    const element = media.current;
    if (!element || trackId === 0) return;
    const abort = new AbortController();
    const { signal } = abort;
    let renewed = false;
    const open = async (plays: boolean): Promise<void> => {
      try {
        const { url, captions } = await playOf(trackId);
        if (signal.aborted) return;
        setProblem('');
        element.src = url;
        element.currentTime = begin.current;
        addCaptions(element, captions);
        if (plays) await element.play().catch(() => undefined);
      } catch (error) {
        if (!signal.aborted) setProblem(error instanceof Error ? error.message : '不能播放，请重试');
      }
    };
    element.addEventListener('timeupdate', () => setNow(element.currentTime), { signal });
    element.addEventListener('seeked', () => setNow(element.currentTime), { signal });
    element.addEventListener('play', () => setPlaying(true), { signal });
    element.addEventListener('pause', () => setPlaying(false), { signal });
    element.addEventListener('playing', () => (renewed = false), { signal });
    element.addEventListener(
      'error',
      () => {
        if (renewed) return setProblem('播放中断，请检查网络后重试；仍不能播放请更换文件');
        renewed = true;
        begin.current = element.currentTime;
        void open(!element.paused);
      },
      { signal },
    );
    begin.current = asked && asked !== reached.current && asked.trackId === trackId ? asked.startMs / 1000 : 0;
    reached.current = asked;
    setNow(begin.current);
    void open(false);
    return () => {
      abort.abort();
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a part is opened once, and again after a change of its file or on request
  }, [trackId, ready, file, again]);
  useEffect(() => {
    if (media.current) media.current.playbackRate = media.current.defaultPlaybackRate = rate;
  }, [media, rate, trackId]);
  useEffect(() => {
    if (!asked || !media.current || asked === reached.current) return;
    reached.current = asked;
    begin.current = asked.startMs / 1000;
    if (media.current.hasAttribute('src')) media.current.currentTime = begin.current;
  }, [media, asked]);
  return { now, playing, problem, rate, setRate, reload: () => setAgain((count) => count + 1) };
}

function addCaptions(element: HTMLVideoElement, captions: string): void {
  for (const old of element.textTracks) old.mode = 'disabled';
  if (captions === '') return;
  const list = element.addTextTrack('captions', '字幕', 'zh');
  for (const { start, end, text } of cuesOf(captions)) list.addCue(new VTTCue(start, end, text));
  list.mode = 'showing';
}

/** Keys work on the whole page while the player is open, except where a person writes or a control uses the key itself. */
function useKeys(media: RefObject<HTMLVideoElement | null>, mark: () => void): void {
  const latest = useRef(mark);
  useEffect(() => void (latest.current = mark));
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const element = media.current;
      const target = event.target instanceof Element ? event.target : null;
      // The player is out of sight, or a dialog above it has the focus.
      const root = element?.closest('.proof-player');
      const dialog = target?.closest('[role=dialog]');
      if (!root?.checkVisibility() || (dialog && !dialog.contains(root))) return;
      if (!element || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || target?.closest(EDITED)) return;
      if (event.key === ' ' && !target?.closest('button, a, summary')) void toggle(element);
      else if (event.key === 'ArrowLeft') element.currentTime = Math.max(0, element.currentTime - STEP_S);
      else if (event.key === 'ArrowRight') element.currentTime += STEP_S;
      else if (event.key === 'm' || event.key === 'M') latest.current();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [media]);
}
