import { z } from 'zod';
import { formulaSource } from './formula-source.ts';
import { MOST_BLANKS, MOST_LEFT, MOST_OPTIONS, MOST_PARTS, MOST_RIGHT, OPTION_LENGTH, STEM_LENGTH } from './key-problems.ts';
import {
  ANSWER_LANGUAGES,
  BLANK_TYPES,
  MULTI_POLICIES,
  ORDER_POLICIES,
  PART_POLICIES,
  type Answer,
  type AnswerLanguage,
  type BlankType,
  type MultiPolicy,
  type OrderPolicy,
  type PartPolicy,
  type QuestionKey,
  type ShownQuestion,
} from './question-kind.ts';
import { QUESTION } from './question-limits.ts';

const keysOf = <K extends string>(of: Readonly<Record<K, string>>) => Object.keys(of) as [K, ...K[]];
const shortId = z.string().regex(/^[0-9a-zA-Z]{1,16}$/, '编号不正确');
/** Rich text whose length is that of what was typed: a formula counts as its TeX. */
const rich = (wrong: string, most: number, tooLong: string) => z.string(wrong).refine((html) => formulaSource(html).length <= most, tooLong);
const stem = rich('题干不正确', STEM_LENGTH, `题干不能超过${STEM_LENGTH}个字符`);
const explanation = rich('解析不正确', QUESTION.explanation, `解析不能超过${QUESTION.explanation}个字符`).default('');
const share = z.number('得分比例不正确').int('得分比例不正确').min(-10_000, '得分比例不正确').max(10_000, '得分比例不正确');
const points = z.number('分值不正确').int('分值最多两位小数').min(0, '分值不能小于0').max(QUESTION.points, '分值过大');
const number = z.string('数值不正确').trim().max(60, '数值过长');

const choice = z.object({
  id: shortId,
  html: rich('选项不正确', OPTION_LENGTH, `选项不能超过${OPTION_LENGTH}个字符`),
  pinned: z.boolean().optional(),
});
const choices = (most: number) => z.array(choice, '选项不正确').max(most, `选项最多${most}项`);

const shownBlank = z.object({ id: shortId, type: z.enum(keysOf<BlankType>(BLANK_TYPES), '空的类型不正确'), choices: choices(MOST_RIGHT).optional() });

const shownPart = [
  z.object({ kind: z.literal('single'), stem, options: choices(MOST_OPTIONS) }),
  z.object({ kind: z.literal('multi'), stem, options: choices(MOST_OPTIONS) }),
  z.object({ kind: z.literal('judge'), stem }),
  z.object({ kind: z.literal('fill'), stem, blanks: z.array(shownBlank, '空不正确').max(MOST_BLANKS, `空不能超过${MOST_BLANKS}个`) }),
  z.object({ kind: z.literal('match'), stem, left: choices(MOST_LEFT), right: choices(MOST_RIGHT), reusable: z.boolean() }),
  z.object({ kind: z.literal('order'), stem, items: choices(MOST_OPTIONS) }),
  z.object({ kind: z.literal('short'), stem, maxLength: z.number().int().min(1).max(QUESTION.shortAnswer, `最多${QUESTION.shortAnswer}字`) }),
  z.object({
    kind: z.literal('upload'),
    stem,
    photos: z.number().int().min(0).max(QUESTION.photos, `照片最多${QUESTION.photos}张`),
    recording: z.boolean(),
    files: z.number().int().min(0).max(QUESTION.files, `文件最多${QUESTION.files}个`),
  }),
  z.object({ kind: z.literal('text'), stem }),
] as const;

const partPlace = { id: shortId, points };
const passagePart = z.discriminatedUnion('kind', [
  shownPart[0].extend(partPlace),
  shownPart[1].extend(partPlace),
  shownPart[2].extend(partPlace),
  shownPart[3].extend(partPlace),
  shownPart[4].extend(partPlace),
  shownPart[5].extend(partPlace),
  shownPart[6].extend(partPlace),
  shownPart[7].extend(partPlace),
  shownPart[8].extend(partPlace),
]);

/** JSON has no undefined: the optional fields of the schema are those of the type. */
export const shownQuestion = z.discriminatedUnion('kind', [
  ...shownPart,
  z.object({
    kind: z.literal('passage'),
    stem,
    plays: z.number().int().min(0).max(5, '播放次数最多5次'),
    parts: z.array(passagePart, '小题不正确').max(MOST_PARTS, `小题最多${MOST_PARTS}道`),
  }),
]) as z.ZodType<ShownQuestion, ShownQuestion>;

const rules = z
  .object({
    punct: z.enum(['equal', 'outer', 'ignore', 'exact']),
    space: z.enum(['collapse', 'ignore', 'exact']),
    case: z.enum(['ignore', 'exact']),
    script: z.enum(['equal', 'exact']),
    accent: z.enum(['keep', 'ignore']),
  })
  .partial();
const numberRules = z.object({
  decimals: z.number().int().min(0).max(20).optional(),
  fraction: z.boolean().optional(),
  hanzi: z.boolean().optional(),
  percent: z.boolean().optional(),
  comma: z.enum(['group', 'decimal']).optional(),
  units: z
    .array(z.object({ name: z.string().trim().min(1).max(20), factor: number }))
    .max(10)
    .optional(),
  unit: z.enum(['none', 'optional', 'required']).optional(),
});
const blankKey = z.object({
  share,
  hidden: z.boolean().optional(),
  text: z.string().max(500, '答案不能超过500个字').optional(),
  pattern: z.boolean().optional(),
  value: number.optional(),
  tolerance: number.optional(),
  relative: z.boolean().optional(),
  from: number.optional(),
  to: number.optional(),
});
const keyBlank = z.object({
  id: shortId,
  keys: z.array(blankKey, '答案不正确').max(QUESTION.keys, `一个空最多${QUESTION.keys}个答案`),
  rules: rules.optional(),
  group: z.string().max(20).optional(),
  number: numberRules.optional(),
});
const rubric = z
  .array(
    z.object({
      id: shortId,
      name: z.string().trim().max(100, '评分要点不能超过100个字符'),
      points,
      steps: z.array(z.object({ points, text: z.string().trim().max(200) })).max(10),
    }),
  )
  .max(QUESTION.rubricRows, `评分要点最多${QUESTION.rubricRows}行`);
const sharesById = z.record(shortId, share).optional();
const feedback = z.record(shortId, rich('反馈不正确', 1_000, '反馈不能超过1000个字符')).optional();

const keyPart = [
  z.object({ kind: z.literal('single'), explanation, right: z.array(shortId).max(MOST_OPTIONS), shares: sharesById, feedback }),
  z.object({
    kind: z.literal('multi'),
    explanation,
    right: z.array(shortId).max(MOST_OPTIONS),
    policy: z.enum(keysOf<MultiPolicy>(MULTI_POLICIES)),
    shares: sharesById,
    feedback,
  }),
  z.object({ kind: z.literal('judge'), explanation, right: z.boolean() }),
  z.object({
    kind: z.literal('fill'),
    explanation,
    blanks: z.array(keyBlank).max(MOST_BLANKS),
    policy: z.enum(keysOf<PartPolicy>(PART_POLICIES)),
    language: z.enum(keysOf<AnswerLanguage>(ANSWER_LANGUAGES)),
  }),
  z.object({ kind: z.literal('match'), explanation, pairs: z.record(shortId, shortId), policy: z.enum(keysOf<PartPolicy>(PART_POLICIES)) }),
  z.object({ kind: z.literal('order'), explanation, order: z.array(shortId).max(MOST_OPTIONS), policy: z.enum(keysOf<OrderPolicy>(ORDER_POLICIES)) }),
  z.object({ kind: z.literal('short'), explanation, rubric, hint: z.string().max(2_000) }),
  z.object({ kind: z.literal('upload'), explanation, rubric, hint: z.string().max(2_000) }),
  z.object({ kind: z.literal('text'), explanation }),
] as const;

export const questionKey = z.discriminatedUnion('kind', [
  ...keyPart,
  z.object({
    kind: z.literal('passage'),
    explanation,
    transcript: rich('听力文稿不正确', QUESTION.transcript, `听力文稿不能超过${QUESTION.transcript}个字符`).default(''),
    parts: z.record(shortId, z.discriminatedUnion('kind', [...keyPart])),
  }),
]) as z.ZodType<QuestionKey, QuestionKey>;

export const questionPoints = points;

const upload = z.object({
  photos: z.array(z.number().int().positive()).max(QUESTION.photos),
  recording: z.number().int().positive().nullable(),
  files: z.array(z.number().int().positive()).max(QUESTION.files),
});
const partAnswer = z.union([
  z.string().max(2 * QUESTION.shortAnswer, '答案过长'),
  z.boolean(),
  z.null(),
  z.array(z.string().max(16)).max(MOST_OPTIONS),
  upload,
  z.record(z.string().max(16), z.string().max(1_000, '答案不能超过500个字')),
]);
/** Any answer; whether it is possible for a question says contract/textbook/answer-shape.ts. */
export const answerValue = z.union([partAnswer, z.record(z.string().max(16), partAnswer)]) satisfies z.ZodType<Answer>;

export const judgedAnswer = z.object({
  verdict: z.enum(['right', 'part', 'wrong', 'empty', 'manual']),
  score: z.number(),
  parts: z.record(z.string(), z.object({ share: z.number(), hint: z.string() })),
});
