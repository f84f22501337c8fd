import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { StreamedPart } from './multipart-file.ts';
import { storePart } from './store-part.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

const part = (bytes: Buffer, finish = () => {}): StreamedPart => ({ name: '译文.txt', stream: Readable.from([bytes]), finish });
const isStored = async (key: string): Promise<boolean> =>
  t.context.files
    .read(key)
    .then(buffer)
    .then(
      () => true,
      () => false,
    );

test('stores a streamed file with its size and hash', async () => {
  const bytes = Buffer.from('灯亮了。');
  expect(await storePart(t.context, part(bytes), 'tests/a.txt', 'text/plain')).toEqual({
    fileName: '译文.txt',
    fileKey: 'tests/a.txt',
    fileSize: bytes.length,
    mime: 'text/plain',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(await buffer(await t.context.files.read('tests/a.txt'))).toEqual(bytes);
});

test('keeps neither an empty file nor one that is too large', async () => {
  await expect(storePart(t.context, part(Buffer.alloc(0)), 'tests/b.txt', 'text/plain')).rejects.toThrow('文件是空的，请重新选择');
  const cut = () => {
    throw new Error('too large');
  };
  await expect(storePart(t.context, part(Buffer.from('x'), cut), 'tests/c.txt', 'text/plain')).rejects.toThrow('too large');
  expect([await isStored('tests/b.txt'), await isStored('tests/c.txt')]).toEqual([false, false]);
});
