import { expect, test } from 'vitest';
import { textOf } from './text-of.ts';

const GB18030 = [0xb5, 0xc6, 0xc1, 0xc1, 0xc1, 0xcb];
const UTF_16 = [0xff, 0xfe, 0x6f, 0x70, 0xae, 0x4e, 0x86, 0x4e];

test('decodes a text in its original encoding', async () => {
  for (const bytes of [[...new TextEncoder().encode('灯亮了')], [...new TextEncoder().encode('\ufeff灯亮了')], GB18030, UTF_16])
    expect(await textOf(new Blob([new Uint8Array(bytes)]))).toBe('灯亮了');
});
