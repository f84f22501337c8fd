import { open } from 'node:fs/promises';
import { MEDIA } from '../../contract/limits.ts';
import { rejectedFormat } from '../../contract/media/recording-format.ts';
import { probeMp3 } from './probe-mp3.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probeWav } from './probe-wav.ts';
import { probeWebm } from './probe-webm.ts';
import { corrupt, incomplete, MediaError, type Bytes, type Probed } from './probed.ts';

const BLOCK = 256 * 1024;
/** Maximum reads of headers and frames: an MP3 of 2 GB at 32 kbit/s needs 20 million, a hostile file of empty elements far more. */
const READS_MOST = 25_000_000;

/** Detects a file's format from its bytes, whatever its name. Throws `MediaError`. */
export async function probe(path: string): Promise<Probed> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let block = { at: 0, bytes: Buffer.alloc(0) };
    let reads = 0;
    const bytes: Bytes = {
      size,
      async read(at, length) {
        if (++reads > READS_MOST) throw corrupt();
        if (at >= block.at && at + length <= block.at + block.bytes.length) return block.bytes.subarray(at - block.at, at - block.at + length);
        const buffer = Buffer.alloc(Math.max(0, Math.min(Math.max(length, BLOCK), size - at)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        block = { at, bytes: buffer.subarray(0, bytesRead) };
        return block.bytes.subarray(0, length);
      },
    };
    const rejected = await rejectedFormat((at, length) => bytes.read(at, length));
    if (rejected) throw new MediaError(rejected);
    const head = await bytes.read(0, 16);
    if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE') return await probeWav(bytes);
    if (head.length >= 8 && head.toString('latin1', 4, 8) === 'ftyp') return await probeMp4(bytes);
    if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return await probeWebm(bytes);
    if (head.toString('latin1', 0, 3) === 'ID3' || (head.length > 2 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2))
      return await probeMp3(bytes);
    throw new MediaError(`这不是能播放的音视频文件，请上传${[...MEDIA.audio, ...MEDIA.video].join('、')}格式的文件`);
  } catch (error) {
    // A truncated file is read past its end.
    if (error instanceof RangeError) throw incomplete();
    throw error;
  } finally {
    await file.close();
  }
}
