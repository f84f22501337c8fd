import { pinyin } from 'pinyin-pro';

const HAN_NAME = /^\p{Script=Han}{2,5}$/u;
/** Surnames of two characters. */
const DOUBLE: ReadonlySet<string> = new Set(
  '欧阳 太史 上官 端木 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 左丘 东门 西门 第五'.split(
    ' ',
  ),
);
/** Characters with several readings give several spellings; no name has more than this. */
const SPELLINGS_MOST = 64;

const readings = (character: string): string[] => [
  ...new Set(pinyin(character, { multiple: true, toneType: 'none', type: 'array' }).flatMap(keyboardForms)),
];
/** ü is written u, v and yu in names. */
function keyboardForms(syllable: string): string[] {
  return /ü/.test(syllable) ? ['u', 'v', 'yu'].map((vowel) => syllable.replace('ü', vowel)) : [syllable];
}

const joined = (parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((all, one) => all.flatMap((start) => one.map((next) => start + next)).slice(0, SPELLINGS_MOST), ['']);

/**
 * Spellings of a Chinese name in Latin letters, small and without blanks: surname first and last, with the whole given name, and with its initials when it
 * has two characters. Empty for other names.
 */
export function spellingsOf(name: string): string[] {
  const plain = name.trim();
  if (!HAN_NAME.test(plain)) return [];
  const characters = [...plain];
  const length = characters.length > 2 && DOUBLE.has(characters.slice(0, 2).join('')) ? 2 : 1;
  const usual = pinyin(plain, { toneType: 'none', type: 'array', surname: 'head' }).slice(0, length).map(keyboardForms);
  const surnames = joined(usual);
  const given = characters.slice(length).map(readings);
  const whole = joined(given);
  const initials = given.length < 2 ? [] : joined(given.map((all) => [...new Set(all.map((one) => one.slice(0, 1)))]));
  const found = surnames.flatMap((surname) => [...whole, ...initials].flatMap((one) => [surname + one, one + surname]));
  return [...new Set(found)].filter((one) => /^[a-z]+$/.test(one));
}

const SCHOOL = /^.{2,12}?(?:大学|学院|学校|中学|小学|研究院|研究所|科学院|出版社|图书馆|博物馆|医院)/u;

/** The school of a unit such as 南京大学文学院: texts name it without the department. */
export function schoolOf(unit: string): string | null {
  const plain = unit.trim();
  const school = SCHOOL.exec(plain)?.[0];
  return school === undefined || school === plain ? null : school;
}
