import { expect, test } from 'vitest';
import { decodeBytes, decodeText } from './text-encoding.ts';

const CHAPTER = '<?xml version="1.0" encoding="utf-8"?><p>山高月小，水落石出。江流有声，断岸千尺。</p>';
const bytesOf = (text: string): Buffer => Buffer.from(text);
/** GB 2312 bytes of 山高月小，水落石出。 */
const GB = Buffer.from('C9BDB8DFD4C2D0A1A3ACCBAEC2E4CAAFB3F6A1A3', 'hex');
/** Big5 bytes of 山高月小水落石出 */
const BIG5 = Buffer.from('A473B0AAA4EBA470A4F4B8A8A5DBA558', 'hex');
/** Shift_JIS bytes of これはほんのです */
const JIS = Buffer.from('82B182EA82CD82D982F182CC82C582B7', 'hex');

/** Removes one byte, at the first position of a sequence. */
function without(bytes: Buffer, at: number): Buffer {
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
}

test('#33.13 loses one character of a UTF-8 chapter to one broken byte', () => {
  const whole = bytesOf(CHAPTER);
  for (const [sign, offset] of [
    ['石', 2],
    ['山', 0],
    ['尺', 1],
  ] as const) {
    const { text, encoding, errors } = decodeBytes(without(whole, whole.indexOf(bytesOf(sign)) + offset));
    expect(encoding).toBe('utf-8');
    expect(errors).toBeGreaterThan(0);
    expect(text.replace(/\ufffd+/, sign)).toBe(CHAPTER);
  }
});

test('#33.13 reads a broken byte in the last character of a file as one replacement character', () => {
  expect(decodeBytes(bytesOf('水落石出').subarray(0, 11))).toEqual({ text: '水落石\ufffd', encoding: 'utf-8', errors: 1 });
});

test('#33.13 detects another encoding when UTF-8 fails on most of the text', () => {
  expect(decodeBytes(GB)).toMatchObject({ text: '山高月小，水落石出。', encoding: 'gb18030', errors: 0 });
  expect(decodeBytes(BIG5)).toMatchObject({ text: '山高月小水落石出', encoding: 'big5' });
  expect(decodeBytes(JIS)).toMatchObject({ text: 'これはほんのです', encoding: 'shift_jis' });
  const untrue = Buffer.concat([bytesOf('<?xml version="1.0" encoding="utf-8"?><p>'), GB, bytesOf('</p>')]);
  expect(decodeBytes(untrue).text).toContain('<p>山高月小，水落石出。</p>');
});

test('#33.13 keeps the rest of a text in a declared encoding with a broken byte', () => {
  const declared = Buffer.concat([bytesOf('<?xml version="1.0" encoding="gb2312"?><p>'), GB, GB, Buffer.from([0xff]), bytesOf('</p>')]);
  const { text, encoding, errors } = decodeBytes(declared);
  expect([encoding, errors]).toEqual(['gb18030', 1]);
  expect(text).toContain('山高月小，水落石出。山高月小');
});

test('#33.13 reads a style sheet by its @charset', () => {
  const css = Buffer.concat([bytesOf('@charset "Big5"; p::before{content:"'), BIG5, bytesOf('"}')]);
  expect(decodeBytes(css).text).toContain('content:"山高月小水落石出"');
});

test('#33.13 does not take an English text with a Windows quotation mark for Chinese', () => {
  const text = decodeBytes(
    Buffer.concat([bytesOf('<p>The lamp keeper'), Buffer.from([0x92]), bytesOf('s house, don'), Buffer.from([0x92]), bytesOf('t</p>')]),
  );
  expect(text.text).toBe('<p>The lamp keeper’s house, don’t</p>');
});

test('reads a UTF-16 file with and without a byte order mark, and does not read one that only claims to be UTF-16 as such', () => {
  const wide = Buffer.from('<p>山</p>', 'utf16le');
  expect(decodeBytes(wide).text).toBe('<p>山</p>');
  expect(decodeBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])).text).toBe('<p>山</p>');
  expect(decodeBytes(bytesOf('<?xml version="1.0" encoding="utf-16"?><p>山</p>')).errors).toBe(0);
});

const TEXT = '<?xml version="1.0" encoding="utf-16"?>\n<p>江上起雾😀</p>';
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();

test.each([
  ['little end first', little(TEXT)],
  ['big end first', big(TEXT)],
  ['with a mark', little(`\ufeff${TEXT}`)],
  ['with a mark, big end first', big(`\ufeff${TEXT}`)],
])('reads UTF-16 text, %s', (_how, bytes) => expect(decodeText(bytes)).toBe(TEXT));

test('detects UTF-16 in a style sheet and in markup without a declaration', () => {
  expect(decodeText(big('p{content:"雾"}'))).toBe('p{content:"雾"}');
  expect(decodeText(little('<html>雾</html>'))).toBe('<html>雾</html>');
});

test('leaves text with one byte per character unchanged', () => {
  expect(decodeText(Buffer.from(TEXT))).toBe(TEXT);
  expect(decodeText(Buffer.from(''))).toBe('');
  expect(decodeText(Buffer.from('a'))).toBe('a');
  expect(decodeText(Buffer.from([0x3c, 0x61, 0xbd, 0xad]))).toBe('<a江');
});
