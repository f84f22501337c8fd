import { expect, test } from 'vitest';
import { wordFilter, type ListedWord } from './word-filter.ts';

/** Invented words: no text of people contains them. */
const HAN = [...'霜羽庐沙桐墨岚烛鲸珀苔笙澜琥蔷栎钿笺竺缈霁骞'];
const invented = Array.from({ length: 40 }, (_, at) => {
  const length = 2 + (at % 3);
  return Array.from({ length }, (_none, part) => HAN[(at * 7 + part * 5 + (at >> 2)) % HAN.length] ?? '').join('');
});
const latin = ['zorbix', 'plunkt', 'vexmor', 'quibz', 'drolfen', 'snarvo', 'mizzal', 'trungo', 'klompa', 'fendril'];
const WORDS: ListedWord[] = [...new Set([...invented, ...latin])].map((word) => ({ word, list: 'A', match: 'variants' }));
const find = wordFilter(WORDS);

const between = (word: string, sign: string): string => [...word].join(sign);
const fullWidth = (word: string): string => word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const CYRILLIC: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і', k: 'к', m: 'м' };
const EVASIONS: Readonly<Record<string, (word: string) => string>> = {
  'zero-width characters': (word) => between(word, '\u200b'),
  blanks: (word) => between(word, ' '),
  'full stops': (word) => between(word, '.'),
  stars: (word) => between(word, '*'),
  'underlines and hyphens': (word) => between(word, '_-'),
  emoji: (word) => between(word, '😀'),
  'full width': fullWidth,
  'upper case': (word) => word.toUpperCase(),
  'combining marks': (word) => between(word, '\u0336') + '\u0336',
  'repeated characters': (word) => [...word].map((sign, at) => (at === 1 ? sign.repeat(3) : sign)).join(''),
  'look-alike letters': (word) => word.replace(/[a-z]/g, (letter) => CYRILLIC[letter] ?? letter),
};
const GREEK: Readonly<Record<string, string>> = {
  a: 'α',
  b: 'Β',
  e: 'ε',
  i: 'ι',
  k: 'κ',
  m: 'Μ',
  n: 'Ν',
  o: 'ο',
  r: 'г',
  t: 'τ',
  u: 'υ',
  v: 'ν',
  z: 'Ζ',
};
const SMALL: Readonly<Record<string, string>> = {
  a: 'ᴀ',
  b: 'ʙ',
  d: 'ᴅ',
  e: 'ᴇ',
  g: 'ɢ',
  l: 'ʟ',
  m: 'ᴍ',
  n: 'ɴ',
  o: 'ᴏ',
  r: 'ʀ',
  u: 'ᴜ',
  v: 'ᴠ',
  z: 'ᴢ',
};
const reference = (word: string, base: number): string =>
  [...word].map((sign) => `&#${base === 16 ? 'x' : ''}${(sign.codePointAt(0) ?? 0).toString(base)};`).join('');
/** Evasions that need no knowledge of the language. */
const SIMPLE_EVASIONS: Readonly<Record<string, (word: string) => string>> = {
  'a break of HTML': (word) => between(word, '<br>'),
  'a closed break, in capitals': (word) => between(word, '<BR />'),
  'tags of HTML': (word) => [...word].map((sign) => `<span class="x">${sign}</span>`).join(''),
  'an escaped break': (word) => between(word, '&lt;br&gt;'),
  'decimal references': (word) => reference(word, 10),
  'hexadecimal references': (word) => reference(word, 16),
  'references that are escaped again': (word) => reference(word, 16).replaceAll('&', '&amp;'),
  'references to blanks': (word) => between(word, '&nbsp;'),
  'the filler of Hangul': (word) => between(word, '\u3164'),
  'other fillers': (word) => between(word, '\uffa0\u115f\u2800'),
  'soft hyphens and marks of direction': (word) => between(word, '\u00ad\u200f\u2066'),
  'variation selectors': (word) => between(word, '\ufe0f'),
  'Greek letters': (word) => word.replace(/[a-z]/g, (letter) => GREEK[letter] ?? letter),
  'small capitals': (word) => word.replace(/[a-z]/g, (letter) => SMALL[letter] ?? letter),
  'letters in circles': (word) => word.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + 0x24d0)),
  'negative squared letters': (word) => word.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + 0x1f170)),
};
const HAN_EVASIONS: Readonly<Record<string, (word: string) => string>> = {
  'a digit between the characters': (word) => between(word, '7'),
  'a letter between the characters': (word) => between(word, 'x'),
  'digits in circles between the characters': (word) => between(word, '①'),
  'a digit at one place': (word) => `${word.slice(0, 1)}3${word.slice(1)}`,
};
const LONGER_HAN_EVASIONS: Readonly<Record<string, (word: string) => string>> = {
  '的 between the characters': (word) => between(word, '的'),
  'the characters in reverse order': (word) => [...word].toReversed().join(''),
};
const found = (words: readonly ListedWord[], write: (word: string) => string): number =>
  words.filter(({ word }) => find(`读到这里${write(word)}，想说两句`).some((one) => one.word === word)).length / words.length;
const HAN_WORDS = WORDS.filter(({ word }) => !latin.includes(word));

test.each(Object.entries(SIMPLE_EVASIONS))('#43.13 finds 95 of 100 invented words written with %s', (_name, write) => {
  expect(found(WORDS, write)).toBeGreaterThanOrEqual(0.95);
});

test.each(Object.entries(HAN_EVASIONS))('#43.13 finds 95 of 100 invented Chinese words written with %s', (_name, write) => {
  expect(found(HAN_WORDS, write)).toBeGreaterThanOrEqual(0.95);
});

test.each(Object.entries(LONGER_HAN_EVASIONS))('#43.13 finds 95 of 100 invented words of three and more characters with %s', (_name, write) => {
  expect(
    found(
      HAN_WORDS.filter(({ word }) => word.length > 2),
      write,
    ),
  ).toBeGreaterThanOrEqual(0.95);
});

test('#43.13 finds a Latin word in reverse order and with digits or characters between all letters', () => {
  for (const write of [
    (word: string) => [...word].toReversed().join(''),
    (word: string) => between(word, '8'),
    (word: string) => between(word, '的'),
  ])
    expect(
      found(
        WORDS.filter(({ word }) => latin.includes(word)),
        write,
      ),
    ).toBeGreaterThanOrEqual(0.95);
});

test('#43.13 finds a word written with compatibility characters, radicals and kana that look like its characters', () => {
  const look = wordFilter(['金老日车', '见工口', '长风龙'].map((word) => ({ word, list: 'A', match: 'variants' })));
  expect(look('这里\uf90a\uf934⽇⻋在').map(({ word }) => word)).toEqual(['金老日车']);
  expect(look('⻅エロ').map(({ word }) => word)).toEqual(['见工口']);
  expect(look('⻓⻛⻰').map(({ word }) => word)).toEqual(['长风龙']);
});

test('#43.13 the place of a word is its place in the text as written, for every time it is written', () => {
  const look = wordFilter([{ word: '霜羽庐', list: 'A', match: 'variants' }]);
  const marked = (text: string): string[] => look(text).map(({ start, end }) => text.slice(start, end));
  expect(marked('前文霜羽庐，中间霜\u3164羽<br>庐后面')).toEqual(['霜羽庐', '霜\u3164羽<br>庐']);
  expect(marked('看&#38684;&#x7fbd;庐吧')).toEqual(['&#38684;&#x7fbd;庐']);
  expect(marked('😀😀霜1羽2庐😀')).toEqual(['霜1羽2庐']);
  expect(marked('庐羽霜')).toEqual(['庐羽霜']);
});

test('#43.13 a word outside the basic plane is found at its place', () => {
  const look = wordFilter([{ word: '𠮷野𠮟', list: 'A', match: 'variants' }]);
  expect(look('去𠮷*野𠮟吃饭')).toEqual([{ word: '𠮷野𠮟', list: 'A', start: 1, end: 7 }]);
  expect(look('去𠀀野𠀁吃饭')).toEqual([]);
});

test('#43.13 reads texts of 100 KB with a list of 2000 words in linear time', () => {
  // A quadratic pattern needs 10^10 steps for one of these texts and runs into the limit of the test.
  const many = wordFilter(
    Array.from({ length: 2000 }, (_, at) => ({ word: `霜羽${String.fromCharCode(0x4e00 + at)}庐`, list: 'A', match: 'variants' })),
  );
  for (const part of ['<', '&', '&amp;', '&#', '<a ', '霜', '霜1', '霜的', 'a', '<br', '（', '&#38684;'])
    expect(many(part.repeat(Math.ceil(100_000 / part.length)))).toEqual([]);
});

test.each(Object.entries(EVASIONS))('finds 95 of 100 invented words written with %s', (_name, write) => {
  const hits = WORDS.filter(({ word }) => find(`读到这里${write(word)}，想说两句`).some((one) => one.word === word));
  expect(hits.length / WORDS.length).toBeGreaterThanOrEqual(0.95);
});

test('finds a word written in traditional characters', () => {
  const found = wordFilter([{ word: '买卖书号', list: 'A', match: 'variants' }]);
  expect(found('長期買賣書號請聯繫')).toEqual([{ word: '买卖书号', list: 'A', start: 2, end: 6 }]);
});

const PARTS = [
  [
    '清晨的码头',
    '旧书店的灯',
    '第三章的结尾',
    '这一版的注释',
    '译者的后记',
    '雨停以后的街道',
    '孩子画的封面',
    '老师推荐的篇目',
    '窗边的那封信',
    '海边的来信',
  ],
  ['让我想起', '写得很像', '比我想的', '几乎就是', '没有提到', '反复出现在', '安静地回应', '一点点改变了', '解释清楚了', '忽然照亮'],
  [
    '小时候的院子。',
    '那年冬天，',
    '人物的选择；',
    '整本书的节奏！',
    '我自己的经历？',
    '结尾的伏笔、',
    '方法。轮到下一章时',
    '作者的用意…',
    '课堂上的争论，',
    '一段沉默的时间。',
  ],
  ['推荐给朋友', '值得再读一遍', '期待下一册', '谢谢编辑', '排版也舒服'],
];

test('takes at most 1 of 100 innocent sentences for a listed word, among them sentences that contain it across a full stop', () => {
  const common = wordFilter(['法轮', '子画', '时间推', '年冬', 'ass', 'hell', '结尾人物'].map((word) => ({ word, list: 'A', match: 'variants' })));
  const sentences: string[] = [];
  for (const [a, one] of (PARTS[0] ?? []).entries())
    for (const two of PARTS[1] ?? [])
      for (const three of PARTS[2] ?? [])
        for (const four of (PARTS[3] ?? []).slice(a % 2, (a % 2) + 2)) sentences.push(`${one}${two}${three}${four}，class assistant hello.`);
  expect(sentences.length).toBe(2000);
  // Words that are really there are found: they are not innocent.
  const innocent = sentences.filter((sentence) => !/子画|时间推|年冬/.test(sentence));
  expect(innocent.length).toBeGreaterThan(1500);
  const wrong = innocent.filter((sentence) => common(sentence).length > 0);
  expect(wrong.length / innocent.length).toBeLessThanOrEqual(0.01);
  expect(sentences.filter((sentence) => find(sentence).length > 0)).toEqual([]);
});

/** Words of lists that people keep, of which parts stand next to each other in ordinary sentences. */
const REAL = [
  '代考',
  '枪手',
  '博彩',
  '办证',
  '外挂',
  '私服',
  '代写',
  '水军',
  '刷单',
  '毒品',
  '法轮',
  '替考',
  '赌场',
  '套现',
  '枪支',
  '假币',
  '传销',
  '开票',
  '加微信',
  '考试答案',
  '代写论文',
  '买卖书号',
  '高仿手表',
  '上门服务',
  '网上兼职',
  '低价出售',
  'ass',
  'hell',
  'devil',
  'spam',
  'casino',
  'drugs',
  'loan',
].map((word): ListedWord => ({ word, list: 'A', match: 'variants' }));

const SENTENCES = [
  [
    '时代的考验',
    '他拿枪的手',
    '上个世纪90年代里',
    '高考代表的发言',
    '第1版的封面',
    '2024年3月的书展',
    '看开的票据',
    'T恤上的字',
    '作者写的代序',
    '办公室里的证书',
  ],
  [
    '让我想到',
    '在第3章里',
    '占了12页，',
    '有A、B、C三种读法：',
    '从P5读到P9，',
    '写得像水的军队，',
    '的的确确打动了我，',
    '用了x和y，',
    '和家人讨论时，',
    '是全书的',
  ],
  [
    '手表和信件',
    '答案并不重要',
    '法则：1轮又1轮',
    '考试的答案',
    '假如币值不变',
    '传说里销声匿迹的人',
    '水上的军歌',
    'a<b而c>d',
    '单词hello和class',
    '挂在外面的灯',
  ],
  [
    '，值得细读',
    '。5星推荐',
    '；译文流畅',
    '！不后悔',
    '，老师也喜欢',
    '。It is well written',
    '，孩子的画也好',
    '：比电影好看',
    '，第2遍更好',
    '。谢谢编辑&译者',
  ],
];

test('#43.13 takes at most 5 of 1000 innocent sentences with digits, letters and 的 for a word of a real list', () => {
  const look = wordFilter(REAL);
  const sentences: string[] = [];
  const [ones = [], twos = [], threes = [], fours = []] = SENTENCES;
  for (const [a, one] of ones.entries())
    for (const [b, two] of twos.entries())
      for (const [c, three] of threes.entries()) for (const d of [0, 5]) sentences.push(one + two + three + fours[(a + b + c + d) % fours.length]);
  expect(new Set(sentences).size).toBe(2000);
  // A word that is written in the sentence as listed is not innocent.
  expect(sentences.filter((sentence) => REAL.some(({ word }) => sentence.includes(word) && !/[a-z]/.test(word)))).toEqual([]);
  const wrong = sentences.filter((sentence) => look(sentence).length > 0);
  expect(wrong.length / sentences.length).toBeLessThanOrEqual(0.005);
});

test('an exact word is found as it is written, and in no other form', () => {
  const exact = wordFilter([{ word: '内部价', list: 'B', match: 'exact' }]);
  expect(exact('今天是内部价')).toHaveLength(1);
  expect(exact('今天是内.部.价')).toEqual([]);
});

test('answers for a text without letters, and for an empty list', () => {
  expect(find('！！！😀')).toEqual([]);
  expect(wordFilter([])('任何文字')).toEqual([]);
});
