import { expect, test } from 'vitest';
import { formulaSource } from '../../../contract/textbook/formula-source.ts';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { limit } from '../../../tests/support/machine-speed.ts';
import { cleanWithFormulas, FORMULA, formulaBudget } from './formula.format.ts';
import { cleanContent, hashOf } from './question-content.format.ts';

function cleaned(html: string): { html: string; faults: string[] } {
  const faults: string[] = [];
  const made = cleanWithFormulas(html, formulaBudget(), faults);
  expect(cleanWithFormulas(made, formulaBudget(), []), 'a second saving changes nothing').toBe(made);
  return { html: made, faults };
}

test('§4 $…$ becomes MathML that keeps its TeX', () => {
  const { html, faults } = cleaned('<p>求 $x^2$ 的值</p>');
  expect(html).toMatch(
    /^<p>求 <math><semantics><msup><mi>x<\/mi><mn[^>]*>2<\/mn><\/msup><annotation encoding="application\/x-tex">x\^2<\/annotation>/,
  );
  expect(faults).toEqual([]);
  expect(formulaSource(html)).toBe('<p>求 $x^2$ 的值</p>');
  expect(cleaned('$$\\sum_{i=1}^n i$$').html).toMatch(/^<math display="block"/);
  expect(formulaSource(cleaned('$a&lt;b$和$\\begin{cases}x&amp;1\\\\y&amp;2\\end{cases}$').html)).toBe(
    '$a&lt;b$和$\\begin{cases}x&amp;1\\\\y&amp;2\\end{cases}$',
  );
});

test.each(['3$ and 5$', '$5 to $10', '票价$5，全程$10元', '$5 和$ 3', '$ x$', '$x $', 'a$b', '$', '$$', '$$$$', '$a\n\nb$'])(
  '§4 dollar signs of a text stay: %s',
  (text) => expect(cleaned(text)).toEqual({ html: text, faults: [] }),
);

test('§4 an escaped dollar sign is never part of a formula, also when it is saved again', () => {
  expect(cleaned('\\$x\\$').html).toBe('&#36;x&#36;');
  expect(formulaSource(cleaned('\\$5 $x$').html)).toBe('&#36;5 $x$');
  expect(formulaSource(cleaned('$\\text{a\\$b}$').html)).toBe('$\\text{a\\$b}$');
});

test.each([
  ['$\\frac{1$', '公式“\\frac{1”：括号或命令不成对'],
  ['$\\foo x$', '不认识命令“\\foo”'],
  ['$x_a_b$', '连着写了两个上标或下标'],
  ['$50%$', '百分号要写成“\\%”'],
  ['$x+[[abc]]$', '公式里不能放空'],
  ['$\\def\\a{xx}\\a$', '不能使用命令“\\def”'],
  ['$\\href{javascript:alert(1)}{x}$', '不认识命令“\\href”'],
  ['$\\includegraphics{a.png}$', '不能使用命令“\\includegraphics”'],
  ['$\\ref{x}$', '不能使用命令“\\ref”'],
  ['$\\htmlId{a}{x}$', '\\htmlId'],
  [`$${'x'.repeat(FORMULA.length + 1)}$`, '超过1000个字符'],
  ['设 $x^2 的值', '的“$”没有配对'],
  ['设 $\\alpha', '的“$”没有配对'],
])('§4 a wrong formula stays as typed and is named: %s', (text, words) => {
  const { html, faults } = cleaned(text);
  expect(html).toBe(text);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(words);
});

test('MathML keeps no script, link, picture or foreign annotation, and a false TeX note cannot lie about it', () => {
  const hostile =
    '<math href="javascript:alert(1)" onclick="a()"><semantics><mi xlink:href="javascript:a()" onmouseover="a()" style="position:fixed;background:url(//a)">x</mi>' +
    '<annotation-xml encoding="text/html"><img src=x onerror=alert(1)><script>alert(1)</script></annotation-xml>' +
    '<annotation encoding="text/html">&lt;img src=x onerror=a()&gt;</annotation></semantics><maction actiontype="statusline#http://a">y</maction></math>';
  const { html } = cleaned(hostile);
  expect(html).not.toMatch(/href|on\w+=|script|annotation-xml|text\/html|position|url\(|maction|<img/i);
  const lie = cleaned('<math><semantics><mtext>答案是A</mtext><annotation encoding="application/x-tex">x</annotation></semantics></math>').html;
  expect(lie).not.toContain('答案是A');
  expect(lie).toContain('<mi>x</mi>');
});

const shown: ShownQuestion = {
  kind: 'match',
  stem: '<p>连 $x$</p>',
  left: [
    { id: 'bbbbbbbb', html: '$\\foo$' },
    { id: 'aaaaaaaa', html: '$a$' },
  ],
  right: [
    { id: 'dddddddd', html: '$d$' },
    { id: 'cccccccc', html: '$\\bar$' },
  ],
  reusable: false,
};
const key: QuestionKey = { kind: 'match', explanation: '$\\frac12', pairs: { aaaaaaaa: 'cccccccc', bbbbbbbb: 'dddddddd' }, policy: 'each' };

test('§4 faults name the place as the author sees it', () => {
  const { faults } = cleanContent({ shown, key, points: 200 });
  expect(faults.map((text) => text.slice(0, text.indexOf('公式')))).toEqual(['左边第1项的', '右边第2项的', '解析的']);
  const passage = cleanContent({
    shown: { kind: 'passage', stem: '$\\x$', plays: 0, parts: [{ kind: 'judge', stem: '$\\y$', id: 'p1', points: 200 }] },
    key: { kind: 'passage', explanation: '', transcript: '', parts: { p1: { kind: 'judge', explanation: '$\\z$', right: true } } },
    points: 200,
  });
  expect(passage.faults.map((text) => text.slice(0, text.indexOf('公式')))).toEqual(['材料的', '第1小题：题干的', '第1小题：解析的']);
});

test('§4 the hash and the content are those of the TeX', () => {
  const { content } = cleanContent({ shown, key, points: 200 });
  expect(hashOf(content)).toBe(hashOf(cleanContent(content).content));
  expect(cleanContent(content).content).toEqual(content);
  const otherMathml = JSON.parse(JSON.stringify(content).replaceAll('<mi>x</mi>', '<mrow><mi>x</mi></mrow>')) as typeof content;
  expect(otherMathml).not.toEqual(content);
  expect(hashOf(otherMathml)).toBe(hashOf(content));
});

const filled = (piece: string): string => piece.repeat(Math.floor(20_000 / piece.length));
test.each([
  ['dollar signs', '$'.repeat(20_000)],
  ['openings', filled('$a ')],
  ['small formulas', filled('$x^2$')],
  ['long formulas', filled(`$${'x^2'.repeat(330)}$ `)],
  ['matrices', filled(`$\\begin{matrix}${'1&amp;'.repeat(80)}\\end{matrix}$ `)],
  ['deep formulas', filled(`$${'\\sqrt{'.repeat(120)}x${'}'.repeat(120)}$ `)],
  ['chemistry', filled(`$\\ce{${'H2O + '.repeat(160)}}$ `)],
  ['wrong formulas', filled(`$${'\\frac{'.repeat(150)}$ `)],
  ['stored formulas', filled('<math><annotation encoding="application/x-tex">x</annotation></math>')],
  ['open elements', filled('<math>')],
])('§4 a stem of 20 000 characters of %s is done in less than 200 ms', (_name, html) => {
  const made = cleanWithFormulas(html, formulaBudget(), []);
  // Time of the processor, so that other programs of the machine do not count.
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    expect(cleanWithFormulas(html, formulaBudget(), [])).toBe(made);
    return process.cpuUsage(start).user / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(limit(200));
  expect(cleanWithFormulas(made, formulaBudget(), [])).toBe(made);
});
