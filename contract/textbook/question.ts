import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, optionalText, reference, remark, shown, shownNumber, stringList, text } from '../field.ts';
import { id, ids } from '../page.ts';
import { QUESTION_USES, type QuestionUse } from './question-kind.ts';
import { BANK_SHARES, QUESTION, type BankShare } from './question-limits.ts';
import { questionKey, questionPoints, shownQuestion } from './question-schema.ts';

const SHARES = Object.keys(BANK_SHARES) as [BankShare, ...BankShare[]];
const USES = Object.keys(QUESTION_USES) as [QuestionUse, ...QuestionUse[]];
/** A bank of a publication is for staff, that of a teacher for the teacher. The server says which rows a user has. */
const TEACH = 'teaching:course:teach';

/** E121: with a work the bank of a publication, without one the own bank of the teacher who adds it. */
export const questionBank = crud('/textbook/questionBank', {
  name: '题库',
  permission: 'textbook:exercise',
  key: 'bankId',
  title: 'name',
  fields: {
    name: text('名称', 60),
    publishId: reference('作品', { shownAs: 'publishTitle', fixedOnceSaved: true, help: '题目用在这部作品的练习里' }),
    sharedWith: choice('共享', 'textbook_bank_share', SHARES, 'self'),
    remark: remark(),
  },
  shown: {
    owner: shown('归属', 'choice', { dict: 'textbook_bank_owner' }),
    publishTitle: shown('书名'),
    questionNum: shownNumber('题目数'),
    answerLanguage: shown('作答语言', 'choice', { dict: 'textbook_answer_language' }),
  },
  filter: { name: 'like', publishId: 'equal', owner: 'equal' },
  sort: ['name', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
  access: {
    list: ['textbook:exercise:list', TEACH],
    get: ['textbook:exercise:query', TEACH],
    add: ['textbook:exercise:add', TEACH],
    edit: ['textbook:exercise:edit', TEACH],
    remove: ['textbook:exercise:remove', TEACH],
  },
});

/** E122: the questions of the banks that a user has. Their content is saved by `saveQuestion`. */
export const question = crud('/textbook/question', {
  name: '题目',
  permission: 'textbook:exercise',
  key: 'questionId',
  title: 'stemText',
  fields: {
    bankId: reference('题库', { required: true, fixedOnceSaved: true, shownAs: 'bankName' }),
    code: optionalText('编号', QUESTION.code, undefined, { help: '留空自动编号' }),
    chapter: optionalText('章节', QUESTION.chapter),
    tags: stringList('知识点', QUESTION.tags, QUESTION.tag),
    difficulty: integer('难度', 1, 5, 3),
    use: choice('用途', 'textbook_question_use', USES, 'both'),
  },
  shown: {
    bankName: shown('题库名称'),
    kind: shown('题型', 'choice', { dict: 'textbook_question_kind' }),
    stemText: shown('题干'),
    /** Hundredths of a point. */
    points: shownNumber('分值'),
    status: shown('状态', 'choice', { dict: 'textbook_question_status' }),
    versionId: shownNumber('当前版本编号'),
    versionNo: shownNumber('版本'),
  },
  filter: {
    bankId: 'equal',
    kind: 'equal',
    status: 'own',
    use: 'equal',
    chapter: 'like',
    stemText: 'like',
    code: 'equal',
    difficulty: 'equal',
    tag: 'own',
    publishId: 'own',
  },
  sort: ['code', 'chapter', 'difficulty', 'points', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'remove'],
  access: {
    list: ['textbook:exercise:list', TEACH],
    get: ['textbook:exercise:query', TEACH],
    remove: ['textbook:exercise:remove', TEACH],
  },
});
/** The calls of the two resources for pages of teachers, which get endpoints only. */
export const bankList = questionBank.list;
export const addBank = questionBank.add;
export const editBank = questionBank.edit;
export const questionList = question.list;
export const getQuestion = question.get;
export type QuestionRow = z.output<typeof question.list.row>;
export type BankRow = z.output<typeof questionBank.list.row>;

const content = { shown: shownQuestion, key: questionKey, points: questionPoints };

/** Stores a picture or a recording for the text of a question. Who reads the question reads it by its address, which cannot be guessed. */
export const uploadQuestionFile = endpoint('POST /textbook/question/file', {
  summary: '上传题目里的图片或录音',
  access: ['textbook:exercise:add', 'textbook:exercise:edit', TEACH],
  multipart: true,
  data: z.object({ address: z.string() }),
  timeout: 60_000,
});

/** Saves a question; a changed content becomes a new version. `ready` needs a possible key, else it fails with the line. */
export const saveQuestion = endpoint('POST /textbook/question/save', {
  summary: '保存题目',
  access: ['textbook:exercise:edit', TEACH],
  body: z.object({ ...question.fields, questionId: id.nullish(), version: z.number().int().nullish(), ready: z.boolean(), ...content }),
  data: z.object({ questionId: z.number(), versionId: z.number(), status: z.string(), problems: z.array(z.string()) }),
});

export const questionVersions = endpoint('GET /textbook/question/versions/{questionId}', {
  summary: '题目的各个版本',
  access: ['textbook:exercise:query', TEACH],
  params: z.object({ questionId: id }),
  data: z.array(z.object({ versionId: z.number(), no: z.number(), createBy: z.string(), createTime: z.string(), ...content })),
});
export type QuestionVersion = z.output<typeof questionVersions.data>[number];

/** Retired questions stay in sets and assignments, and are not offered any more. */
export const retireQuestions = endpoint('PUT /textbook/question/retire/{ids}', {
  summary: '停用或恢复题目',
  access: ['textbook:exercise:edit', TEACH],
  params: z.object({ ids }),
  body: z.object({ retired: z.boolean() }),
});

export const questionWithContent = z.object({ questionId: z.number(), versionId: z.number(), ...content });
