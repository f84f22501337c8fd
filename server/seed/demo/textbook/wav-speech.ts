const HERTZ = 8_000;
const LOUD = 7_000;
/** Samples of one syllable, and of the fade at each of its ends. */
const SYLLABLE = 1_480;
const FADE = 240;
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

const made = new Map<string, readonly number[]>();

/** The samples of a vowel: harmonics of the voice, stronger near the formants, with a pitch that falls a little. */
function syllable(vowel: string, voice: number): readonly number[] {
  const key = `${vowel}${voice}`;
  const known = made.get(key);
  if (known) return known;
  const [first, second] = VOWELS[vowel] ?? [500, 1500];
  const weights = Array.from({ length: HARMONICS }, (_, at) => {
    const hertz = voice * (at + 1);
    return Math.exp(-(((hertz - first) / 160) ** 2)) + 0.5 * Math.exp(-(((hertz - second) / 220) ** 2)) + 0.03;
  });
  const samples = Array.from({ length: SYLLABLE }, (_, index) => {
    const angle = (2 * Math.PI * voice * index * (1 - (0.06 * index) / SYLLABLE)) / HERTZ;
    const edge = Math.min(1, index / FADE, (SYLLABLE - index) / FADE);
    return edge * weights.reduce((sum, weight, at) => sum + weight * Math.sin(angle * (at + 1)), 0);
  });
  made.set(key, samples);
  return samples;
}

/** The vowels of a line, as many as fit into its time. */
const vowelsOf = (line: string, most: number): string[] =>
  (line.toLowerCase().match(/[aeiouy]+/g) ?? ['e']).map((group) => group[0] ?? 'e').slice(0, most);

/** Returns a WAV (PCM, one channel, 16 bit) that sounds like two people who speak the lines in turn, each line `seconds` long. */
export function wavSpeech(lines: readonly string[], seconds: number): Buffer {
  const length = seconds * HERTZ;
  const bytes = Buffer.alloc(44 + lines.length * length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(HERTZ, 24);
  bytes.writeUInt32LE(HERTZ * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (const [at, line] of lines.entries()) {
    const voice = VOICES[at % VOICES.length] ?? VOICES[0];
    for (const [index, vowel] of vowelsOf(line, Math.floor(length / SYLLABLE) - 2).entries())
      for (const [sample, value] of syllable(vowel, voice).entries())
        bytes.writeInt16LE(Math.max(-32_000, Math.min(32_000, Math.round(value * LOUD))), 44 + (at * length + index * SYLLABLE + sample) * 2);
  }
  return bytes;
}
