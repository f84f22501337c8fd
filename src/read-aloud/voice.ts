import type { Speech, Spoken } from './read-aloud.ts';

export interface Voice {
  readonly id: string;
  readonly name: string;
}

export interface PlaybackSettings {
  readonly language: string;
  /** 1 is the normal speed of the voice. */
  readonly rate: number;
  /** Null, or a voice that is gone, uses the device's default. */
  readonly voiceId: string | null;
}

/** The voices of a device are available late, and some devices never fire the event. */
const VOICES_MS = 1_500;

export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';

/** iOS allows speech only after a first speech in response to a touch; the voices become available later than that. */
export function wakeVoice(): void {
  if (!canSpeak()) return;
  speechSynthesis.speak(new SpeechSynthesisUtterance(''));
  speechSynthesis.cancel();
}

const spoken = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() || 'zh';

/** Returns the device's voices for a language, offline voices first. */
const voicesFor = (language: string): Voice[] =>
  speechSynthesis
    .getVoices()
    .filter((voice) => spoken(voice.lang) === spoken(language))
    .sort((one, other) => Number(other.localService) - Number(one.localService))
    .map(({ voiceURI, name }) => ({ id: voiceURI, name }));

/**
 * Reports the device's voices for a language when they are available or after a time limit, and again when more arrive:
 * one may be installed meanwhile. Returns a function that stops listening.
 */
export function watchVoices(language: string, tell: (voices: readonly Voice[]) => void): () => void {
  if (!canSpeak()) {
    tell([]);
    return () => {};
  }
  const stop = (): void => {
    clearTimeout(patience);
    speechSynthesis.removeEventListener('voiceschanged', look);
  };
  const look = (): void => {
    const found = voicesFor(language);
    if (found.length === 0) return;
    stop();
    tell(found);
  };
  const patience = setTimeout(() => tell([]), speechSynthesis.getVoices().length > 0 ? 0 : VOICES_MS);
  speechSynthesis.addEventListener('voiceschanged', look);
  look();
  return stop;
}

/** The error of the device's speech synthesis. */
export class VoiceError extends Error {
  readonly why: SpeechSynthesisErrorCode;
  constructor(why: SpeechSynthesisErrorCode) {
    super(`the voice failed: ${why}`);
    this.name = 'VoiceError';
    this.why = why;
  }
}

/** Interval for estimating the progress of a voice without word events. */
const LOOK_MS = 400;
/** Characters per second at normal speed, until it is measured. */
const SIGNS_PACE = 4.5;
const LETTERS_PACE = 14;
/** A shorter sentence consists mostly of pauses and is not measured. */
const TELLING_LENGTH = 8;

/** Measured speed of the voices in this page: characters per second at normal speed. */
const heard = new Map<string, number>();

const paceOf = (key: string, language: string): number =>
  heard.get(key) ?? (['zh', 'ja', 'ko'].includes(spoken(language)) ? SIGNS_PACE : LETTERS_PACE);

/** Speaks a text and resolves when it ends: to true if it was interrupted. Throws a `VoiceError`. */
export function speak(text: string, { language, rate, voiceId }: PlaybackSettings, { reached }: Pick<Spoken, 'reached'>): Speech {
  const utterance = new SpeechSynthesisUtterance(text);
  let stopped = false;
  let since: number | null = null;
  let guessing: ReturnType<typeof setInterval> | undefined;
  utterance.lang = language || 'zh-CN';
  utterance.rate = rate;
  const voice = speechSynthesis.getVoices().find((one) => one.voiceURI === voiceId);
  if (voice) utterance.voice = voice;
  const key = `${voice?.voiceURI ?? ''} ${utterance.lang}`;
  utterance.addEventListener('start', () => {
    since = performance.now();
    // Not every voice fires word events: the elapsed time then gives the position.
    guessing = setInterval(() => {
      const said = ((performance.now() - (since ?? 0)) / 1_000) * rate * paceOf(key, utterance.lang);
      if (said < text.length) reached(said / text.length);
    }, LOOK_MS);
  });
  utterance.addEventListener('boundary', ({ charIndex }) => {
    clearInterval(guessing);
    reached(charIndex / text.length);
  });
  const done = new Promise<boolean>((resolve, reject) => {
    utterance.addEventListener('end', () => {
      clearInterval(guessing);
      const lasted = since === null ? 0 : (performance.now() - since) / 1_000;
      if (!stopped && lasted > 0 && text.length >= TELLING_LENGTH) heard.set(key, text.length / (lasted * rate));
      resolve(stopped);
    });
    utterance.addEventListener('error', ({ error }) => {
      clearInterval(guessing);
      if (stopped || error === 'interrupted' || error === 'canceled') resolve(true);
      else reject(new VoiceError(error));
    });
  });
  speechSynthesis.speak(utterance);
  return {
    done,
    stop() {
      stopped = true;
      clearInterval(guessing);
      speechSynthesis.cancel();
    },
  };
}
