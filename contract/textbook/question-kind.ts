/** The kinds of questions, in the order in which editors choose them. */
export const QUESTION_KINDS = {
  single: '单选',
  multi: '多选',
  judge: '判断',
  fill: '填空',
  match: '连线',
  order: '排序',
  short: '简答',
  upload: '上传',
  passage: '材料',
  text: '说明',
} as const;
export type QuestionKind = keyof typeof QUESTION_KINDS;

/** Where a question may be used. A student never gets a question of `assignment` as practice. */
export const QUESTION_USES = { both: '练习和作业', practice: '仅练习', assignment: '仅作业' } as const;
export type QuestionUse = keyof typeof QUESTION_USES;

/** How several right options count. `half` is the custom of Chinese papers and the default. */
export const MULTI_POLICIES = {
  half: '少选得一半，选错不得分',
  all: '全对才得分',
  each: '少选按比例，选错不得分',
  penalty: '选对减选错，按比例',
  weights: '按各选项的分值比例',
} as const;
export type MultiPolicy = keyof typeof MULTI_POLICIES;

export const ORDER_POLICIES = { all: '全对才得分', position: '按位置正确的个数', neighbours: '按相邻正确的个数' } as const;
export type OrderPolicy = keyof typeof ORDER_POLICIES;

/** For fill and match: each part has its own points, or all parts together. */
export const PART_POLICIES = { each: '每空得分', all: '全对才得分' } as const;
export type PartPolicy = keyof typeof PART_POLICIES;

export const BLANK_TYPES = { text: '文字', number: '数字', pinyin: '拼音', choice: '选择' } as const;
export type BlankType = keyof typeof BLANK_TYPES;

/** A piece of HTML that can be chosen, paired or put in order. Its id is random and never shown. */
export interface Choice {
  readonly id: string;
  readonly html: string;
  /** Stays last when the others are shuffled. */
  readonly pinned?: boolean;
}

/** A blank as a student sees it; its place in the stem is the text `[[id]]`. */
export interface ShownBlank {
  readonly id: string;
  readonly type: BlankType;
  /** For blanks of type `choice`. */
  readonly choices?: readonly Choice[];
}

interface Shown {
  /** Sanitised HTML. */
  readonly stem: string;
}

/**
 * What a student sees of a question before the answers are released. Nothing here tells the key: items that must be put in order are stored
 * in the order of their ids. Everything secret is in {@link QuestionKey}.
 */
export type ShownPart =
  | (Shown & { readonly kind: 'single' | 'multi'; readonly options: readonly Choice[] })
  | (Shown & { readonly kind: 'judge' })
  | (Shown & { readonly kind: 'fill'; readonly blanks: readonly ShownBlank[] })
  | (Shown & { readonly kind: 'match'; readonly left: readonly Choice[]; readonly right: readonly Choice[]; readonly reusable: boolean })
  | (Shown & { readonly kind: 'order'; readonly items: readonly Choice[] })
  | (Shown & { readonly kind: 'short'; readonly maxLength: number })
  | (Shown & { readonly kind: 'upload'; readonly photos: number; readonly recording: boolean; readonly files: number })
  | (Shown & { readonly kind: 'text' });

export type ShownQuestion =
  | ShownPart
  | (Shown & {
      readonly kind: 'passage';
      /** How often the recording may be played; 0 is without limit. */
      readonly plays: number;
      readonly parts: readonly (ShownPart & { readonly id: string; readonly points: number })[];
    });

/** Rules for judging a blank, each with its default by the language of the answers (textbooks.md §5, F23). */
export interface MatchRules {
  readonly punct: 'equal' | 'outer' | 'ignore' | 'exact';
  readonly space: 'collapse' | 'ignore' | 'exact';
  readonly case: 'ignore' | 'exact';
  readonly script: 'equal' | 'exact';
  readonly accent: 'keep' | 'ignore';
}

/** One spelling of the right answer. `share` is in 1/10000 of the blank. */
export interface BlankKey {
  readonly share: number;
  /** Counts, but is not printed as the answer. */
  readonly hidden?: boolean;
  /** A text, or the id of a choice for blanks of type `choice`. */
  readonly text?: string;
  /** In `text`, `*` is any run of signs and `\*` a star. */
  readonly pattern?: boolean;
  /** A decimal number as text, exact. */
  readonly value?: string;
  /** Inclusive, a decimal number as text; with `relative` a part of the value. */
  readonly tolerance?: string;
  readonly relative?: boolean;
  /** A closed range instead of `value`. */
  readonly from?: string;
  readonly to?: string;
}

export interface KeyBlank {
  readonly id: string;
  readonly keys: readonly BlankKey[];
  /** Only what differs from the defaults of the language. */
  readonly rules?: Partial<MatchRules>;
  /** The answers of blanks with the same group may stand in any order. */
  readonly group?: string;
  readonly number?: NumberRules;
}

export interface NumberRules {
  /** The answer must be written with exactly so many decimals. */
  readonly decimals?: number;
  readonly fraction?: boolean;
  readonly hanzi?: boolean;
  readonly percent?: boolean;
  /** The comma is the decimal sign, as in German and French. */
  readonly comma?: 'group' | 'decimal';
  readonly units?: readonly { readonly name: string; readonly factor: string }[];
  readonly unit?: 'none' | 'optional' | 'required';
}

/** A row of the marking guide. `points` are hundredths of a point. */
export interface RubricRow {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  readonly steps: readonly { readonly points: number; readonly text: string }[];
}

interface Secret {
  /** Sanitised HTML, shown with the key. */
  readonly explanation: string;
}

/** What judges an answer; it reaches a student at the release of the answers, or as feedback in practice. */
export type KeyPart =
  | (Secret & {
      readonly kind: 'single';
      readonly right: readonly string[];
      readonly shares?: Readonly<Record<string, number>>;
      readonly feedback?: Readonly<Record<string, string>>;
    })
  | (Secret & {
      readonly kind: 'multi';
      readonly right: readonly string[];
      readonly policy: MultiPolicy;
      /** 1/10000 of the points by option id, for the policy `weights`; may be negative. */
      readonly shares?: Readonly<Record<string, number>>;
      readonly feedback?: Readonly<Record<string, string>>;
    })
  | (Secret & { readonly kind: 'judge'; readonly right: boolean })
  | (Secret & { readonly kind: 'fill'; readonly blanks: readonly KeyBlank[]; readonly policy: PartPolicy; readonly language: AnswerLanguage })
  | (Secret & { readonly kind: 'match'; readonly pairs: Readonly<Record<string, string>>; readonly policy: PartPolicy })
  | (Secret & { readonly kind: 'order'; readonly order: readonly string[]; readonly policy: OrderPolicy })
  | (Secret & { readonly kind: 'short' | 'upload'; readonly rubric: readonly RubricRow[]; readonly hint: string })
  | (Secret & { readonly kind: 'text' });

export type QuestionKey =
  | KeyPart
  | (Secret & { readonly kind: 'passage'; readonly transcript: string; readonly parts: Readonly<Record<string, KeyPart>> });

export const ANSWER_LANGUAGES = { zh: '中文', en: '英语', ja: '日语', fr: '法语', de: '德语' } as const;
export type AnswerLanguage = keyof typeof ANSWER_LANGUAGES;

/** A file of an answer: the key that a device made for it, or the id of an uploaded file in answers of earlier releases. */
export type AnswerFileRef = number | string;

/** Files of an answer by upload. A device makes the key of a file, so that an answer can name it before the server has it. */
export interface UploadAnswer {
  readonly photos: readonly AnswerFileRef[];
  readonly recording: AnswerFileRef | null;
  readonly files: readonly AnswerFileRef[];
}

/**
 * What a student answered, always by ids and never by letters or positions: single — option id; multi and order — option ids; judge — boolean;
 * fill — text by blank id; match — right id by left id; short — text; upload — {@link UploadAnswer}; passage — answers by part id. `null` is
 * unanswered.
 */
export type PartAnswer = string | readonly string[] | boolean | Readonly<Record<string, string>> | UploadAnswer | null;
export type Answer = PartAnswer | Readonly<Record<string, PartAnswer>>;

export type Verdict = 'right' | 'part' | 'wrong' | 'empty' | 'manual';

/** The result of judging one answer. Scores and points are hundredths of a point. */
export interface Judged {
  readonly verdict: Verdict;
  readonly score: number;
  /** By blank, left item or part id: the share in 1/10000 and what a relaxed rule would accept. */
  readonly parts: Readonly<Record<string, { readonly share: number; readonly hint: string }>>;
}

const BY_HAND: readonly string[] = ['short', 'upload'];

/** Whether the program can judge the answer. Practice of other questions is not recorded, because no teacher marks it. */
export const isScored = (shown: ShownQuestion): boolean =>
  shown.kind === 'passage'
    ? shown.parts.some(({ kind }) => kind !== 'text') && !shown.parts.some(({ kind }) => BY_HAND.includes(kind))
    : shown.kind !== 'text' && !BY_HAND.includes(shown.kind);

/** Tries of practice after which the key is shown. */
const TRIES = 2;

/** Whether practice shows the key: with a right answer, one that nobody judges, or the second try. Asked by the server, and by a device without a network. */
export const showsKey = (verdict: Verdict, attempt: number): boolean =>
  verdict === 'right' || verdict === 'manual' || (attempt >= TRIES && verdict !== 'empty');
