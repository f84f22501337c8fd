const HERTZ = 8_000;
/** Largest distance from the middle of the 8 bit samples, and the middle. */
const LOUD = 100;
const MIDDLE = 128;
/** Multiplies the samples of a syllable. */
const GAIN = 27;
const HEADER_BYTES = 44;
/** Samples of one syllable of a slow speaker and of a narrator, and of the fade at each of its ends. */
const SYLLABLE = 1_480;
const SHORT_SYLLABLE = 960;
const FADE = 240;
/** Silence after a line of a narration, in samples. */
const PAUSE = 1_920;
/** Pitch in hertz of the two speakers of a dialogue. */
const VOICES = [118, 196] as const;
/** The first two formants of the vowels, in hertz. */
const VOWELS: Readonly<Record<string, readonly [number, number]>> = {
  a: [730, 1090],
  e: [530, 1840],
  i: [300, 2290],
  o: [570, 840],
  u: [320, 870],
  y: [390, 1990],
};
const HARMONICS = 14;

const made = new Map<string, Int8Array>();

/** The samples of a vowel: harmonics of the voice, stronger near the formants, with a pitch that falls a little. */
function syllable(vowel: string, voice: number, length: number): Int8Array {
  const key = `${vowel}${voice}/${length}`;
  const known = made.get(key);
  if (known) return known;
  const [first, second] = VOWELS[vowel] ?? [500, 1500];
  const weights = Array.from({ length: HARMONICS }, (_, at) => {
    const hertz = voice * (at + 1);
    return Math.exp(-(((hertz - first) / 160) ** 2)) + 0.5 * Math.exp(-(((hertz - second) / 220) ** 2)) + 0.03;
  });
  const samples = Int8Array.from({ length }, (_, index) => {
    const angle = (2 * Math.PI * voice * index * (1 - (0.06 * index) / length)) / HERTZ;
    const edge = Math.min(1, index / FADE, (length - index) / FADE);
    const value = edge * weights.reduce((sum, weight, at) => sum + weight * Math.sin(angle * (at + 1)), 0);
    return Math.max(-LOUD, Math.min(LOUD, Math.round(value * GAIN)));
  });
  made.set(key, samples);
  return samples;
}

/** The vowels of a line, as many as fit into its time. */
const vowelsOf = (line: string, most = Infinity): string[] =>
  (line.toLowerCase().match(/[aeiouy]+/g) ?? ['e']).map((group) => group[0] ?? 'e').slice(0, most);

/** A silent WAV: PCM, one channel, 8 bit, 8 000 samples a second. */
function silentWav(samples: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + samples, MIDDLE);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(HERTZ, 24);
  bytes.writeUInt32LE(HERTZ, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

/** Writes the syllables of a line from a sample on; returns the sample after the last one. */
function speak(bytes: Buffer, from: number, vowels: readonly string[], voice: number, length: number): number {
  let at = from;
  for (const vowel of vowels) {
    for (const [index, value] of syllable(vowel, voice, length).entries()) bytes[HEADER_BYTES + at + index] = MIDDLE + value;
    at += length;
  }
  return at;
}

/** Returns a WAV that sounds like two people who speak the lines in turn, each line `seconds` long. */
export function wavSpeech(lines: readonly string[], seconds: number): Buffer {
  const length = seconds * HERTZ;
  const bytes = silentWav(lines.length * length);
  for (const [at, line] of lines.entries())
    speak(bytes, at * length, vowelsOf(line, Math.floor(length / SYLLABLE) - 2), VOICES[at % VOICES.length] ?? VOICES[0], SYLLABLE);
  return bytes;
}

/** A line of a narration; `voice` is the number of its speaker. */
export interface SpokenLine {
  readonly text: string;
  readonly voice: number;
}

/** Returns a WAV of lines as long as their text needs, and the seconds at which each line ends. */
export function wavNarration(lines: readonly SpokenLine[]): { readonly bytes: Buffer; readonly ends: readonly number[] } {
  const spoken = lines.map(({ text, voice }) => ({ vowels: vowelsOf(text), voice: VOICES[voice % VOICES.length] ?? VOICES[0] }));
  const bytes = silentWav(spoken.reduce((sum, { vowels }) => sum + vowels.length * SHORT_SYLLABLE + PAUSE, 0));
  let at = 0;
  const ends = spoken.map(({ vowels, voice }) => {
    at = speak(bytes, at, vowels, voice, SHORT_SYLLABLE) + PAUSE;
    return at / HERTZ;
  });
  return { bytes, ends };
}
