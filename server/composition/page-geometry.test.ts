import { expect, test } from 'vitest';
import { fontFamilyOf, pageGeometry } from './page-geometry.ts';

const LAYOUT = { format: '185×260', sheetPages: 16, charsPerLine: 28, linesPerPage: 29, fontFamily: '宋体', fontSizePt: '10.5' };
const MM_PER_PT = 25.4 / 72;

test('the type area holds the characters of a line and the lines of a page, in the middle of the page', () => {
  const page = pageGeometry(LAYOUT);
  expect(page).toMatchObject({ width: 185, height: 260, fontPt: 10.5, assumed: [] });
  expect(page.textWidth).toBeCloseTo(28 * 10.5 * MM_PER_PT, 1);
  expect(page.textHeight / (page.linePt * MM_PER_PT)).toBeCloseTo(29, 1);
  expect(page.left * 2 + page.textWidth).toBeCloseTo(185, 1);
  expect(page.top * 2 + page.textHeight).toBeCloseTo(260, 1);
});

test('missing values are replaced by usual ones, which are named', () => {
  const none = { format: '', sheetPages: 0, charsPerLine: 0, linesPerPage: 0, fontFamily: '', fontSizePt: '' };
  expect(pageGeometry(none)).toMatchObject({
    width: 185,
    height: 260,
    fontPt: 10.5,
    assumed: ['没有填成品尺寸，按16开（185×260毫米）', '没有填字号，按10.5磅', '没有填每行字数，按版面宽度排', '没有填每面行数，按常用行距排'],
  });
  expect(pageGeometry({ ...none, sheetPages: 32 })).toMatchObject({ width: 130, height: 184 });
});

test.each([
  { ...LAYOUT, format: '90×120', charsPerLine: 60, linesPerPage: 60 },
  { ...LAYOUT, format: '1×1' },
  { ...LAYOUT, format: '9999×50', fontSizePt: '99.9' },
  { ...LAYOUT, fontSizePt: '0.0', linesPerPage: 1, charsPerLine: 1 },
])('the type area is inside the page for the layout %o', (layout) => {
  const page = pageGeometry(layout);
  expect(Math.min(page.left, page.top)).toBeGreaterThanOrEqual(7.9);
  expect(page.textWidth).toBeGreaterThan(0);
  expect(page.textHeight).toBeGreaterThan(0);
});

test('says when the lines and characters do not fit', () => {
  expect(pageGeometry({ ...LAYOUT, format: '90×120', charsPerLine: 60, linesPerPage: 60 }).assumed).toEqual([
    '每行60字放不进90毫米宽的页面，按版面宽度排',
    expect.stringMatching(/^每面60行放不进120毫米高的页面，按每面\d+行排$/),
  ]);
});

test('a typeface is one of the known families, so that a name cannot write CSS', () => {
  expect(fontFamilyOf('方正楷体')).toContain('KaiTi');
  expect(fontFamilyOf('x;}body{display:none')).toBe(fontFamilyOf('宋体'));
});
