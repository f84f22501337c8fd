import { expect, test } from 'vitest';
import { identityNumber, identityNumberFault, isIdCard } from './identity-number.ts';

test('F10b the number of an identity card has a date and the right check character', () => {
  expect(isIdCard('11010519491231002X')).toBe(true);
  for (const bad of [
    '110105194912310021',
    '11010519491331002X',
    '11010519490230002X',
    '1101051949123100',
    '',
    '11010529991231002X',
    'A1010519491231002X',
  ])
    expect([bad, isIdCard(bad)]).toEqual([bad, false]);
});

test('F10b every wrong check character is refused', () => {
  const right = [...'0123456789X'].filter((last) => isIdCard(`11010519491231002${last}`));
  expect(right).toEqual(['X']);
});

test('a number is compared without blanks, full-width signs and case', () => {
  expect(identityNumber(' １１０１０５ 19491231002x ')).toBe('11010519491231002X');
  expect(identityNumberFault('idCard', '11010519491231002x')).toBe('');
  expect(identityNumberFault('idCard', '11010519491231002')).toBe('身份证号码不正确，请核对18位号码');
  expect(identityNumberFault('passport', 'E1234567')).toBe('');
  expect(identityNumberFault('passport', '护照')).toBe('证件号码应为5至20位字母或数字');
  expect(identityNumberFault('other', '')).toBe('请填写证件号码');
});
