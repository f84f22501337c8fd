import { expect, it } from 'vitest';
import { defaultLook, FONT_SIZES, linePixels } from './style/look.ts';
import { pageBox } from './page-box.ts';

it('a phone line holds 19 characters of 18 pixels, with a line pitch of 33 pixels', () => {
  const look = defaultLook(390);
  const box = pageBox({ width: 390, height: 700 }, look, false);
  expect(linePixels(look)).toBe(33);
  expect(box).toMatchObject({ columns: 1, column: 342, width: 342, height: 693 });
});

it('a desktop page holds two columns of 27 characters', () => {
  const box = pageBox({ width: 1440, height: 760 }, defaultLook(1440), false);
  expect(box).toMatchObject({ columns: 2, column: 540, width: 1160, step: 1240 });
});

it('every size gives whole ems along the line and whole lines across it', () => {
  for (const width of [320, 390, 820, 1180, 1440, 2560])
    for (const fontSize of FONT_SIZES)
      for (const vertical of [false, true]) {
        const look = { ...defaultLook(width), fontSize };
        const box = pageBox({ width, height: 777 }, look, vertical);
        expect(box.column % fontSize).toBe(0);
        expect((vertical ? box.width : box.height) % linePixels(look)).toBe(0);
        expect(box.width).toBeLessThanOrEqual(width);
        expect(box.height).toBeLessThanOrEqual(777);
      }
});

it('lays out one or two columns as the reader chooses, and makes a scroll as large as its room', () => {
  const wide = { width: 1440, height: 760 };
  expect(pageBox(wide, { ...defaultLook(1440), columns: 'one' }, false)).toMatchObject({ columns: 1, column: 680 });
  expect(pageBox({ width: 820, height: 1100 }, defaultLook(820), false).columns).toBe(1);
  expect(pageBox({ width: 820, height: 1100 }, { ...defaultLook(820), columns: 'two' }, false).columns).toBe(2);
  expect(pageBox({ width: 390, height: 700 }, { ...defaultLook(390), columns: 'two' }, false).columns).toBe(1);
  expect(pageBox(wide, { ...defaultLook(1440), flow: 'scroll' }, false)).toMatchObject({ ...wide, scrolled: true, column: 680 });
});
