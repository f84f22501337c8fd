import { expect, test } from 'vitest';
import { folded, foldedText, hasRareSigns, isPrintedAlike, LINE_BREAK, originalOf, placeIn } from './search-folding.ts';

test.each([
  ['Kangxi radicals', '⼈⼭⼈海，⽉⾊如⽔', '人山人海,月色如水'],
  ['radicals of converters', '⻓⻔⻅⻢⻛⻩', '长门见马风黄'],
  ['wide letters', 'ＡＢＣ１２３号楼', 'abc123号楼'],
  ['half-wide kana', 'ｶﾞｷﾞ', 'ガギ'],
  ['soft hyphens', '北\u00ad京\u00ad站 inter\u00adnational', '北京站international'],
  ['zero-width signs', '长\u200b江\u200d大\u2060桥\ufeff', '长江大桥'],
  ['marks of direction', '\u202eabc\u202c\u200f', 'abc'],
  ['ligatures', 'ﬁnd the ﬂag eﬃcient', 'find the flag efficient'],
  ['accents in parts', 'cafe\u0301 de\u0301ja\u0300', 'cafe deja'],
  ['accents as a whole', 'café déjà', 'cafe deja'],
  ['compatibility ideographs', '\uf902站\uf901新\uf90a色', '車站更新金色'],
  ['compatibility ideographs of the second plane', '\u{2f800}\u{2f81a}', '丽冬'],
  ['variation selectors', '葛\u{e0100}飾 字\ufe00', '葛飾字'],
  ['letters of formulas', '𝐀𝑩', 'ab'],
  ['Korean syllables in parts', '\u1112\u1161\u11ab', '한'],
  ['kana with a mark of its own', 'か\u3099', 'が'],
  ['a line break between Chinese signs', `换行${LINE_BREAK}之间的字`, '换行之间的字'],
  ['a line break between words', `the old${LINE_BREAK}lamp`, 'the old lamp'],
  ['blanks beside Chinese signs', '不间断\u00a0空格 与\u3000全角 ABC 公司', '不间断空格与全角abc公司'],
  ['quotes and dashes', '‘直’“双”—–－…', '\'直\'"双"---...'],
  ['dots of a name', '列夫・托尔斯泰 列夫•托尔斯泰', '列夫·托尔斯泰列夫·托尔斯泰'],
  ['Greek at the end of a word', 'λόγος ΛΌΓΟΣ', 'λογοσ λογοσ'],
])('#33.17 folds %s', (_name, text, expected) => expect(foldedText(text)).toBe(expected));

test('#33.17 keeps a blank between words and at the end of a paragraph', () => {
  expect(foldedText('old  lamp')).toBe('old lamp');
  expect(foldedText('甲\n乙')).toBe('甲 乙');
  expect(foldedText('甲\u00ad\n乙')).toBe('甲 乙');
});

test('#33.17 keeps characters outside the BMP unchanged', () => {
  expect(foldedText('𠮷野家的𪚥字')).toBe('𠮷野家的𪚥字');
});

test('#33.17 maps a position in the folded text back to the original text', () => {
  for (const [text, query, found] of [
    ['见⼈\u200b⼭啊', '人山', '⼈\u200b⼭'],
    ['a ﬁne day', 'in', 'ﬁn'],
    ['the cafe\u0301s', 'cafe', 'cafe\u0301'],
    [`换行${LINE_BREAK}之间`, '行之', `行${LINE_BREAK}之`],
    ['plain text', 'n t', 'n t'],
    ['\u{2f81a}天', '冬天', '\u{2f81a}天'],
  ] as const) {
    const made = folded(text);
    const at = made.text.indexOf(foldedText(query));
    const [from, to] = originalOf(made, at, at + foldedText(query).length);
    expect(text.slice(from, to)).toBe(found);
    expect(placeIn(text, query)).toEqual([from, to]);
  }
  expect(placeIn('甲', '乙')).toBeNull();
});

test('#33.17 needs no folding of a text without rare characters for a query with only one spelling', () => {
  expect(hasRareSigns('江上起了雾，船都不出港。“等一等——”')).toBe(false);
  for (const text of ['⼈', '北\u00ad京', `换${LINE_BREAK}行`, '全角　空格', 'ﬁnd', 'e\u0301'])
    expect([text, hasRareSigns(text)]).toEqual([text, true]);
  expect(isPrintedAlike('江上人月')).toBe(true);
  for (const query of ['abc', '"', '-', 'a b', ',']) expect([query, isPrintedAlike(query)]).toEqual([query, false]);
});
