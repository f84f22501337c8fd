import { MediaError, TRIAL_STEP, TRIAL_STEPS, type Bytes, type Probed } from './probed.ts';

const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ = [44_100, 48_000, 32_000];
/** Frames parsed before the event loop continues: about ten minutes of audio. */
const FRAMES_AT_ONCE = 20_000;

interface Frame {
  readonly length: number;
  readonly samples: number;
  readonly hertz: number;
}

/** Parses the four header bytes of a layer III frame; null for anything else. */
function frameOf(head: Buffer): Frame | null {
  if (head.length < 4 || head[0] !== 0xff || ((head[1] ?? 0) & 0xe6) !== 0xe2) return null;
  const version = ((head[1] ?? 0) >> 3) & 3;
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[(head[2] ?? 0) >> 4];
  const base = HERTZ[((head[2] ?? 0) >> 2) & 3];
  if (version === 1 || !kbps || !base) return null;
  const hertz = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const samples = version === 3 ? 1152 : 576;
  const padding = ((head[2] ?? 0) >> 1) & 1;
  return { length: Math.floor(((samples / 8) * kbps * 1000) / hertz) + padding, samples, hertz };
}

/** Reads every frame, so that a variable bit rate is measured, not guessed. */
export async function probeMp3(bytes: Bytes): Promise<Probed> {
  const tag = await bytes.read(0, 10);
  const tagLength = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + tag.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0) : 0;
  let at = tagLength;
  let seconds = 0;
  let frames = 0;
  let hertz = 0;
  const trialBytes: number[] = [];
  while (at + 4 <= bytes.size) {
    const frame = frameOf(await bytes.read(at, 4));
    if (!frame) {
      // Data after the audio (tags, padding) is not a frame; data before it is skipped.
      if (frames > 0) break;
      if (++at > tagLength + 65_536) break;
      continue;
    }
    at += frame.length;
    frames += 1;
    hertz = frame.hertz;
    seconds += frame.samples / frame.hertz;
    while (trialBytes.length < TRIAL_STEPS && seconds >= (trialBytes.length + 1) * TRIAL_STEP) trialBytes.push(Math.min(bytes.size, at));
    if (frames % FRAMES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  if (frames < 2) throw new MediaError('这个MP3里没有声音，请重新导出后再上传');
  if (trialBytes.length < TRIAL_STEPS && seconds > trialBytes.length * TRIAL_STEP) trialBytes.push(bytes.size);
  const codecs = `MP3 ${hertz / 1000}kHz`;
  return { mediaType: 'audio', mime: 'audio/mpeg', durationMs: Math.round(seconds * 1000), width: 0, height: 0, codecs, trialBytes };
}
