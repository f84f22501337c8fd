import pairs from 'opencc-js/dict/TSCharacters';
import { describe, expect, test } from 'vitest';
import { simplifiedCharacters } from '../../reading/simplified-characters.ts';
import { matchBlank, type BlankToMatch } from './match-blank.ts';
import type { AnswerLanguage, BlankKey, MatchRules, NumberRules } from '../question-kind.ts';

const SIMPLIFIED = simplifiedCharacters(pairs);
const match = (answer: string, blank: BlankToMatch, language: AnswerLanguage = 'zh') => matchBlank(answer, blank, language, SIMPLIFIED);
const text = (key: string, rules: Partial<MatchRules> = {}, more: Partial<BlankKey> = {}): BlankToMatch => ({
  id: 'b',
  type: 'text',
  keys: [{ share: 10_000, text: key, ...more }],
  rules,
});
const number = (key: Partial<BlankKey>, rules: NumberRules = {}): BlankToMatch => ({
  id: 'b',
  type: 'number',
  keys: [{ share: 10_000, ...key }],
  number: rules,
});
const pinyin = (key: string): BlankToMatch => ({ id: 'b', type: 'pinyin', keys: [{ share: 10_000, text: key }] });
const RIGHT = [10_000, ''];
const wrong = (hint = '') => [0, hint];
const kmh: NumberRules = { units: [{ name: 'km/h', factor: '1' }], unit: 'required' };

describe('F23 the table of the design', () => {
  test.each<[string, BlankToMatch, string, unknown[], AnswerLanguage?]>([
    ['full width digits', number({ value: '12.5' }), '１２．５', RIGHT],
    ['title marks', text('《灯》'), '灯', wrong('punct')],
    ['title marks with outer', text('《灯》', { punct: 'outer' }), '灯', RIGHT],
    ['Chinese list marks', text('渡口、桥'), '渡口，桥', RIGHT],
    ['full width letters and blank', text('iPhone 15'), 'ｉＰｈｏｎｅ　１５', RIGHT],
    ['exclamation mark', text('再见！'), '再见!', RIGHT],
    ['exclamation mark left out', text('再见！'), '再见', wrong('punct')],
    ['dash with blanks', text('well-known'), 'well – known', RIGHT],
    ['traditional characters', text('發展'), '发展', RIGHT],
    ['traditional characters in Japanese', text('發展'), '发展', wrong('script'), 'ja'],
    ['curly apostrophes', text('rock ’n’ roll'), "rock 'n' roll", RIGHT],
    ['digits for a Chinese number in a text', text('十一月'), '11月', wrong()],
    ['a final full stop', text('鲁迅'), '鲁迅。', RIGHT],
    ['quotes', text('鲁迅'), '“鲁迅”', wrong('punct')],
    ['quotes with outer', text('鲁迅', { punct: 'outer' }), '“鲁迅”。', RIGHT],
    ['accent', text('café'), 'cafe', wrong('accent')],
    ['accent with a rule', text('café', { accent: 'ignore' }), 'cafe', RIGHT],
    ['superscript', text('x²'), 'x2', wrong()],
    ['voiced kana', text('じゅぎょう'), 'しゅぎょう', wrong(), 'ja'],
    ['tolerance, inclusive and exact', number({ value: '0.3', tolerance: '0.1' }), '0.4', RIGHT],
    ['decimals', number({ value: '2.50' }, { decimals: 2 }), '2.5', wrong('decimals')],
    ['a required unit', number({ value: '60' }, kmh), '60', wrong('unit')],
    ['a fraction', number({ value: '0.75' }), '3/4', RIGHT],
    ['a number with a measure word', number({ value: '3' }), '3个', wrong('number')],
  ])('%s', (_name, blank, answer, expected, language = 'zh') => {
    const { share, hint } = match(answer, blank, language);
    expect([share, hint]).toEqual(expected);
  });

  test('a second spelling counts half', () => {
    const blank: BlankToMatch = {
      id: 'b',
      type: 'text',
      keys: [
        { share: 10_000, text: 'colour' },
        { share: 5_000, text: 'color' },
      ],
    };
    expect(match('Color', blank)).toEqual({ share: 5_000, key: 1, hint: '' });
    expect(match('COLOUR', blank)).toEqual({ share: 10_000, key: 0, hint: '' });
  });
});

describe('F23 text', () => {
  test.each([
    ['invisible signs', '渡\u200b口\ufeff', '渡口'],
    ['half-width kana', 'ｶﾞｯｺｳ', 'ガッコウ'],
    ['radicals', '⼈⼭', '人山'],
    ['ligature', 'ﬁnd', 'find'],
    ['Roman number signs', 'Ⅳ', 'IV'],
    ['unit squares', '5㎏ 3㎡ 20℃', '5kg 3m² 20°C'],
    ['decomposed accents', 'cafe\u0301', 'café'],
    ['dots', '等。。。好', '等…好'],
    ['double dash', '等——好', '等-好'],
    ['brackets', '【甲】〔乙〕', '[甲][乙]'],
    ['dot of a name', '列夫・托尔斯泰', '列夫·托尔斯泰'],
    ['wave', '3～5', '3~5'],
    ['blank beside a Chinese sign', '我 爱 China  Daily', '我爱China Daily'],
    ['blank after a comma', 'a, b', 'a,b'],
    ['trailing blank of a key', '渡口 ', '渡口'],
    ['line break', 'old\nlamp', 'old lamp'],
    ['variation selector', '葛\u{e0100}飾', '葛飾'],
  ])('treats as equal: %s', (_name, key, answer) => {
    expect(match(answer, text(key)).share).toBe(10_000);
    expect(match(key, text(answer)).share).toBe(10_000);
  });

  test.each([
    ['fractions', '½', '1/2'],
    ['circled numbers', '①', '1'],
    ['subscripts', 'H₂O', 'H2O'],
    ['the long vowel of Japanese', 'スーパー', 'ス-パ-'],
    ['German sharp s', 'Straße', 'Strasse'],
    ['u with two dots', 'lü', 'lu'],
  ])('keeps apart: %s', (_name, key, answer) => expect(match(answer, text(key)).share).toBe(0));

  test.each<[string, string, string, Partial<MatchRules>, string]>([
    ['case', 'Paris', 'paris', { case: 'exact' }, 'case'],
    ['space', 'ice cream', 'icecream', {}, 'space'],
    ['punct exact', '渡口、桥', '渡口，桥', { punct: 'exact' }, 'punct'],
    ['accent', 'été', 'ete', {}, 'accent'],
    ['script', '漢語', '汉语', { script: 'exact' }, 'script'],
    ['none', '渡口', '桥', {}, ''],
  ])('hints at %s', (_name, key, answer, rules, hint) => expect(match(answer, text(key, rules))).toEqual({ share: 0, key: -1, hint }));

  test('strips nested pairs around a whole answer with outer, and no pair of its parts', () => {
    expect(match('（《灯》）', text('灯', { punct: 'outer' })).share).toBe(10_000);
    expect(match('“‘灯’。”', text('灯', { punct: 'outer' })).share).toBe(10_000);
    expect(match('(a)(b)', text('a)(b', { punct: 'outer' })).share).toBe(0);
    expect(match('"a" or "b"', text('a" or "b', { punct: 'outer' })).share).toBe(0);
  });

  test('compares with punctuation when a key has nothing else', () => {
    expect(match('！', text('！', { punct: 'ignore' })).share).toBe(10_000);
    expect(match('？', text('！', { punct: 'ignore' })).share).toBe(0);
  });

  test('folds widths of letters only with exact punctuation', () => {
    expect(match('ａ,ｂ', text('a,b', { punct: 'exact' })).share).toBe(10_000);
    expect(match('a，b', text('a,b', { punct: 'exact' })).share).toBe(0);
  });

  test('reads a star as any run where the key says so, and an escaped star as a star', () => {
    expect(match('the old king', text('the * king', {}, { pattern: true })).share).toBe(10_000);
    expect(match('a*b', text('a\\*b', {}, { pattern: true })).share).toBe(10_000);
    expect(match('axb', text('a\\*b', {}, { pattern: true })).share).toBe(0);
    expect(match('axb', text('a*b')).share).toBe(0);
    expect(match('ab', text('ab*b', {}, { pattern: true })).share).toBe(0);
    expect(match('渡口边的桥', text('*渡口*桥*', {}, { pattern: true })).share).toBe(10_000);
  });

  test('does not accept more than 500 signs, and accepts 500 outside the BMP', () => {
    expect(match('a'.repeat(501), text('a'.repeat(501))).share).toBe(0);
    expect(match('𠮷'.repeat(500), text('𠮷'.repeat(500))).share).toBe(10_000);
  });

  test('the best share wins, the first key on ties; an empty key matches nothing', () => {
    const blank: BlankToMatch = {
      id: 'b',
      type: 'text',
      keys: [
        { share: 10_000, text: '' },
        { share: 3_000, text: 'a*', pattern: true },
        { share: 8_000, text: 'ab' },
        { share: 8_000, text: 'AB' },
      ],
    };
    expect(match('ab', blank)).toMatchObject({ share: 8_000, key: 2 });
    expect(match('ac', blank)).toMatchObject({ share: 3_000, key: 1 });
    expect(match('', blank).share).toBe(0);
  });
});

describe('F23 numbers', () => {
  test.each<[string, string, NumberRules?, AnswerLanguage?]>([
    ['0.5', '.5'],
    ['5', '5.'],
    ['-3', '−3'],
    ['1234567', '1,234,567'],
    ['1234567.5', '1 234 567.5'],
    ['1234.5', '1.234,5', {}, 'de'],
    ['3.14', '3,14', {}, 'fr'],
    ['3.14', '3.14', {}, 'de'],
    ['1234', '1.234', {}, 'de'],
    ['3.14', '3。14'],
    ['1.5', '1 1/2'],
    ['1.5', '1½'],
    ['0.5', '½'],
    ['-0.5', '-1/2'],
    ['1000', '1e3'],
    ['1000', '1 e3'],
    ['602000000000000000000000', '6.02×10²³'],
    ['602000000000000000000000', '6.02*10^23'],
    ['0.005', '5×10⁻³'],
    ['0.125', '12.5%'],
    ['12', '十二'],
    ['2026', '两千零二十六'],
    ['2026', '二〇二六'],
    ['-3.5', '负三点五'],
    ['120', '一百二十'],
    ['10500000', '一千零五十万'],
    ['300000001', '三亿零一'],
    ['0', '零'],
  ])('%s is %s', (value, answer, rules, language) =>
    expect(match(answer, number({ value }, rules), language)).toEqual({ share: 10_000, key: 0, hint: '' }),
  );

  test.each<[string, string, NumberRules?]>([
    ['102', '一百二'],
    ['120', '一百二'],
    ['3', '1+2'],
    ['1234', '1,23,4'],
    ['1', '1e401'],
    ['0.5', '1/2', { fraction: false }],
    ['12', '十二', { hanzi: false }],
    ['0.125', '12.5%', { percent: false }],
    ['0', '1/0'],
    ['0', ''],
    ['0', 'abc'],
  ])('%s is not %s', (value, answer, rules) => expect(match(answer, number({ value }, rules)).share).toBe(0));

  test('compares exactly, with absolute and relative tolerance and with a closed range', () => {
    expect(match('0.30000000000000000001', number({ value: '0.3' })).share).toBe(0);
    expect(match('0.2', number({ value: '0.3', tolerance: '0.1' })).share).toBe(10_000);
    expect(match('0.19999999', number({ value: '0.3', tolerance: '0.1' })).share).toBe(0);
    expect(match('105', number({ value: '100', tolerance: '0.05', relative: true })).share).toBe(10_000);
    expect(match('-105.1', number({ value: '-100', tolerance: '0.05', relative: true })).share).toBe(0);
    expect(match('5', number({ from: '1', to: '5' })).share).toBe(10_000);
    expect(match('5.01', number({ from: '1', to: '5' })).share).toBe(0);
  });

  test('multiplies by the factor of a unit; case of a unit matters', () => {
    const units: NumberRules = {
      units: [
        { name: 'W', factor: '1' },
        { name: 'mW', factor: '0.001' },
        { name: 'MW', factor: '1000000' },
        { name: 'm²', factor: '1' },
      ],
      unit: 'optional',
    };
    expect(match('5000 mW', number({ value: '5' }, units)).share).toBe(10_000);
    expect(match('5000 MW', number({ value: '5' }, units)).share).toBe(0);
    expect(match('5', number({ value: '5' }, units)).share).toBe(10_000);
    expect(match('5㎡', number({ value: '5' }, units)).share).toBe(10_000);
    expect(match('60 km/h', number({ value: '60' }, kmh)).share).toBe(10_000);
  });

  test('asks for the written decimals', () => {
    expect(match('2.50', number({ value: '2.5' }, { decimals: 2 })).share).toBe(10_000);
    expect(match('5/2', number({ value: '2.5' }, { decimals: 2 }))).toMatchObject({ share: 0, hint: 'decimals' });
    expect(match('约3', number({ value: '3' }))).toMatchObject({ share: 0, hint: 'number' });
  });

  test('a number blank may have a text as another key', () => {
    const blank: BlankToMatch = {
      id: 'b',
      type: 'number',
      keys: [
        { share: 10_000, value: '3' },
        { share: 10_000, text: '无解' },
      ],
    };
    expect(match('无解。', blank)).toMatchObject({ share: 10_000, key: 1 });
    expect(match('3.0', blank)).toMatchObject({ share: 10_000, key: 0 });
  });
});

describe('F23 pinyin', () => {
  test.each([
    ['lǜsè', 'lv4se4'],
    ['lǜsè', 'lu:4 se4'],
    ['lǜsè', 'LÜ4SE4'],
    ['lv4se4', 'lǜ sè'],
    ["xī'ān", 'xi1an1'],
    ['māma', 'ma1ma5'],
    ['māma', 'ma1 ma0'],
    ['xuésheng', 'xue2sheng'],
    ['zhōngguó', 'zhong1guo2'],
    ['liúshuǐ', 'liu2shui3'],
    ['érzi', 'er2zi'],
    ['xiǎoyǒu', 'xiao3you3'],
    ['xióng', 'xiong2'],
    ['nǚ', 'nu:3'],
    ['huār', 'huar1'],
  ])('%s is %s', (key, answer) => {
    expect(match(answer, pinyin(key)).share).toBe(10_000);
    expect(match(key, pinyin(answer)).share).toBe(10_000);
  });

  test('is wrong without tones, with other tones, on the wrong vowel and with other letters', () => {
    expect(match('lvse', pinyin('lǜsè'))).toEqual({ share: 0, key: -1, hint: 'tone' });
    expect(match('lǘsè', pinyin('lǜsè'))).toMatchObject({ share: 0, hint: 'tone' });
    expect(match('haǒ', pinyin('hǎo'))).toMatchObject({ share: 0, hint: 'tone' });
    expect(match('lùsè', pinyin('lǜsè'))).toEqual({ share: 0, key: -1, hint: '' });
    expect(match('绿色', pinyin('lǜsè'))).toEqual({ share: 0, key: -1, hint: '' });
  });
});

test('a blank of choices compares ids', () => {
  const blank: BlankToMatch = { id: 'b', type: 'choice', keys: [{ share: 10_000, text: 'aaaa1111' }] };
  expect(match('aaaa1111', blank).share).toBe(10_000);
  expect(match('AAAA1111', blank).share).toBe(0);
});
