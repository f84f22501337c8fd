import { expect, test } from 'vitest';
import { candidatesOf } from './srcset.ts';

test('parses a srcset as a browser does', () => {
  expect(candidatesOf('a.png 1x, b.png 2x')).toEqual([
    ['a.png', '1x'],
    ['b.png', '2x'],
  ]);
  expect(candidatesOf('a.png 1x,/prod-api/x 2x')).toEqual([
    ['a.png', '1x'],
    ['/prod-api/x', '2x'],
  ]);
  expect(candidatesOf('a,b.png, c.png,,\n d.png 300w 200h onload')).toEqual([
    ['a,b.png', ''],
    ['c.png', ''],
    ['d.png', '300w 200h'],
  ]);
  expect(candidatesOf('data:image/png;base64,AA== 1.5x')).toEqual([['data:image/png;base64,AA==', '1.5x']]);
  expect(candidatesOf(' ,, ')).toEqual([]);
  expect(candidatesOf('a.png 1x(,b.png')).toEqual([
    ['a.png', ''],
    ['b.png', ''],
  ]);
});

// In quadratic time this takes longer than the limit of a test.
test('parses a long srcset in linear time', () => {
  expect(candidatesOf(`${','.repeat(1_000_000)}a${','.repeat(1_000_000)}`)).toEqual([['a', '']]);
});
