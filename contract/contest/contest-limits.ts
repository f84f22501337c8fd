import { MB } from '../limits.ts';
import { ownValue } from '../own-value.ts';

/** Limits of contests, entries and scores. */
export const CONTEST = {
  title: 80,
  theme: 120,
  groups: 12,
  awards: 20,
  fileMaxMb: 200,
  files: 5,
  fields: 20,
  fileBytes: 200 * MB,
  team: 20,
  intro: 1000,
  comment: { min: 10, max: 1000 },
  judgesPerSubmit: 15,
  criteria: 12,
  criterionMax: 100,
  calibration: 5,
  reason: 500,
  minutes: { min: 10, max: 2000 },
  objection: { min: 10, max: 1000 },
} as const;

/** Days of publicity before a contest ends, and hours in which a returned entry may be completed. */
export const PUBLICITY_DAYS = 7;
export const RETURN_HOURS = 48;
/** Points between the highest and the lowest total of an entry from which it needs a discussion. */
export const WIDE_SPREAD = 2000;
/** Submitted scores of an entry that are enough after the end of a round, and without which it has no score (F12). */
export const ENOUGH_SCORES = 3;

export const ROUND_TYPES = [1, 2, 3] as const;
export type RoundType = (typeof ROUND_TYPES)[number];
export const ROUND_NAMES: Readonly<Record<RoundType, string>> = { 1: '初审', 2: '复审', 3: '终审' };

export const ROUND_MODES = ['pass_fail', 'score'] as const;
export type RoundMode = (typeof ROUND_MODES)[number];
export const ROUND_MODE_NAMES: Readonly<Record<RoundMode, string>> = { pass_fail: '通过或不通过', score: '按评分项打分' };

/** When a judge sees the results of other judges for the same entry. */
export const SEE_OTHERS = ['never', 'after_own', 'after_close'] as const;
export type SeeOthers = (typeof SEE_OTHERS)[number];
export const SEE_OTHERS_NAMES: Readonly<Record<SeeOthers, string>> = {
  never: '始终不可见',
  after_own: '自己提交以后',
  after_close: '本轮汇总以后',
};

export const CONFLICT_KINDS = ['college', 'instructor', 'team', 'judge', 'contestant', 'organiser'] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];
export const CONFLICT_NAMES: Readonly<Record<ConflictKind, string>> = {
  college: '同一院校',
  instructor: '指导老师',
  team: '本人或队员',
  judge: '评委申报',
  contestant: '参赛者申报',
  organiser: '主办方认定',
};

/** File types that contestants may be asked for, with the way a judge opens them. */
export const FILE_KINDS: Readonly<Record<string, 'document' | 'pdf' | 'picture' | 'audio' | 'video' | 'book'>> = {
  docx: 'document',
  txt: 'document',
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  mp3: 'audio',
  m4a: 'audio',
  wav: 'audio',
  mp4: 'video',
  webm: 'video',
  epub: 'book',
};
export const FILE_TYPES = Object.keys(FILE_KINDS);
export type WorkFileKind = (typeof FILE_KINDS)[string];
export const WORK_KINDS = ['text', 'translation', 'recitation', 'design', 'video', 'book', 'other'] as const;
export const WORK_KIND_NAMES: Readonly<Record<(typeof WORK_KINDS)[number], string>> = {
  text: '文章',
  translation: '译文',
  recitation: '诵读',
  design: '设计',
  video: '影像',
  book: '图书',
  other: '其他',
};

export const fileKindOf = (name: string): WorkFileKind => ownValue(FILE_KINDS, name.split('.').at(-1)?.toLowerCase() ?? '') ?? 'document';

/** E96: an objection during publicity. */
export const OBJECTION_STATES = ['open', 'upheld', 'dismissed'] as const;
export const OBJECTION_STATE_NAMES: Readonly<Record<(typeof OBJECTION_STATES)[number], string>> = {
  open: '待处理',
  upheld: '成立',
  dismissed: '不成立',
};
