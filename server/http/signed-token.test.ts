import { expect, test } from 'vitest';
import { signToken, verifyToken } from './signed-token.ts';

const context = (secret: string) => ({ settings: { secret: Buffer.from(secret) } });
const ours = context('a'.repeat(32));

test('returns the signed fields unchanged', () => {
  const text = signToken(ours, 'link\n12', [7, 'f00d', 1_700_000_000_000, '']);
  expect(verifyToken(ours, 'link\n12', text)).toEqual(['7', 'f00d', '1700000000000', '']);
  expect(text).toMatch(/^[\w-]+\.[\w-]{43}$/);
});

test('rejects a token for another purpose, of another server, changed, cut or empty', () => {
  const text = signToken(ours, 'link\n12', [7, 'f00d']);
  const [, seal = ''] = text.split('.');
  const other = Buffer.from('8.f00d').toString('base64url');
  expect(verifyToken(ours, 'link\n13', text)).toBeNull();
  expect(verifyToken(context('b'.repeat(32)), 'link\n12', text)).toBeNull();
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
    expect([wrong, verifyToken(ours, 'link\n12', wrong)]).toEqual([wrong, null]);
});
