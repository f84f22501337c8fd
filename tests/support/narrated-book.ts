import type { BookParts } from './epub-maker.ts';

const RATE = 8_000;

/** Returns a WAV recording of a quiet tone, 8 kHz, 8 bit, one channel. */
function tone(seconds: number): Uint8Array {
  const samples = RATE * seconds;
  const file = Buffer.alloc(44 + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1) file[44 + at] = 128 + Math.round(6 * Math.sin((at * 2 * Math.PI * 220) / RATE));
  return file;
}

const par = (id: string, begin: string, end: string): string =>
  `<par><text src="c2.xhtml#${id}"/><audio src="voice.wav" clipBegin="${begin}"${end && ` clipEnd="${end}"`}/></par>`;
const OVERLAY = `<?xml version="1.0"?><smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><seq>${par('s1', '0s', '0:00:00.5')}${par('s2', '500ms', '1s')}</seq>${par('s3', '1s', '')}</body></smil>`;

/** Returns a book of two chapters, the second of which has a narration in three clips of one and a half seconds. */
export function narratedParts(overlay: string = OVERLAY): BookParts {
  return {
    title: '有声的小书',
    chapters: { 'c1.xhtml': '<h1>第一章</h1><p>这一章没有录音。</p>' },
    entries: {
      'OPS/c2.xhtml':
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>第二章</title></head><body><h1 id="s1">第二章</h1><p id="s2">船靠了岸。</p><p id="s3">灯还亮着。</p></body></html>',
      'OPS/c2.smil': overlay,
      'OPS/voice.wav': tone(1.5),
    },
    manifest:
      '<item id="c9" href="c2.xhtml" media-type="application/xhtml+xml" media-overlay="o"/><item id="o" href="c2.smil" media-type="application/smil+xml"/><item id="v" href="voice.wav" media-type="audio/wav"/>',
    spine: '<itemref idref="c0"/><itemref idref="c9"/>',
  };
}
