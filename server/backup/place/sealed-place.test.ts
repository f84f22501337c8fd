import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { opened, sealed } from './sealed-place.ts';

test('#53.1 encryption returns every length of content, in any cuts', async () => {
  const key = createHash('sha256').update('key').digest();
  for (const length of [0, 1, 11, 12, 15, 16, 17, 65_536, 200_003]) {
    const plain = Buffer.alloc(length, 'shuzhou');
    const locked = await buffer(sealed(Readable.from([plain.subarray(0, 5), plain.subarray(5)]), key, 'a'));
    expect(locked.length).toBe(length + 28);
    const cuts = [locked.subarray(0, 3), locked.subarray(3, 13), locked.subarray(13, -15), locked.subarray(-15)];
    expect((await buffer(opened(Readable.from(cuts), key, 'a'))).equals(plain)).toBe(true);
    await expect(buffer(opened(Readable.from([locked]), key, 'b'))).rejects.toThrow('解不开');
    await expect(buffer(opened(Readable.from([locked.subarray(0, -1)]), key, 'a'))).rejects.toThrow('解不开');
  }
});
