import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type AloudState, readAloud, type ReadingAloud } from '../../read-aloud/read-aloud.ts';
import { bindSystemControls, updateSystemControls } from '../../media-player/system-controls.ts';
import { canSpeak, speak, type Voice, VoiceError, watchVoices } from '../../read-aloud/voice.ts';
import { recording } from '../../read-aloud/recording.ts';
import { loadable } from '../../loading/loadable.ts';
import { fileAddress } from '../../reader-engine/frame/document-loader.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { endOf } from '../../reader-engine/position.ts';
import { Icon } from '../frame/icon.tsx';
import { SleepChoice } from '../../media-player/sleep-choice.tsx';
import { sleepTimer } from '../../media-player/sleep-timer.ts';
import { spokenInTable } from '../../read-aloud/table-heads.ts';
import { aloud, RATES, setSpeechSettings } from './aloud.store.ts';
import type { Opening } from './session/opening.ts';
import { readingPage } from './session/reading-page.store.ts';
import './aloud-panel.css';

/** Only some books have a recording. */
const RecordedEdition = loadable(
  async () => (await import('./session/recorded-edition.tsx').catch(() => ({ RecordedEdition: () => null }))).RecordedEdition,
);
const NO_VOICE = '这台设备没有朗读这种语言的语音，请在系统的语音设置里安装后再试。';
const CANNOT_SPEAK = '这个浏览器不能朗读，请用系统自带的浏览器打开书舟再试。';
const NO_RECORDING = '录音没有取到，请检查网络后再试。';
const NOTHING_TO_HEAR = '从这里起没有录音，这台设备也没有朗读这种语言的语音。';
const NOTHING_TO_READ = '从这里起没有可以朗读的文字。';
const NOT_BY_ITSELF = '浏览器不让声音自己响起，请按“继续朗读”。';
const INTERRUPTED = '语音中断了，请再按一次“继续朗读”。';
const TRIAL_READ = '试读到这里。';
const CHAPTER = 'chapter' as const;
const ENDED: Partial<Record<AloudState, string>> = { rests: '本章读完，已停下。', over: '读完了。' };

/** Errors that mean the voice failed; every other error is an interruption. */
const VOICE_FAILED: Partial<Record<SpeechSynthesisErrorCode, string>> = {
  network: '这个语音需要联网，请检查网络后再按“继续朗读”。',
  'not-allowed': NOT_BY_ITSELF,
  'language-unavailable': NO_VOICE,
  'voice-unavailable': NO_VOICE,
  'synthesis-unavailable': NO_VOICE,
};

function wordsOf(error: unknown, recorded: boolean): string {
  if (error instanceof VoiceError) return VOICE_FAILED[error.why] ?? INTERRUPTED;
  if (error instanceof DOMException && error.name === 'NotAllowedError') return NOT_BY_ITSELF;
  return recorded ? NO_RECORDING : INTERRUPTED;
}

interface Props {
  reader: Reader;
  opening: Opening;
  /** Number of documents that the user may read. */
  limit: number;
}

/** The text-to-speech panel; it is placed below the page, which makes room for it. */
export function AloudPanel({ reader, opening, limit }: Props) {
  const { base, book, card } = opening;
  const { publishId } = card;
  const cover = card.cover.url;
  const { language } = book;
  const narrated = book.spine.some((document) => document.narration);
  const { rate, voiceId } = useSnapshot(aloud);
  const [voices, setVoices] = useState<readonly Voice[] | null>(null);
  const [state, setState] = useState<AloudState>('paused');
  const [words, setWords] = useState('');
  const going = useRef<ReadingAloud | null>(null);
  const panel = useRef<HTMLElement>(null);
  const now = useRef({ limit });
  useEffect(() => void (now.current = { limit }), [limit]);
  const [timer] = useState(sleepTimer);

  useEffect(() => {
    let ended = false;
    const host = document.querySelector<HTMLElement>('.site.reader');
    host?.setAttribute('data-aloud', '');
    const publishers = narrated ? recording() : null;
    let devicesOwn = false;
    /** The last source that was started: a clip of the publisher's narration, or a sentence in a device voice. */
    let last: 'recorded' | 'spoken' | null = null;
    const made = readAloud(reader, {
      canSpeak: ({ clip }) => devicesOwn || Boolean(clip),
      speak({ text, clip, range }, how) {
        last = clip && publishers ? 'recorded' : 'spoken';
        return clip && publishers
          ? publishers.play(new URL(fileAddress(base, clip.audio), location.href).href, clip, () => aloud.rate, how)
          : speak(spokenInTable(text, range), { language, rate: aloud.rate, voiceId: aloud.voiceId }, how);
      },
      limit: () => now.current.limit,
      endsHere: () => timer.endsAt(CHAPTER),
      onState(state) {
        if (ended) return;
        setState(state);
        if (state === 'reading') {
          setWords('');
          readingPage.ending = null;
        }
        if (state !== 'over') return;
        if (last === null) setWords(devicesOwn ? NOTHING_TO_READ : NOTHING_TO_HEAR);
        else if (now.current.limit < endOf(book)) {
          setWords(TRIAL_READ);
          // The same state as turning the page past the end of the trial.
          Object.assign(readingPage, { ending: 'trial', sheet: null });
        }
      },
      onTrouble: (error) => !ended && setWords(wordsOf(error, last === 'recorded')),
    });
    going.current = made;
    let begun = false;
    const unwatch = watchVoices(language, (found) => {
      setVoices(found);
      devicesOwn = found.length > 0;
      if (begun) return;
      begun = narrated || devicesOwn;
      setWords(begun ? '' : canSpeak() ? NO_VOICE : CANNOT_SPEAK);
      if (begun) made.play();
    });
    return () => {
      ended = true;
      unwatch();
      made.stop();
      publishers?.close();
      host?.removeAttribute('data-aloud');
    };
  }, [reader, book, language, narrated, base, timer]);

  const { place } = useSnapshot(readingPage);
  const shown = place?.documentIndex;
  useEffect(() => {
    if (shown !== undefined) going.current?.moved();
  }, [shown]);

  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const own = panel.current;
    own?.focus({ preventScroll: true });
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      aloud.open = false;
    };
    own?.addEventListener('keydown', escape);
    return () => {
      own?.removeEventListener('keydown', escape);
      if (!own?.contains(document.activeElement) && document.activeElement !== document.body) return;
      opener?.focus({ preventScroll: true });
      // The toolbars may be hidden by now.
      if (document.activeElement !== opener) document.querySelector<HTMLElement>('iframe[data-shown]')?.focus({ preventScroll: true });
    };
  }, []);

  const reads = state === 'reading';
  const silent = !narrated && !voices?.length;
  const chapter = place?.chapterTitle || book.title;
  useEffect(() => {
    if (silent) return;
    return bindSystemControls(
      { title: chapter, artist: book.creators.join('、'), album: book.title, artwork: cover },
      {
        play: () => going.current?.play(),
        pause: () => going.current?.pause(),
        seekBy: null,
        seekTo: null,
        next: () => going.current?.skip(1),
        previous: () => going.current?.skip(-1),
      },
    );
  }, [silent, book, chapter, cover]);
  useEffect(() => (silent ? undefined : updateSystemControls(reads)), [silent, reads]);

  useEffect(() => timer.played(reads), [timer, reads]);
  useEffect(
    () =>
      timer.whenOver(() => {
        going.current?.fallAsleep();
        setWords('到时间了，已停在刚听的这一句。');
      }),
    [timer],
  );
  useEffect(() => () => timer.choose(null), [timer]);

  const change = (speechSettings: Parameters<typeof setSpeechSettings>[0]): void => {
    setSpeechSettings(speechSettings);
    if (reads) going.current?.again();
  };
  const press = (): void => {
    if (reads) going.current?.pause();
    else going.current?.play();
  };
  return (
    <section ref={panel} tabIndex={-1} className="aloud" aria-label="朗读">
      <div className="aloud-keys">
        <button type="button" className="icon-button" aria-label="上一句" onClick={() => going.current?.skip(-1)} disabled={silent}>
          <Icon name="back" />
        </button>
        <button type="button" className="icon-button aloud-play" aria-label={reads ? '暂停朗读' : '继续朗读'} onClick={press} disabled={silent}>
          <Icon name={reads ? 'pause' : 'play'} />
        </button>
        <button type="button" className="icon-button" aria-label="下一句" onClick={() => going.current?.skip(1)} disabled={silent}>
          <Icon name="right" />
        </button>
        <output className="aloud-words">{words || (voices === null ? '正在准备语音…' : (ENDED[state] ?? ''))}</output>
        <RecordedEdition publishId={publishId} reader={reader} pause={() => going.current?.pause()} />
        <button type="button" className="icon-button" aria-label="结束朗读" onClick={() => (aloud.open = false)}>
          <Icon name="close" />
        </button>
      </div>
      <div className="aloud-manner">
        <label>
          <span>语速</span>
          <select value={rate} onChange={(event) => change({ rate: Number(event.target.value) })}>
            {RATES.map((one) => (
              <option key={one} value={one}>
                {one} 倍
              </option>
            ))}
          </select>
        </label>
        {!narrated && voices && voices.length > 1 ? (
          <label>
            <span>声音</span>
            <select value={voiceId ?? ''} onChange={(event) => change({ voiceId: event.target.value || null })}>
              <option value="">默认</option>
              {voices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <label htmlFor="aloud-sleep">
          <span>定时</span>
          <SleepChoice id="aloud-sleep" timer={timer} ends={[[CHAPTER, '读完本章停']]} />
        </label>
      </div>
    </section>
  );
}
