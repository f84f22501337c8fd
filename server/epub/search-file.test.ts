import { expect, test } from 'vitest';
import { searchFile } from './search-file.ts';

test('writes the search text in the encoding that takes fewer bytes', () => {
  const documents = (text: string) => [text.repeat(40), ''];
  const english = documents('the lamp ');
  const chinese = documents('桥上的灯𠮷');
  expect(JSON.parse(searchFile(english).toString('utf8'))).toEqual({ documents: english });
  expect(JSON.parse(searchFile(chinese).toString('utf16le'))).toEqual({ documents: chinese });
  expect(searchFile(chinese).length).toBeLessThan(Buffer.byteLength(JSON.stringify({ documents: chinese })));
});
