import type { BlankKey, Choice, KeyPart, ShownPart } from '../../contract/textbook/question-kind.ts';
import { cleanContent, newPartId, type QuestionContent } from '../../server/textbook/question/question-content.format.ts';

type Random = (most: number) => number;

const WORDS = [
  '渡口',
  '桥头',
  '江北',
  'morning',
  'A & B',
  '1 < 2',
  '“引号”',
  '老王说：好',
  'x',
  '以上都不对的',
  '$x^2$',
  '<b>粗</b>',
  '斜<i>体</i>',
  'H<sub>2</sub>O',
  '50%',
  '#1',
  '~波浪~',
  '{括号}',
  'a=b',
  'c:\\d',
  '100*2',
];
const oneOf = <T>(list: readonly T[], next: Random): T => list[next(list.length)]!;

/** Texts that differ from each other. */
function texts(count: number, next: Random, plain = false): string[] {
  return Array.from({ length: count }, (_one, at) => {
    const word = oneOf(WORDS, next);
    const text = plain
      ? word.replace(/<[^>]*>|\$[^$]*\$/g, '字').replace(/[&<]/g, '和')
      : word.replace(/&(?!\w+;)/g, '&amp;').replace(/<(?![/\w])/g, '&lt;');
    return `第${at + 1}：${text}`;
  });
}
const choices = (count: number, next: Random, plain = false): Choice[] =>
  texts(count, next, plain).map((html) => ({ id: newPartId(), html: plain ? html.replace(/[<&]/g, '和') : html }));
const stemOf = (next: Random): string => `<p>${texts(1, next)[0]}：请看题。</p>`;

export type Target = 'moodle' | 'qti';

function blankOf(
  next: Random,
  target: Target,
  alone: boolean,
): { readonly type: 'text' | 'number' | 'choice'; readonly keys: BlankKey[]; readonly choices?: Choice[]; readonly exact: boolean } {
  const type = oneOf(['text', 'number', 'choice'] as const, next);
  if (type === 'choice') {
    const list = choices(2 + next(3), next, target === 'moodle');
    return { type, choices: list, keys: [{ share: 10_000, text: oneOf(list, next).id }], exact: false };
  }
  if (type === 'number') {
    const value = String(next(100) / 4);
    return { type, keys: [{ share: 10_000, value, ...(next(2) === 0 ? { tolerance: '0.25' } : {}) }], exact: false };
  }
  const spellings = texts(1 + next(alone ? 3 : 2), next, true);
  return {
    type,
    keys: spellings.map((text, at) =>
      target === 'moodle' && at > 0 && next(2) === 0
        ? { share: 5_000, text: `${text.replaceAll('*', '')}*`, pattern: true }
        : { share: at === 0 ? 10_000 : 5_000, text },
    ),
    exact: next(3) === 0,
  };
}

function fill(next: Random, target: Target): { shown: ShownPart; key: KeyPart } {
  const count = 1 + next(3);
  const blanks = Array.from({ length: count }, () => ({ id: newPartId(), ...blankOf(next, target, count === 1) }));
  const isLone = count === 1 && blanks[0]!.type !== 'choice';
  return {
    shown: {
      kind: 'fill',
      stem: isLone ? `<p>渡口在[[${blanks[0]!.id}]]边</p>` : `<p>${blanks.map(({ id }, at) => `第${at + 1}处[[${id}]]`).join('，')}。</p>`,
      blanks: blanks.map(({ id, type, choices: list }) => ({ id, type, ...(list ? { choices: list } : {}) })),
    },
    key: {
      kind: 'fill',
      explanation: next(2) === 0 ? '<p>见课文</p>' : '',
      policy: target === 'qti' && count > 1 && blanks.every(({ keys }) => keys.length === 1) && next(3) === 0 ? 'all' : 'each',
      language: 'zh',
      blanks: blanks.map(({ id, keys, exact }) => ({ id, keys, ...(exact ? { rules: { case: 'exact' as const } } : {}) })),
    },
  };
}

/** A question of a kind that a format holds completely. */
export function randomQuestion(next: Random, target: Target): QuestionContent {
  const explanation = next(2) === 0 ? `<p>${texts(1, next)[0]}</p>` : '';
  const stem = stemOf(next);
  const made = ((): { shown: ShownPart; key: KeyPart } => {
    switch (next(9)) {
      case 0: {
        const options = choices(2 + next(4), next);
        const right = oneOf(options, next);
        const others = options.filter((one) => one !== right && next(3) === 0);
        const feedback = options.filter(() => next(3) === 0);
        return {
          shown: { kind: 'single', stem, options: next(4) === 0 ? options.map((one) => ({ ...one, pinned: true })) : options },
          key: {
            kind: 'single',
            explanation,
            right: [right.id],
            ...(others.length > 0 ? { shares: Object.fromEntries(others.map(({ id }) => [id, 100 * (1 + next(99))])) } : {}),
            ...(feedback.length > 0 ? { feedback: Object.fromEntries(feedback.map(({ id }) => [id, `<p>${texts(1, next)[0]}</p>`])) } : {}),
          },
        };
      }
      case 1: {
        const options = choices(3 + next(4), next);
        if (target === 'qti' && next(2) === 0)
          return {
            shown: { kind: 'multi', stem, options },
            key: { kind: 'multi', explanation, right: options.slice(0, 2).map(({ id }) => id), policy: 'all' },
          };
        const right = options.slice(0, 2);
        const shares = Object.fromEntries(options.map((one, at) => [one.id, at < 2 ? 5_000 : next(2) === 0 ? -2_500 : 0]));
        return {
          shown: { kind: 'multi', stem, options },
          key: { kind: 'multi', explanation, right: right.map(({ id }) => id), policy: 'weights', shares },
        };
      }
      case 2:
        return { shown: { kind: 'judge', stem }, key: { kind: 'judge', explanation, right: next(2) === 0 } };
      case 3:
        return fill(next, target);
      case 4: {
        const left = choices(2 + next(3), next);
        const right = choices(left.length + next(2), next, target === 'moodle');
        return {
          shown: { kind: 'match', stem, left, right, reusable: false },
          key: {
            kind: 'match',
            explanation,
            pairs: Object.fromEntries(left.map(({ id }, at) => [id, right[at]!.id])),
            policy: target === 'qti' && next(2) === 0 ? 'all' : 'each',
          },
        };
      }
      case 5: {
        const items = choices(2 + next(4), next);
        const policy = target === 'qti' ? ('all' as const) : oneOf(['all', 'position', 'neighbours'] as const, next);
        return { shown: { kind: 'order', stem, items }, key: { kind: 'order', explanation, order: items.map(({ id }) => id), policy } };
      }
      case 6:
        return {
          shown: { kind: 'short', stem, maxLength: 1 + next(5_000) },
          key: { kind: 'short', explanation, rubric: [], hint: next(2) === 0 ? '答出两点' : '' },
        };
      case 7:
        return { shown: { kind: 'upload', stem, photos: 0, recording: false, files: 1 }, key: { kind: 'upload', explanation, rubric: [], hint: '' } };
      default:
        return { shown: { kind: 'text', stem }, key: { kind: 'text', explanation } };
    }
  })();
  return cleanContent({ ...made, points: made.shown.kind === 'text' ? 0 : 50 * (1 + next(20)) }).content;
}
