import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, optionalText, reference, rows, shown, shownNumber, stringList, text } from '../field.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { AUTHOR_ROLES, HOLD_REASONS, KINDS, LANGUAGES, MANUSCRIPT, ORIGINALITIES } from './manuscript-limits.ts';
import { AUTHOR_WORDS, MANUSCRIPT_STATES, STAFF_EVENTS, TURNS } from './manuscript.machine.ts';

/** Fields that the author and the staff write. */
export const MANUSCRIPT_FIELDS = {
  title: text('书名', MANUSCRIPT.title),
  subtitle: optionalText('副书名', 120),
  titleEn: optionalText('英文书名', 200),
  kind: choice('类型', 'cms_archive_kind', KINDS, 'book'),
  archiveTypeId: reference('分类'),
  clcCode: optionalText('中图分类号', 20, [/^[A-Z][A-Z\d./()"-]*$/i, '中图分类号形如 I247.5']),
  language: choice('语种', 'publish_publication_language', LANGUAGES, 'zh'),
  originality: choice('创作方式', 'cms_archive_originality', ORIGINALITIES, 'original'),
  keywords: stringList('关键词', MANUSCRIPT.keywords, 20),
  summary: optionalText('内容提要', MANUSCRIPT.summary, undefined, { kind: 'long', help: `投稿前写到${MANUSCRIPT.summaryMin}字以上` }),
  planWordCount: integer('计划字数（千字）', 0, 100_000, 0),
  authors: rows(
    '作者',
    {
      name: text('姓名', 30),
      role: choice('著作方式', 'cms_archive_author_role', AUTHOR_ROLES, '著'),
      share: integer('份额（万分之）', 0, MANUSCRIPT.shares, MANUSCRIPT.shares, { help: '各位作者的份额合计须为10000' }),
      userId: reference('平台用户', { of: 'person' }),
    },
    { most: MANUSCRIPT.authors },
  ),
};

/** #109: all manuscripts, for staff. */
export const manuscript = crud('/cms/archive', {
  name: '稿件',
  permission: 'cms:archive',
  key: 'archiveId',
  title: 'title',
  fields: {
    ...MANUSCRIPT_FIELDS,
    ownerId: reference('投稿作者', { required: true, of: 'person', fixedOnceSaved: true }),
    confidentiality: choice('密级', 'cms_archive_confidentiality', ['public', 'internal'], 'internal'),
  },
  shown: {
    archiveNo: shown('稿件编号'),
    authorsText: shown('作者'),
    ownerName: shown('投稿人'),
    editorName: shown('责任编辑'),
    typeName: shown('分类'),
    status: shown('状态', 'choice', { dict: 'cms_archive_status' }),
    turn: shown('轮到', 'choice', { dict: 'cms_archive_turn' }),
    turnName: shown('处理人'),
    stageSince: shown('进入环节', 'time'),
    dueAt: shown('期限', 'time'),
    wordCount: shownNumber('字数'),
    currentVersion: shownNumber('版本'),
  },
  filter: {
    title: 'like',
    archiveNo: 'like',
    kind: 'equal',
    status: 'equal',
    turn: 'equal',
    archiveTypeId: 'equal',
    ownerName: 'own',
    editorName: 'own',
    queue: 'own',
    stageSince: 'between',
  },
  sort: ['title', 'stageSince', 'dueAt', 'wordCount', 'createTime'],
});
export type Manuscript = z.output<typeof manuscript.list.row>;

const one = z.object({ archiveId: id });

export const logRow = z.object({
  event: z.string(),
  fromStatus: z.string(),
  toStatus: z.string(),
  operatorName: z.string(),
  note: z.string(),
  at: z.string(),
});

const letterRow = z.object({
  letterId: z.number(),
  subject: z.string(),
  content: z.string(),
  status: z.enum(['waiting', 'sent', 'withdrawn']),
  sendAt: z.string(),
  /** Whether the caller may still withdraw the letter with its decision. */
  withdrawable: z.boolean(),
});

export const authorLine = z.object({ name: z.string(), role: z.string(), share: z.number(), userId: z.number().nullable() });

const detail = z.object({
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  subtitle: z.string(),
  kind: z.enum(KINDS),
  language: z.string(),
  originality: z.string(),
  typeName: z.string(),
  clcCode: z.string(),
  keywords: z.array(z.string()),
  summary: z.string(),
  authors: z.array(authorLine),
  ownerId: z.number(),
  ownerName: z.string(),
  editorId: z.number().nullable(),
  editorName: z.string(),
  wordCount: z.number(),
  planWordCount: z.number(),
  currentVersion: z.number(),
  status: z.enum(MANUSCRIPT_STATES),
  prevStatus: z.string(),
  turn: z.enum(TURNS),
  turnName: z.string(),
  stageSince: z.string(),
  dueAt: z.string(),
  version: z.number(),
  /** The state in the words of the author, and what comes next. */
  authorWord: z.enum(AUTHOR_WORDS),
  nextStep: z.string(),
  restoreAsked: z.boolean(),
  log: z.array(logRow),
  letters: z.array(letterRow),
  /** Events that the caller may take now. */
  can: z.array(z.enum(STAFF_EVENTS)),
});
export type ManuscriptDetail = z.output<typeof detail>;

/** For the staff and the assigned editor. */
export const manuscriptDetail = endpoint('GET /cms/archive/detail/{archiveId}', {
  summary: '稿件详情',
  access: 'signed-in',
  params: one,
  data: detail,
});

/** SM01, the steps that staff take directly. `to` chooses the stage of `backTo`; `editorId` is the new editor of `reassign`. */
export const manuscriptEvent = endpoint('PUT /cms/archive/{event}/{archiveId}', {
  summary: '稿件流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(STAFF_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(MANUSCRIPT.reason, `不能超过${MANUSCRIPT.reason}个字`).nullish(),
      to: z.enum(MANUSCRIPT_STATES, '请选择要退回的环节').nullish(),
      editorId: id.nullish(),
      reasonType: z.enum(HOLD_REASONS, '请选择搁置原因的类别').nullish(),
      resumePlan: z.iso.date('计划恢复的日期须是 年-月-日').or(z.literal('')).nullish(),
      /** The letter to the author; null sends none. */
      letter: z
        .object({
          subject: visible('请填写信件标题').min(1, '请填写信件标题').max(100, '信件标题不能超过100个字'),
          content: visible('请填写信件内容').min(1, '请填写信件内容').max(5000, '信件不能超过5000个字'),
        })
        .nullish(),
    })
    .nullish(),
  data: detail,
});

/** Takes back a letter and its decision within ten minutes. */
export const withdrawLetter = endpoint('PUT /cms/archive/letter/withdraw/{letterId}', {
  summary: '撤回信件和决定',
  access: 'signed-in',
  params: z.object({ letterId: id }),
});
