import { expect, test } from 'vitest';
import { placeOf } from './crop-place.ts';

const area = (x: number, y: number, side: number) => ({ x, y, width: side, height: side });

test('the cropped area fills the square, scaled up or down', () => {
  expect(placeOf({ width: 800, height: 400 }, area(200, 0, 400), 256, 0)).toEqual({ scale: 0.64, x: 128, y: 128 });
  expect(placeOf({ width: 800, height: 400 }, area(0, 0, 400), 256, 0)).toEqual({ scale: 0.64, x: 256, y: 128 });
  expect(placeOf({ width: 100, height: 100 }, area(50, 25, 50), 256, 0)).toEqual({ scale: 5.12, x: 0, y: 128 });
});

test('the area is in px of the turned picture', () => {
  expect(placeOf({ width: 800, height: 400 }, area(0, 400, 400), 256, 1)).toEqual({ scale: 0.64, x: 128, y: 0 });
  expect(placeOf({ width: 800, height: 400 }, area(400, 0, 400), 256, 2)).toEqual({ scale: 0.64, x: 0, y: 128 });
});
