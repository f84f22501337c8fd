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

test('an exact word is found as it is written, and in no other form', () => {
  const exact = wordFilter([{ word: '内部价', list: 'B', match: 'exact' }]);
  expect(exact('今天是内部价')).toHaveLength(1);
  expect(exact('今天是内.部.价')).toEqual([]);
});

test('answers for a text without letters, and for an empty list', () => {
  expect(find('！！！😀')).toEqual([]);
  expect(wordFilter([])('任何文字')).toEqual([]);
});
