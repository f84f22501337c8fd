/** Kinds of errors of 图书编校质量差错率计算方法; `query` is a doubt without a weight. */
export const ERROR_KINDS = [
  'wrong',
  'missing',
  'extra',
  'knowledge',
  'grammar',
  'political',
  'case',
  'script',
  'foreign',
  'punctuation',
  'number',
  'layout',
  'picture',
  'contradiction',
  'cover',
  'head',
  'query',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** How a kind counts, in hundredths of a point; a limit of 0 does not apply. */
export interface ErrorRule {
  readonly kind: ErrorKind;
  readonly label: string;
  readonly weight: number;
  /** For 2 to 5 characters in one place, and for more. */
  readonly longWeight: number;
  readonly longestWeight: number;
  /** The same error counts once a page. */
  readonly oncePerPage: boolean;
  /** Most for one and the same error in the whole book. */
  readonly sameCap: number;
  /** Most for all errors of the kind on a page, and in the whole book. */
  readonly pageCap: number;
  readonly bookCap: number;
}

/** What a mark says for the error rate. */
export interface CountedMark {
  readonly kind: ErrorKind;
  readonly page: number;
  readonly wrong: string;
  readonly right: string;
  /** Names one and the same error; without one, equal texts are the same error. */
  readonly groupKey: string;
  /** Characters in this place. */
  readonly characters: number;
}

export interface ErrorLine {
  readonly kind: ErrorKind;
  readonly label: string;
  readonly count: number;
  /** Hundredths of a point. */
  readonly score: number;
}

export interface ErrorRate {
  readonly lines: readonly ErrorLine[];
  /** Hundredths of a point. */
  readonly score: number;
  /** Errors in 10 000 characters, four decimals. */
  readonly rate: number;
  /** At most one in 10 000. */
  readonly passes: boolean;
}

const LONG = 2;
const LONGEST = 6;
const limited = (value: number, most: number): number => (most > 0 ? Math.min(value, most) : value);
const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

const weightOf = (rule: ErrorRule, mark: CountedMark): number => {
  if (rule.longestWeight > 0 && mark.characters >= LONGEST) return rule.longestWeight;
  return rule.longWeight > 0 && mark.characters >= LONG ? rule.longWeight : rule.weight;
};

const sameKey = (mark: CountedMark, index: number): string =>
  mark.groupKey || (mark.wrong === '' && mark.right === '' ? `#${index}` : `${mark.wrong}→${mark.right}`);

/** The points of one kind: each limit is applied to its own sum, and the smallest result counts. */
function scoreOf(rule: ErrorRule, marks: readonly CountedMark[]): number {
  const counted = new Map<string, { key: string; page: number; score: number }>();
  for (const [index, mark] of marks.entries()) {
    const key = sameKey(mark, index);
    const place = rule.oncePerPage ? `${mark.page} ${key}` : `${index}`;
    const score = weightOf(rule, mark);
    if (score > (counted.get(place)?.score ?? -1)) counted.set(place, { key, page: mark.page, score });
  }
  const byKey = new Map<string, number>();
  const byPage = new Map<number, number>();
  for (const { key, page, score } of counted.values()) {
    byKey.set(key, (byKey.get(key) ?? 0) + score);
    byPage.set(page, (byPage.get(page) ?? 0) + score);
  }
  const same = sumOf([...byKey.values()].map((score) => limited(score, rule.sameCap)));
  const pages = sumOf([...byPage.values()].map((score) => limited(score, rule.pageCap)));
  return limited(Math.min(same, pages), rule.bookCap);
}

/** F11: the error rate of a set of marks by the rules. Marks of kinds without a rule do not count. */
export function errorRate(marks: readonly CountedMark[], rules: readonly ErrorRule[], charCount: number): ErrorRate {
  const lines = rules
    .map((rule) => {
      const own = marks.filter(({ kind }) => kind === rule.kind);
      return { kind: rule.kind, label: rule.label, count: own.length, score: scoreOf(rule, own) };
    })
    .filter(({ count }) => count > 0);
  const score = sumOf(lines.map((line) => line.score));
  return {
    lines,
    score,
    rate: charCount > 0 ? Math.round((score * 1_000_000) / charCount) / 10_000 : 0,
    passes: charCount > 0 && score * 100 <= charCount,
  };
}

const rule = (kind: ErrorKind, label: string, weight: number, more: Partial<ErrorRule> = {}): ErrorRule => ({
  kind,
  label,
  weight,
  longWeight: 0,
  longestWeight: 0,
  oncePerPage: false,
  sameCap: 0,
  pageCap: 0,
  bookCap: 0,
  ...more,
});
const LENGTH = { longWeight: 200, longestWeight: 400 } as const;

/** The rules of a new installation; the press adapts them in the back office. */
export const ERROR_RULES: readonly ErrorRule[] = [
  rule('wrong', '错字、别字', 100, { oncePerPage: true, sameCap: 400 }),
  rule('missing', '漏字', 100, LENGTH),
  rule('extra', '多字', 100, LENGTH),
  rule('knowledge', '知识性、逻辑性差错', 200),
  rule('grammar', '语法性差错', 200),
  rule('political', '政治性差错', 300),
  rule('case', '外文大小写、正斜体', 50, { sameCap: 150 }),
  rule('script', '简繁、异体字混用', 50, { sameCap: 150 }),
  rule('foreign', '外文单词', 100, { oncePerPage: true }),
  rule('punctuation', '标点符号', 10),
  rule('number', '数字用法', 10),
  rule('layout', '图表序号、转行、单位正斜', 10, { pageCap: 30, bookCap: 100 }),
  rule('picture', '图片位置', 100),
  rule('contradiction', '图文不符', 200),
  rule('cover', '封面、扉页文字', 200),
  rule('head', '书眉', 100, { oncePerPage: true, sameCap: 200 }),
];
