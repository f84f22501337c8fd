import { describe, expect, test } from 'vitest';
import { keyProblems } from '../../../contract/textbook/key-problems.ts';
import type { KeyPart, ShownPart } from '../../../contract/textbook/question-kind.ts';
import { readGift } from './gift.parser.ts';

/** The only question of a text, with ids replaced by texts. */
function one(text: string) {
  const { questions, lines } = readGift(text, 'zh');
  const content = questions[0]?.content;
  if (!content) throw new Error(JSON.stringify(lines));
  return {
    ...questions[0],
    shown: content.shown as ShownPart,
    key: content.key as KeyPart,
    lines,
    problems: keyProblems(content.shown, content.key, content.points),
  };
}
const texts = (shown: ShownPart): string[] => ('options' in shown ? shown.options.map(({ html }) => html) : []);

describe('§14 GIFT', () => {
  test('title, comment and category', () => {
    const { questions } = readGift('// 注释\n$CATEGORY: 语文/第一章//上\n\n::题一:: 2 + 2 = 4 吗？ {T}\n\n第二题{F}', 'zh');
    expect(questions).toMatchObject([
      {
        code: '题一',
        chapter: '第一章/上',
        place: '第4行',
        content: { shown: { kind: 'judge', stem: '<p>2 + 2 = 4 吗？</p>' }, key: { right: true } },
      },
      { code: '', chapter: '第一章/上', content: { key: { right: false } } },
    ]);
  });

  test('one right option, with feedback and escapes', () => {
    const { shown, key, problems } = one('谁在渡口？{=老\\=王 ~小李 #不是 ~a\\{b\\}\n####因为书上写了}');
    expect(texts(shown)).toEqual(['老=王', '小李', 'a{b}']);
    expect(key.kind === 'single' && 'options' in shown && shown.options.find(({ id }) => id === key.right[0])?.html).toBe('老=王');
    expect(key.explanation).toBe('<p>因为书上写了</p>');
    expect(key.kind === 'single' && Object.values(key.feedback ?? {})).toEqual(['不是']);
    expect(problems).toEqual([]);
  });

  test('weights of any number', () => {
    const { key, problems } = one('选{~%33.33333%甲 ~%33.33333%乙 ~%33.33333%丙 ~%-100%丁}');
    expect(key).toMatchObject({ kind: 'multi', policy: 'weights' });
    expect(key.kind === 'multi' && Object.values(key.shares ?? {})).toEqual([3333, 3333, 3333, -10_000]);
    expect(problems).toEqual([]);
  });

  test('short answers, a pattern, and a missing word', () => {
    const first = one('渡口在{=%100%江边 =%50%江*}。');
    expect(first.shown.stem).toMatch(/^<p>渡口在\[\[\w{8}\]\]。<\/p>$/);
    expect(first.key.kind === 'fill' && first.key.blanks[0]?.keys).toEqual([
      { text: '江边', share: 10_000 },
      { text: '江*', share: 5_000, pattern: true },
    ]);
    expect(one('谁？{=老王}').shown.stem).toMatch(/^<p>谁？ \[\[\w{8}\]\]<\/p>$/);
  });

  test('numbers: tolerance, range, and several with weights', () => {
    const keys = (text: string) => {
      const { key } = one(text);
      return key.kind === 'fill' ? key.blanks[0]?.keys : null;
    };
    expect(keys('π？{#3.14:0.01}')).toEqual([{ share: 10_000, value: '3.14', tolerance: '0.01' }]);
    expect(keys('几？{#1..5}')).toEqual([{ share: 10_000, from: '1', to: '5' }]);
    expect(keys('哪年？{#=2026:0 =%50%2025:1}')).toEqual([
      { share: 10_000, value: '2026', tolerance: '0' },
      { share: 5_000, value: '2025', tolerance: '1' },
    ]);
  });

  test('matching with a distractor, essay and description', () => {
    const match = one('连{=早 -> morning =晚 -> evening = -> noon}');
    expect(match.shown).toMatchObject({
      kind: 'match',
      left: [{ html: '早' }, { html: '晚' }],
      right: [{ html: 'morning' }, { html: 'evening' }, { html: 'noon' }],
    });
    expect(match.problems).toEqual([]);
    expect(one('写一段话{}').shown.kind).toBe('short');
    expect(one('下面读课文。').shown.kind).toBe('text');
  });

  test('a missing brace ends at the next title and is reported with its line', () => {
    const { questions, lines } = readGift('::甲:: 对吗？{T\n\n::乙:: 错吗？{F}', 'zh');
    expect(questions.map(({ code }) => code)).toEqual(['甲', '乙']);
    expect(lines).toMatchObject([{ place: '第1行', severity: 'note', what: '少了右花括号“}”' }]);
  });

  test('HTML stays HTML, plain text is escaped', () => {
    expect(one('[html]<b>对</b>吗？{T}').shown.stem).toBe('<b>对</b>吗？');
    expect(one('a < b 吗？{T}').shown.stem).toBe('<p>a &lt; b 吗？</p>');
  });

  test('no bytes crash it', () => {
    let state = 7;
    const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
    const signs = ['{', '}', '=', '~', '#', '%50%', '->', '::', '\n', '\n\n', '\\', '答', 'T', '####', '$CATEGORY: ', '//', '1..', ':'];
    for (let run = 0; run < 2_000; run++) {
      const text = Array.from({ length: 30 }, () => signs[next() % signs.length]).join('');
      expect(Array.isArray(readGift(text, 'zh').questions)).toBe(true);
    }
  });
});
