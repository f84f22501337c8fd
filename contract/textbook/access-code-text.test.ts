import { expect, test } from 'vitest';
import { CODE_LETTERS } from '../code-letters.ts';
import { checkCharacter, printedCode, readAccessCode } from './access-code-text.ts';

test('§13 the check character of the examples', () => {
  expect(checkCharacter('7K2MPW9XQ4R')).toBe('4');
  expect(checkCharacter('ABCDEFGHJKL')).toBe('3');
  expect(printedCode('7K2MPW9XQ4R4')).toBe('7K2M-PW9X-Q4R4');
});

test('§13 a code is read in any case, width and grouping', () => {
  for (const typed of ['7K2M-PW9X-Q4R4', '7k2mpw9xq4r4', ' ７Ｋ２Ｍ ＰＷ９Ｘ　Ｑ４Ｒ４ ', '7K2M—PW9X–Q4R4'])
    expect([typed, readAccessCode(typed)]).toEqual([typed, { code: '7K2MPW9XQ4R4' }]);
});

test('§13 a text that cannot be a code is rejected in the browser, with the reason', () => {
  expect(readAccessCode('7K2M-PW9X-Q4RO')).toEqual({ fault: '激活码里没有0、1、I、O，请再看一下' });
  expect(readAccessCode('7K2M-PW9X-Q4R5')).toEqual({ fault: '激活码不正确，请检查第几位抄错了' });
  expect(readAccessCode('7K2M-PW9X')).toEqual({ fault: '激活码是12位字母和数字，请核对' });
  expect(readAccessCode('7K2M-PW9X-Q4R渡')).toEqual({ fault: '激活码是12位字母和数字，请核对' });
});

test('§13 every single wrong letter is found', () => {
  const code = '7K2MPW9XQ4R4';
  for (const at of code.split('').keys())
    for (const letter of CODE_LETTERS)
      if (letter !== code[at]) expect(readAccessCode(code.slice(0, at) + letter + code.slice(at + 1))).toHaveProperty('fault');
});
