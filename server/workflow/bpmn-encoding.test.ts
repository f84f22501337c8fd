import { expect, test } from 'vitest';
import { decodeXml } from '../../contract/workflow/bpmn-encoding.ts';

const ascii = (text: string): number[] => [...text].map((one) => one.charCodeAt(0));
const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? ascii(part) : part)));
const utf16 = (text: string, order: 'little' | 'big', mark: boolean): Uint8Array =>
  new Uint8Array([
    ...(mark ? (order === 'little' ? [0xff, 0xfe] : [0xfe, 0xff]) : []),
    ...[...text].flatMap((one) => {
      const code = one.charCodeAt(0);
      return order === 'little' ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  ]);
const xml = (encoding: string, name: string): string => `<?xml version="1.0" encoding="${encoding}"?><p name="${name}"/>`;
const read = xml('UTF-8', '请假');

test.each([
  ['GBK', bytes('<?xml version="1.0" encoding="GBK"?><p name="', [0xc7, 0xeb, 0xbc, 0xd9], '"/>'), read],
  [
    'GB2312 in single quotes',
    bytes("<?xml version='1.0' encoding='gb2312'?><p name=\"", [0xc7, 0xeb, 0xbc, 0xd9], '"/>'),
    read.replace('"1.0" encoding="UTF-8"', "'1.0' encoding='UTF-8'"),
  ],
  ['ISO-8859-1', bytes('<?xml version="1.0" encoding="ISO-8859-1"?><p name="', [0xfc], '"/>'), xml('UTF-8', 'ü')],
  ['UTF-16 little endian with a mark', utf16(xml('UTF-16', '请假'), 'little', true), read],
  ['UTF-16 big endian with a mark', utf16(xml('UTF-16', '请假'), 'big', true), read],
  ['UTF-16 little endian without a mark', utf16(xml('UTF-16', '请假'), 'little', false), read],
  ['UTF-16 big endian without a mark', utf16(xml('UTF-16', '请假'), 'big', false), read],
  ['UTF-8 with a mark and a wrong declaration', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(xml('GBK', '请假'))]), read],
  ['no declaration', new TextEncoder().encode('<p name="请假"/>'), '<p name="请假"/>'],
])('#43.16 a file in %s is read, and declares UTF-8 from then on', (_encoding, given, expected) => {
  expect(decodeXml(given)).toBe(expected);
});

test.each([
  ['an unknown encoding', bytes('<?xml version="1.0" encoding="klingon"?><p/>')],
  ['bytes that are not in the declared encoding', bytes('<?xml version="1.0" encoding="UTF-8"?><p name="', [0xc7, 0xeb], '"/>')],
])('#43.16 %s is refused instead of read wrongly', (_what, given) => {
  expect(decodeXml(given)).toBeNull();
});
