import { expect, test } from 'vitest';
import { decodeText } from './epub-markup.ts';

const TEXT = '<?xml version="1.0" encoding="utf-16"?>\n<p>江上起雾😀</p>';
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();

test.each([
  ['little end first', little(TEXT)],
  ['big end first', big(TEXT)],
  ['with a mark', little(`\ufeff${TEXT}`)],
  ['with a mark, big end first', big(`\ufeff${TEXT}`)],
])('two bytes to a letter are read as such, %s', (_how, bytes) => expect(decodeText(bytes)).toBe(TEXT));

test('a style sheet and markup without a declaration are known too', () => {
  expect(decodeText(big('p{content:"雾"}'))).toBe('p{content:"雾"}');
  expect(decodeText(little('<html>雾</html>'))).toBe('<html>雾</html>');
});

test('text of one byte to a letter stays what it was', () => {
  expect(decodeText(Buffer.from(TEXT))).toBe(TEXT);
  expect(decodeText(Buffer.from(''))).toBe('');
  expect(decodeText(Buffer.from('a'))).toBe('a');
  expect(decodeText(Buffer.from([0x3c, 0x61, 0xbd, 0xad]))).toBe('<a江');
});
