import pairs from 'opencc-js/dict/TSCharacters';
import { describe, expect, test } from 'vitest';
import { simplifiedCharacters } from '../../reading/simplified-characters.ts';
import { judgeAnswer } from './judge-answer.ts';
import { matchBlank, rulesOf, type BlankToMatch } from './match-blank.ts';
import {
  ANSWER_LANGUAGES,
  MULTI_POLICIES,
  ORDER_POLICIES,
  type Answer,
  type AnswerLanguage,
  type KeyPart,
  type MatchRules,
  type ShownPart,
} from '../question-kind.ts';

const SIMPLIFIED = simplifiedCharacters(pairs);
const LANGUAGES = Object.keys(ANSWER_LANGUAGES) as AnswerLanguage[];
/** Signs that one of the steps changes, and some that none does. */
const SIGNS = [
  ...'abZé ñßİΣςя渡發发國国がガーｶ\uff9e⼈𠮷x²½①5０９.,;，。、！!？“”"‘’\'《》<>【】[]()（）-—–_~～·・…&*\\^=+%℃㎡ﬁⅣ/',
  '\u0301',
  '\u200b',
  '\u00ad',
  '\u3000',
  '\u00a0',
  '\n',
  '。。',
  '  ',
];

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const anyText = (next: () => number, most = 12): string =>
  Array.from({ length: Math.floor(next() * most) + 1 }, () => SIGNS[Math.floor(next() * SIGNS.length)]).join('');

const blankOf = (text: string, rules: Partial<MatchRules> = {}): BlankToMatch => ({ id: 'b', type: 'text', keys: [{ share: 10_000, text }], rules });
const share = (answer: string, key: string, rules: Partial<MatchRules>, language: AnswerLanguage) =>
  matchBlank(answer, blankOf(key, rules), language, SIMPLIFIED).share;

/** From strict to loose. */
const STEPS = {
  punct: ['exact', 'equal', 'outer', 'ignore'],
  space: ['exact', 'collapse', 'ignore'],
  case: ['exact', 'ignore'],
  script: ['exact', 'equal'],
  accent: ['keep', 'ignore'],
} as const;

const pick = <T>(list: readonly T[], next: () => number): T | undefined => list[Math.floor(next() * list.length)];

const anyRules = (next: () => number): MatchRules => ({
  punct: pick(STEPS.punct, next) ?? 'equal',
  space: pick(STEPS.space, next) ?? 'collapse',
  case: pick(STEPS.case, next) ?? 'ignore',
  script: pick(STEPS.script, next) ?? 'equal',
  accent: pick(STEPS.accent, next) ?? 'keep',
});

function looser(rules: MatchRules): MatchRules[] {
  const after = <T extends string>(list: readonly T[], value: T): T[] => list.slice(list.indexOf(value) + 1);
  return [
    ...after(STEPS.punct, rules.punct).map((punct) => ({ ...rules, punct })),
    ...after(STEPS.space, rules.space).map((space) => ({ ...rules, space })),
    ...after(STEPS.case, rules.case).map((one) => ({ ...rules, case: one })),
    ...after(STEPS.script, rules.script).map((script) => ({ ...rules, script })),
    ...after(STEPS.accent, rules.accent).map((accent) => ({ ...rules, accent })),
  ];
}

/** Changes a text by what never matters: widths of letters and digits, invisible signs, composition. */
function varied(text: string, next: () => number): string {
  return [...text]
    .map((sign) => {
      const code = sign.charCodeAt(0);
      const wide = sign.length === 1 && /[a-z0-9]/i.test(sign) && next() < 0.5 ? String.fromCharCode(code + 0xfee0) : sign;
      return next() < 0.2 ? `${wide}\u200b` : wide;
    })
    .join('')
    .normalize(next() < 0.5 ? 'NFC' : 'NFD');
}

describe('F23 properties over random texts', () => {
  test('every key is a full answer to itself, by any rules and in any language', () => {
    const next = random(1);
    for (let run = 0; run < 20_000; run++) {
      const key = anyText(next);
      const rules = anyRules(next);
      const empty = share(key, key, rules, 'zh') === 0;
      // A key of blanks and invisible signs only is no key.
      if (empty && key.replace(/[\s\u200b\u00ad]/g, '') === '') continue;
      expect([key, rules, share(key, key, rules, pick(LANGUAGES, next) ?? 'zh')]).toEqual([key, rules, 10_000]);
    }
  });

  test('is the same with key and answer exchanged, and under widths, invisible signs and composition', () => {
    const next = random(2);
    for (let run = 0; run < 20_000; run++) {
      const key = anyText(next, 5);
      const answer = next() < 0.5 ? varied(key, next) : anyText(next, 5);
      const rules = anyRules(next);
      expect([key, answer, rules, share(answer, key, rules, 'zh')]).toEqual([key, answer, rules, share(key, answer, rules, 'zh')]);
      expect([key, answer, rules, share(varied(answer, next), key, rules, 'zh')]).toEqual([key, answer, rules, share(answer, key, rules, 'zh')]);
    }
  });

  test('treats every pair of traditional and simplified characters as equal where the rules say so', () => {
    const single = pairs.split('|').filter((one) => one.length === 3);
    expect(single.length).toBeGreaterThan(2_000);
    for (const pair of single) {
      const [traditional = '', , simple = ''] = [...pair];
      expect([pair, share(traditional, simple, rulesOf('zh'), 'zh'), share(simple, traditional, rulesOf('zh'), 'zh')]).toEqual([
        pair,
        10_000,
        10_000,
      ]);
    }
  });

  test('a looser rule never makes a right answer wrong', () => {
    const next = random(3);
    let right = 0;
    for (let run = 0; run < 40_000; run++) {
      const key = anyText(next, 4);
      const strict = anyRules(next);
      const answer = next() < 0.5 ? varied(key, next) : anyText(next, 4);
      if (share(answer, key, strict, 'zh') === 0) continue;
      right += 1;
      for (const loose of looser(strict))
        expect([key, answer, strict, loose, share(answer, key, loose, 'zh')]).toEqual([key, answer, strict, loose, 10_000]);
    }
    expect(right).toBeGreaterThan(5_000);
  });
});

interface Sample {
  readonly shown: ShownPart;
  readonly key: KeyPart;
  readonly right: Answer;
  readonly any: (next: () => number) => Answer;
}

const SECRET = { explanation: '', stem: '' };
const ids = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`);
const choices = (list: readonly string[]) => list.map((id) => ({ id, html: id }));

function samples(next: () => number): Sample[] {
  const count = Math.floor(next() * 8) + 2;
  const list = ids(count);
  const right = list.filter((_, at) => at === 0 || next() < 0.5);
  const split = right.map((id, at): [string, number] => [id, Math.floor(10_000 / right.length) + (at < 10_000 % right.length ? 1 : 0)]);
  const some = (more: () => number): string[] => list.filter(() => more() < 0.5);
  const shuffled = (more: () => number): string[] => list.toSorted(() => more() - 0.5);
  const made: Sample[] = [];
  for (const policy of Object.keys(MULTI_POLICIES) as (keyof typeof MULTI_POLICIES)[])
    made.push({
      shown: { ...SECRET, kind: 'multi', options: choices(list) },
      key: {
        ...SECRET,
        kind: 'multi',
        right,
        policy,
        shares: { ...Object.fromEntries(list.map((id) => [id, -5_000])), ...Object.fromEntries(split) },
      },
      right,
      any: some,
    });
  for (const policy of Object.keys(ORDER_POLICIES) as (keyof typeof ORDER_POLICIES)[])
    made.push({
      shown: { ...SECRET, kind: 'order', items: choices(list) },
      key: { ...SECRET, kind: 'order', order: list, policy },
      right: list,
      any: shuffled,
    });
  for (const policy of ['each', 'all'] as const)
    for (const group of [undefined, 'g']) {
      made.push({
        shown: { ...SECRET, kind: 'fill', blanks: list.map((id) => ({ id, type: 'text' as const })) },
        key: {
          ...SECRET,
          kind: 'fill',
          policy,
          language: 'zh',
          blanks: list.map((id) => ({
            id,
            keys: [
              { share: 10_000, text: id },
              { share: 3_333, text: `${id}x` },
            ],
            ...(group ? { group } : {}),
          })),
        },
        right: Object.fromEntries(list.map((id) => [id, id])),
        any: (more) => Object.fromEntries(list.map((id) => [id, `${pick(list, more)}${more() < 0.3 ? 'x' : ''}`])),
      });
      made.push({
        shown: { ...SECRET, kind: 'match', left: choices(list), right: choices(list), reusable: true },
        key: { ...SECRET, kind: 'match', policy, pairs: Object.fromEntries(list.map((id) => [id, id])) },
        right: Object.fromEntries(list.map((id) => [id, id])),
        any: (more) => Object.fromEntries(list.filter(() => more() < 0.7).map((id) => [id, pick(list, more) ?? ''])),
      });
    }
  return made;
}

test('scores are within the points, and all right is exactly all points, for every kind and policy', () => {
  const next = random(4);
  expect(samples(next)).toHaveLength(16);
  for (let run = 0; run < 200; run++)
    for (const { shown, key, right, any } of samples(next)) {
      const points = Math.floor(next() * 5_000);
      const full = judgeAnswer(shown, key, right, points, SIMPLIFIED);
      expect([key, points, full.score, full.verdict]).toEqual([key, points, points, 'right']);
      const { score } = judgeAnswer(shown, key, any(next), points, SIMPLIFIED);
      expect([key, Number.isInteger(score), score >= 0, score <= points]).toEqual([key, true, true, true]);
    }
});
