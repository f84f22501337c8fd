import { evenly, MediaError, type Bytes, type Probed } from './probed.ts';

const NAMES: Readonly<Record<number, string>> = { 1: 'PCM', 3: 'PCM浮点', 0xfffe: 'PCM' };

export async function probeWav(bytes: Bytes): Promise<Probed> {
  let format: { tag: number; byteRate: number; align: number } | null = null;
  for (let at = 12; at + 8 <= bytes.size; ) {
    const head = await bytes.read(at, 8);
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (name === 'fmt ') {
      const part = await bytes.read(at + 8, 16);
      format = { tag: part.readUInt16LE(0), byteRate: part.readUInt32LE(8), align: Math.max(1, part.readUInt16LE(12)) };
    }
    if (name === 'data') {
      if (!format || format.byteRate === 0) break;
      const codec = NAMES[format.tag];
      if (!codec) throw new MediaError('这个WAV不是PCM编码，浏览器不能播放，请导出为PCM或MP3');
      const start = at + 8;
      // An interrupted recorder leaves an invalid length.
      const sounding = Math.min(length, bytes.size - start);
      const durationMs = Math.round(((sounding - (sounding % format.align)) / format.byteRate) * 1000);
      if (durationMs === 0) break;
      const trialBytes = evenly(start, format.byteRate, bytes.size, durationMs);
      return { mediaType: 'audio', mime: 'audio/wav', durationMs, width: 0, height: 0, codecs: codec, trialBytes };
    }
    at += 8 + length + (length % 2);
  }
  throw new MediaError('这个WAV里没有声音，请重新导出后再上传');
}
