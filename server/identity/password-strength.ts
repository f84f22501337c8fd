import { dictionary } from '@zxcvbn-ts/language-common';
import { failed } from '../http/app-error.ts';

const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb', '!@#$%^&*()'];
const STEMS =
  'password passwd passw0rd p@ssword p@ssw0rd admin administrator root user test demo guest welcome letmein login master qwe asd zxc abc aaa iloveyou woaini wodemima mima superman monkey dragon sunshine princess football baseball shadow michael jordan hello ruoyi shuzhou secret china beijing';
const WORDS = new Set(STEMS.split(' '));

/** Characters allowed by `sys.account.chrtype`, and the message for other characters. */
const CHARACTER_RULES: Readonly<Record<string, readonly [RegExp, string]>> = {
  '0': [/^[^<>"'|\\]+$/, '密码不能包含非法字符：< > " \' \\ |'],
  '1': [/^\d+$/, '密码只能为0-9数字'],
  '2': [/^[A-Za-z]+$/, '密码只能为a-z和A-Z字母'],
  '3': [/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d]+$/, '密码必须包含字母和数字'],
  '4': [/^(?=.*\d)(?=.*[A-Za-z])(?=.*[~!@#$%^&*()\-=_+])[A-Za-z\d~!@#$%^&*()\-=_+]+$/, '密码必须包含字母、数字和特殊字符'],
};

/** Leaked passwords, most frequent first: 49 000, of which only those with eight or more characters matter. */
const COMMON: readonly string[] = dictionary['passwords-common'];
const COMMON_SET = new Set(COMMON);
/** Words from which people make passwords by adding digits or symbols. */
const COMMON_STEMS = new Set([...COMMON.slice(0, 6_000).filter((word) => /^[a-z]{4,}$/.test(word)), ...WORDS]);

const LOOK_ALIKE: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const plainLetters = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOK_ALIKE[sign] ?? sign);

/** Maximum number of characters that a guesser adds to a common word by rule: a year, 123, an exclamation mark. */
const ADDED_MOST = 6;
const DATE = /(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/;

/** Returns true for a leaked password, a keyboard run, a repetition, a date, or a common word with a few characters added. */
export function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const turned = [...plain].toReversed().join('');
  if (COMMON_SET.has(plain) || COMMON_SET.has(turned) || COMMON_SET.has(plainLetters(plain))) return true;
  if (new Set(plain).size <= 3 || /^(.{1,5})\1+$/.test(plain)) return true;
  if (runsIn(plain) >= plain.length - 2) return true;
  const digits = plain.replace(/[-./ ]/g, '');
  if (/^\d+$/.test(digits) && (DATE.test(digits) || /^1[3-9]\d{9}$/.test(digits) || digits.length < 10)) return true;
  if (/5201314|1314520/.test(plain) && plain.length <= 7 + ADDED_MOST) return true;
  const [, before = '', core = '', after = ''] = /^([^a-z@$]*)(.*?)([^a-z]*)$/.exec(plain) ?? [];
  return isStemmed(plain) || isStemmed(before + plainLetters(core) + after);
}

/** Returns the total length of runs of four or more adjacent characters on a keyboard or in the alphabet. */
function runsIn(plain: string): number {
  const rows = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))];
  let covered = 0;
  for (let at = 0; at < plain.length; ) {
    let length = plain.length - at;
    while (length >= 4 && !rows.some((row) => row.includes(plain.slice(at, at + length)))) length -= 1;
    if (length >= 4) covered += length;
    at += length >= 4 ? length : 1;
  }
  return covered;
}

/** A common word, once or twice, with at most six non-letter characters around it. */
function isStemmed(plain: string): boolean {
  const [, before = '', word = '', after = ''] = /^([^a-z]*)([a-z]+)([^a-z]*)$/.exec(plain) ?? [];
  if (!word || before.length + after.length > ADDED_MOST) return false;
  const half = word.slice(0, word.length / 2);
  return COMMON_STEMS.has(word) || (half + half === word && COMMON_STEMS.has(half));
}

/** Words of this product and its publisher, which a guesser tries first. */
const RESERVED_NAMES = ['shuzhou', 'qiming', 'zhongguo', '书舟', '启明', '出版社', 'chubanshe'];
/** Minimum number of characters that must remain without the context words. */
const LEFT_LEAST = 6;

/** Data about the user, which the password must not consist of. */
export interface PasswordOwner {
  readonly userName: string;
  readonly nickName?: string;
  readonly phonenumber?: string;
  readonly email?: string;
}

function isOfContext(password: string, owner: PasswordOwner): boolean {
  const plain = password.toLowerCase();
  const { userName, nickName = '', phonenumber = '', email = '' } = owner;
  const own = [userName, nickName, phonenumber, phonenumber.slice(-8), email, email.split('@')[0] ?? ''].map((word) => word.toLowerCase());
  return [...own, ...own.map((word) => [...word].toReversed().join('')), ...RESERVED_NAMES].some(
    (word) => word.length >= (/^[\x20-\x7e]+$/.test(word) ? 4 : 2) && plain.replaceAll(word, '').length < LEFT_LEAST && plain.includes(word),
  );
}

/** Throws for a new password that is easy to guess or breaks the character rule in the settings. */
export function checkStrength(password: string, owner: PasswordOwner, chrtype: string): void {
  const rule = CHARACTER_RULES[chrtype];
  if (rule && !rule[0].test(password)) throw failed(rule[1]);
  const name = owner.userName.toLowerCase();
  if ([name, [...name].toReversed().join('')].includes(password.toLowerCase())) throw failed('密码不能与用户名相同，请换一个');
  if (isOfContext(password, owner)) throw failed('密码不能由用户名、手机号、邮箱或书舟的名称组成，请换一个');
  if (isCommon(password)) throw failed('这个密码太常见，容易被猜到，请换一个');
}
