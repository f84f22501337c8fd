// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { defaultLook } from './look.ts';
import { pageBox } from '../page-box.ts';
import { pageStyle } from './page-style.ts';

const look = defaultLook(390);
const styleOf = (face: typeof look.face): string => {
  const chosen = { ...look, face };
  return pageStyle(pageBox({ width: 390, height: 844 }, chosen, false), chosen);
};
const faceFor = (css: string, language: string): string | undefined =>
  new RegExp(`body:is\\([^{]*:lang\\(${language}\\)[^{]*\\{font-family:([^}]*)\\}`).exec(css)?.[1];

it('draws text from Japan, Korea or Taiwan with the character forms of its region', () => {
  expect(faceFor(styleOf('serif'), 'ja')).toContain('Noto Serif CJK JP');
  expect(faceFor(styleOf('sans'), 'ko')).toContain('Noto Sans CJK KR');
  expect(faceFor(styleOf('serif'), 'zh-TW')).toMatch(/Noto Serif CJK TC.*!important/);
  expect(faceFor(styleOf('serif'), 'zh-CN')).toBeUndefined();
});

it("keeps the book's fonts when the reader leaves them to the book, and uses the same Kai font everywhere", () => {
  expect(styleOf('book')).toContain(':where(body:is(:lang(ja)))');
  expect(faceFor(styleOf('kai'), 'ja')).toBeUndefined();
});
