import { expect, test } from 'vitest';
import { checkStrength, isCommon } from './password-strength.ts';

const COMMON = `password password1 passw0rd P@ssw0rd Password123 p@ssword1 12345678 123456789 1234567890 87654321 11111111 00000000 88888888
  12341234 123123123 abcd1234 abc12345 a1234567 1q2w3e4r 1qaz2wsx qwertyuiop qwerty123 asdfghjkl zxcvbnm1 qazwsxedc iloveyou iloveyou1
  woaini1314 woaini520 5201314a 1314520x sunshine princess football baseball superman batman123 dragon123 monkey123 letmein1 welcome1
  Welcome123 admin123 admin1234 administrator root1234 test1234 changeme trustno1 starwars whatever computer internet michael1 jennifer
  charlie1 shadow12 master123 killer123 19900101 20001231 1990-01-01 13812345678 aaaaaaaa abababab abcabcabc abcdefgh qwer1234 asdf1234
  zaq12wsx !QAZ2wsx 1234qwer q1w2e3r4 passwordpassword 123456abc a123456789 aa123456 qq123456 wang1234 zhang123 hello123 hello2026 secret12
  china123 beijing8 love1234 google12 samsung1 nothing1 freedom1 flower12 pokemon1 ginger12 thomas12 daniel12 robert12 andrew12 hunter12
  12345678a 123456789a a12345678 147258369 159357456 789456123 741852963`.split(/\s+/);

test('#33.29 rejects the most common passwords, also with the usual substitutions', () => {
  expect(COMMON.filter((password) => !isCommon(password))).toEqual([]);
});

test.each([
  'correct-horse-battery',
  'right-pass-1',
  'Wire-pass-77',
  '江边灯火的晚上八点',
  'kx7#mPq2vL',
  'two lamps and a river',
  'abandon ship at dawn 4',
  'h7k9m2p4q8w3',
])('#33.29 accepts %s', (password) => {
  expect(isCommon(password)).toBe(false);
});

const owner = { userName: 'zhoudu', nickName: '周渡', phonenumber: '13812349876', email: 'duzhou88@example.org' };
test.each(['zhoudu2026', 'uduohz123', '12349876ab', 'duzhou88xy', 'shuzhou2026', '书舟2026年', 'Qiming1234'])(
  '#33.29 rejects %s, which consists of data about the user or the product',
  (password) => {
    expect(() => checkStrength(password, owner, '0')).toThrow(/密码不能由|太常见/);
  },
);

test('#33.29 accepts a long password that contains a context word', () => {
  expect(() => checkStrength('zhoudu reads by the old bridge', owner, '0')).not.toThrow();
});
