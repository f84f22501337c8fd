import { expect, it } from 'vitest';
import { chosenWriting, isRightToLeft, turnsWriting } from './writing.ts';

const book = { language: 'zh-CN', layout: 'reflowable', writing: 'horizontal', direction: 'ltr' } as const;

it('changes the writing direction of Chinese text, but not of other text and fixed-layout pages', () => {
  expect(turnsWriting(book)).toBe(true);
  expect(chosenWriting({ ...book, language: 'ar' }, { writing: 'vertical' })).toBe('book');
  expect(turnsWriting({ ...book, layout: 'pre-paginated' })).toBe(false);
});

it.each([
  ['horizontal', 'ltr', 'book', false],
  ['horizontal', 'ltr', 'vertical', true],
  ['horizontal', 'rtl', 'book', true],
  ['vertical', 'rtl', 'book', true],
  ['vertical', 'rtl', 'horizontal', false],
  ['vertical', 'ltr', 'book', true],
] as const)('a %s book (%s) read %s: the next page is on the left: %s', (writing, direction, chosen, left) => {
  expect(isRightToLeft({ ...book, writing, direction }, { writing: chosen })).toBe(left);
});

it('an Arabic book turns to the left, whatever is chosen for Chinese books', () => {
  expect(isRightToLeft({ ...book, language: 'ar', direction: 'rtl' }, { writing: 'horizontal' })).toBe(true);
});
