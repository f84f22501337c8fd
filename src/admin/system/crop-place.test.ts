import { expect, test } from 'vitest';
import { placeOf } from './crop-place.ts';

test('a picture always covers the square, however far it is moved', () => {
  expect(placeOf({ width: 800, height: 400 }, 256, 1, 0, { x: 0, y: 0 })).toEqual({ width: 512, height: 256, x: 0, y: 0 });
  expect(placeOf({ width: 800, height: 400 }, 256, 1, 0, { x: 900, y: 50 })).toMatchObject({ x: 128, y: 0 });
  expect(placeOf({ width: 800, height: 400 }, 256, 1, 1, { x: 900, y: 900 })).toMatchObject({ x: 0, y: 128 });
  expect(placeOf({ width: 100, height: 100 }, 256, 2, 0, { x: -999, y: 10 })).toMatchObject({ width: 512, x: -128, y: 10 });
});
