import type { Speech, Spoken } from './read-aloud.ts';

export interface Voice {
  readonly id: string;
  readonly name: string;
}

export interface PlaybackSettings {
  readonly language: string;
  /** 1 is the voice's own pace. */
  readonly rate: number;
  /** The device's choice where it is null, or gone. */
  readonly voiceId: string | null;
}

/** Voices of a device come late, and some devices never say that they came. */
const VOICES_MS = 1_500;

export const canSpeak = (): boolean => typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';

/** An iPhone lets nothing be spoken before something was spoken in answer to a finger; voices come later than that. */
export function wakeVoice(): void {
  if (!canSpeak()) return;
  speechSynthesis.speak(new SpeechSynthesisUtterance(''));
  speechSynthesis.cancel();
}

const spoken = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() || 'zh';

/** The device's voices for a language, those that need no network first. */
const voicesFor = (language: string): Voice[] =>
  speechSynthesis
    .getVoices()
    .filter((voice) => spoken(voice.lang) === spoken(language))
    .sort((one, other) => Number(other.localService) - Number(one.localService))
    .map(({ voiceURI, name }) => ({ id: voiceURI, name }));

/**
 * Tells of the device's voices for a language once it has some, or gave none in time, and again should they come later:
 * one may be installed meanwhile. Answers how to stop listening.
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

/** What the device says of a voice that failed. */
export class VoiceError extends Error {
  readonly why: SpeechSynthesisErrorCode;
  constructor(why: SpeechSynthesisErrorCode) {
    super(`the voice failed: ${why}`);
    this.name = 'VoiceError';
    this.why = why;
  }
}

/** How far a voice has come is looked at so often where it does not tell. */
const LOOK_MS = 400;
/** Characters a second at a voice's own pace, until it was heard. */
const SIGNS_PACE = 4.5;
const LETTERS_PACE = 14;
/** A shorter sentence is mostly breath. */
const TELLING_LENGTH = 8;

/** What was heard of the voices of this page: characters a second at their own pace. */
const heard = new Map<string, number>();

const paceOf = (key: string, language: string): number =>
  heard.get(key) ?? (['zh', 'ja', 'ko'].includes(spoken(language)) ? SIGNS_PACE : LETTERS_PACE);

/** Speaks, and answers when it was spoken, or true where it was cut short. Throws a `VoiceError`. */
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
    // Not every voice tells of its words: how long it has spoken says where it is.
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
