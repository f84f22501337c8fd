const HERTZ = 8_000;
/** Duration of the samples of one note. */
const SAMPLE_MS = 5_000;
const LOUD = 9_000;
/** Semitones above the first note of the scale. */
const SCALE: Readonly<Record<string, number>> = { '1': 0, '2': 2, '3': 4, '4': 5, '5': 7, '6': 9, '7': 11 };
const FIRST_HERTZ = 261.63;

/** Returns the pitch of a note: 1 to 7, with ' an octave higher and , an octave lower. */
function pitchOf(note: string): number {
  const octaves = (note.match(/'/g)?.length ?? 0) - (note.match(/,/g)?.length ?? 0);
  return FIRST_HERTZ * 2 ** ((SCALE[note[0] ?? '1'] ?? 0) / 12 + octaves);
}

/** Returns a WAV (PCM, one channel, 16 bit) of plucked notes that repeats the tune and fades out at the end. */
export function wavTune(tune: string, seconds: number): Buffer {
  const notes = tune.split(/\s+/).map(pitchOf);
  const count = seconds * HERTZ;
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(HERTZ, 24);
  bytes.writeUInt32LE(HERTZ * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * 2, 40);
  const beats = notes.map(pluck);
  for (let index = 0; index < count; index++) {
    const beat = beats[Math.floor(index / SAMPLE_MS) % beats.length];
    const softer = Math.min(1, (count - index) / HERTZ / 2);
    bytes.writeInt16LE(Math.round((beat?.[index % SAMPLE_MS] ?? 0) * softer), 44 + index * 2);
  }
  return bytes;
}

/** One note, from its pluck to the next. */
function pluck(pitch: number): number[] {
  return Array.from({ length: SAMPLE_MS }, (_, index) => {
    const time = index / HERTZ;
    const angle = 2 * Math.PI * pitch * time;
    return LOUD * Math.exp(-4 * time) * Math.min(1, time * 200) * (Math.sin(angle) + 0.3 * Math.sin(2 * angle));
  });
}
