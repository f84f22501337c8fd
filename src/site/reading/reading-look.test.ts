import { expect, it } from 'vitest';
import { defaultLook } from '../../reader-engine/style/look.ts';
import { readLook } from '../../first-page/stored-look.ts';
import { sizeBeside } from './reading-look.store.ts';

const first = defaultLook(390);

it('restores the stored choices and ignores unknown values', () => {
  expect(readLook({ fontSize: 22, leading: 'loose', theme: 'night', face: 'sans' }, first)).toEqual({
    ...first,
    fontSize: 22,
    leading: 'loose',
    theme: 'night',
    face: 'sans',
  });
  expect(readLook({ fontSize: 900, leading: 'x', theme: 3 }, first)).toEqual(first);
  expect(readLook(null, first)).toEqual(first);
});

it('sizes increase and decrease and stop at the ends', () => {
  expect(sizeBeside(18, 1)).toBe(19);
  expect(sizeBeside(20, 1)).toBe(22);
  expect(sizeBeside(14, -1)).toBe(14);
  expect(sizeBeside(30, 1)).toBe(30);
});
