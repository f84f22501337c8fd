import { failed } from '../http/refusal.ts';

const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb', '!@#$%^&*()'];
const STEMS =
  'password passwd passw0rd p@ssword p@ssw0rd admin administrator root user test demo guest welcome letmein login master qwe asd zxc abc aaa iloveyou woaini wodemima mima superman monkey dragon sunshine princess football baseball shadow michael jordan hello ruoyi shuzhou secret china beijing';
const WORDS = new Set(STEMS.split(' '));

/** Characters allowed by `sys.account.chrtype`, and the words when one is not. */
const CHARACTER_RULES: Readonly<Record<string, readonly [RegExp, string]>> = {
  '0': [/^[^<>"'|\\]+$/, '密码不能包含非法字符：< > " \' \\ |'],
  '1': [/^\d+$/, '密码只能为0-9数字'],
  '2': [/^[A-Za-z]+$/, '密码只能为a-z和A-Z字母'],
  '3': [/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d]+$/, '密码必须包含字母和数字'],
  '4': [/^(?=.*\d)(?=.*[A-Za-z])(?=.*[~!@#$%^&*()\-=_+])[A-Za-z\d~!@#$%^&*()\-=_+]+$/, '密码必须包含字母、数字和特殊字符'],
};

/** True for what a list of common passwords begins with: a run along the keyboard, one letter over and over, a common word with a few digits, a birthday's eight digits. */
export function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const turned = [...plain].toReversed().join('');
  if (new Set(plain).size <= 2 || /^(.{1,3})\1+$/.test(plain)) return true;
  if (ROWS.some((row) => row.includes(plain) || row.includes(turned))) return true;
  if (/^(19|20)\d{6}$/.test(plain) || /^5201314|1314520$/.test(plain)) return true;
  const [, word = '', tail = ''] = /^([a-z@]+0?[a-z]*)[_@#!.]*(\d{0,6})[!.]*$/.exec(plain) ?? [];
  return WORDS.has(word) && (tail === '' || tail.length <= 6);
}

/** Refuses a new password that is easily guessed, or breaks the house's rule of characters. */
export function checkStrength(password: string, userName: string, chrtype: string): void {
  const rule = CHARACTER_RULES[chrtype];
  if (rule && !rule[0].test(password)) throw failed(rule[1]);
  const name = userName.toLowerCase();
  if (password.toLowerCase() === name || password.toLowerCase() === [...name].toReversed().join('')) throw failed('密码不能与用户名相同，请换一个');
  // Digits alone are the rule of some houses; then only the worst of them are refused.
  if (isCommon(password)) throw failed('这个密码太常见，容易被猜到，请换一个');
}
