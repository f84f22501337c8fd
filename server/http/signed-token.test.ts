import { expect, test } from 'vitest';
import { sealed, unsealed } from './signed-token.ts';

const house = (secret: string) => ({ settings: { secret: Buffer.from(secret) } });
const ours = house('a'.repeat(32));

test('sealed words come back as they were', () => {
  const text = sealed(ours, 'link\n12', [7, 'f00d', 1_700_000_000_000, '']);
  expect(unsealed(ours, 'link\n12', text)).toEqual(['7', 'f00d', '1700000000000', '']);
  expect(text).toMatch(/^[\w-]+\.[\w-]{43}$/);
});

test('for another purpose, of another house, changed, cut or empty they are nothing', () => {
  const text = sealed(ours, 'link\n12', [7, 'f00d']);
  const [, seal = ''] = text.split('.');
  const other = Buffer.from('8.f00d').toString('base64url');
  expect(unsealed(ours, 'link\n13', text)).toBeNull();
  expect(unsealed(house('b'.repeat(32)), 'link\n12', text)).toBeNull();
  for (const wrong of [
    `${other}.${seal}`,
    text.slice(0, -2),
    `${text}AAAA`,
    text.split('.')[0] ?? '',
    '',
    '.',
    '..',
    `${text}.`,
    `${text}\n#EXTINF`,
    `${text}.\nhttps://elsewhere.example`,
  ])
    expect([wrong, unsealed(ours, 'link\n12', wrong)]).toEqual([wrong, null]);
});
