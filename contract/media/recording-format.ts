/** Reads a part of a file; returns fewer bytes at its end. */
type ReadPart = (at: number, length: number) => Promise<Uint8Array>;

const HEAD = 40;
const TAG = 10;
const ADVICE = '书舟不转换格式，请用音频软件导出为MP3或M4A（AAC编码）后再上传';
const FILM_ADVICE = '请导出为MP4（H.264和AAC编码）后再上传';

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Formats that are well known and rejected, by the first bytes. */
const REJECTED: readonly { readonly name: string; readonly film?: true; is(head: string): boolean }[] = [
  { name: 'FLAC', is: (head) => head.startsWith('fLaC') },
  { name: 'Opus（Ogg）', is: (head) => head.startsWith('OggS') && head.startsWith('OpusHead', 28) },
  { name: 'Vorbis（Ogg）', is: (head) => head.startsWith('OggS') && head.startsWith('\x01vorbis', 28) },
  { name: 'FLAC（Ogg）', is: (head) => head.startsWith('OggS') && head.startsWith('\x7fFLAC', 28) },
  { name: 'Ogg', is: (head) => head.startsWith('OggS') },
  { name: 'AAC（ADTS）', is: (head) => head.charCodeAt(0) === 0xff && (head.charCodeAt(1) & 0xf6) === 0xf0 },
  { name: 'AIFF', is: (head) => head.startsWith('FORM') && head.startsWith('AIF', 8) },
  { name: 'CAF', is: (head) => head.startsWith('caff') },
  { name: 'AMR', is: (head) => head.startsWith('#!AMR') },
  { name: 'APE', is: (head) => head.startsWith('MAC ') },
  { name: 'WavPack', is: (head) => head.startsWith('wvpk') },
  { name: 'MIDI', is: (head) => head.startsWith('MThd') },
  { name: 'WMA或WMV', is: (head) => head.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11') },
  { name: 'AVI', film: true, is: (head) => head.startsWith('RIFF') && head.startsWith('AVI ', 8) },
  { name: 'FLV', film: true, is: (head) => head.startsWith('FLV') },
];

/**
 * Returns why a recording or a film of a known but rejected format cannot be uploaded, by its content, whatever its name is; null for every
 * other content. Decision 050.
 */
export async function rejectedFormat(read: ReadPart): Promise<string | null> {
  let head = await read(0, HEAD);
  // Some programs write an ID3 tag before a FLAC; the length has seven bits in each byte.
  if (latin(head.subarray(0, 3)) === 'ID3' && head.length >= TAG) {
    const length = head.subarray(6, TAG).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    head = await read(TAG + length, HEAD);
  }
  const found = REJECTED.find(({ is }) => is(latin(head)));
  return found ? `这是${found.name}文件，不是每个浏览器都能播放；${found.film ? FILM_ADVICE : ADVICE}` : null;
}
