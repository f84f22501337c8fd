import { z } from 'zod';
import { ownField } from '../catalog/program-field.ts';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import {
  image,
  integer,
  money,
  optionalText,
  reference,
  remark,
  richText,
  rows,
  shown,
  shownNumber,
  stringList,
  text,
  time,
  yesNo,
} from '../field.ts';
import { logRow } from '../manuscript/manuscript.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { CONTEST, ROUND_MODES, SEE_OTHERS } from './contest-limits.ts';
import { CONTEST_EVENTS, CONTEST_STATES, PUBLIC_STATES } from './contest.machine.ts';
import { ROUND_EVENTS, ROUND_STATES } from './contest-round.machine.ts';

/** A1: E43. */
export const contest = crud('/cms/contest', {
  name: '大赛',
  permission: 'contest:contest',
  key: 'contestId',
  title: 'title',
  fields: {
    title: text('大赛名称', CONTEST.title),
    theme: optionalText('主题', CONTEST.theme),
    cover: image('封面图'),
    organizer: text('主办单位', 100),
    coOrganizer: optionalText('协办单位', 200),
    secondId: reference('第二负责人', { of: 'person', help: '您本人参赛时，由他接手评审的各个步骤' }),
    groups: stringList('组别', CONTEST.groups, 20, { required: true, help: '名次、晋级与奖项在每个组别内计算' }),
    intro: richText('介绍', { characters: 20_000, pictures: 20 }, { required: true }),
    rules: richText('规则', { characters: 20_000, pictures: 10 }, { required: true }),
    awardPlan: rows(
      '奖项',
      { name: text('奖项', 30), quota: integer('每组名额', 1, 200), prizeFen: money('奖金'), note: optionalText('说明', 60) },
      { most: CONTEST.awards },
    ),
    submitStart: time('征稿开始', { required: true }),
    submitEnd: time('征稿截止', { required: true }),
    maxPerUser: integer('每人最多', 1, 20, 3, { help: '件' }),
    workKinds: stringList('作品类型', 10, 20),
    fileTypes: stringList('文件格式', 20, 10, { required: true, help: '扩展名，如 docx、pdf、mp3' }),
    fileMaxMb: integer('单个文件上限（MB）', 1, CONTEST.fileMaxMb, 50),
    allowTeam: yesNo('允许团队', '0'),
    teamMax: integer('团队人数上限', 1, CONTEST.team, 5),
    contact: optionalText('联系方式', 100),
    remark: remark(),
  },
  shown: {
    status: shown('状态', 'choice', { dict: 'contest_contest_status' }),
    submitNum: shownNumber('作品数'),
    turn: shown('轮到'),
    publicityEnd: shown('公示截止', 'time'),
  },
  filter: { title: 'like', status: 'equal', submitEnd: 'between' },
  sort: ['contestId', 'submitEnd', 'createTime'],
});
export type Contest = z.output<typeof contest.list.row>;

const criterion = z.object({ key: z.string(), name: z.string(), weight: z.number(), max: z.number() });

const publicRound = z.object({
  roundType: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  mode: z.enum(ROUND_MODES),
  criteria: z.array(criterion),
  judgesPerSubmit: z.number(),
  blind: z.boolean(),
  trim: z.boolean(),
  status: z.enum(ROUND_STATES),
});

const contestCard = z.object({
  contestId: z.number(),
  title: z.string(),
  theme: z.string(),
  cover: z.string(),
  organizer: z.string(),
  submitStart: z.string(),
  submitEnd: z.string(),
  status: z.enum(CONTEST_STATES),
  entrants: z.number(),
  prizeFen: z.number(),
});
export type ContestCard = z.output<typeof contestCard>;
export { contestCard };

/** Contests that the public sees: open ones first, then by their dates. */
export const queryContests = endpoint('GET /cms/contest/queryContest', {
  summary: '大赛（前台）',
  access: 'public',
  query: paging.extend({ status: z.enum(PUBLIC_STATES, '没有这个状态').optional(), keyword: searchTerm(80) }),
  row: contestCard,
});

const award = z.object({ name: z.string(), quota: z.number(), prizeFen: z.number(), note: z.string() });

const publicContest = contestCard.extend({
  coOrganizer: z.string(),
  groups: z.array(z.string()),
  intro: z.string(),
  rules: z.string(),
  awardPlan: z.array(award),
  maxPerUser: z.number(),
  fileTypes: z.array(z.string()),
  fileMaxMb: z.number(),
  allowTeam: z.boolean(),
  teamMax: z.number(),
  contact: z.string(),
  /** Custom fields that the organiser added to the entry form. */
  fields: z.array(ownField),
  publicityEnd: z.string(),
  rounds: z.array(publicRound),
  /** Only where every round shows its judges' names, or after the end. */
  judges: z.array(z.object({ name: z.string(), intro: z.string() })),
  judgeNum: z.number(),
  cancelReason: z.string(),
});
export type PublicContest = z.output<typeof publicContest>;

const oneContest = z.object({ contestId: id });

/** #30. */
export const getContest = endpoint('GET /cms/contest/getInfo/{contestId}', {
  summary: '大赛详情',
  access: 'public',
  params: oneContest,
  data: publicContest,
});

const placeRow = z.object({
  submitId: z.number(),
  submitNo: z.string(),
  title: z.string(),
  group: z.string(),
  authorsText: z.string(),
  rank: z.number(),
  score: z.number(),
  judges: z.number(),
  trimmed: z.number(),
  awardName: z.string(),
  discussed: z.boolean(),
  /** An awarded work of a finished contest: everybody may read it. */
  open: z.boolean(),
});
export type PlaceRow = z.output<typeof placeRow>;

/** The ranking in publicity and after the end, with the method and the discussions; the works after the end. */
export const queryPlaces = endpoint('GET /cms/contest/queryPlaces/{contestId}', {
  summary: '大赛名次（前台）',
  access: 'public',
  params: oneContest,
  query: paging.extend({ group: visible().max(20, '组别不正确').optional() }),
  data: z.object({
    rows: z.array(placeRow),
    total: z.number(),
    method: z.string(),
    discussions: z.array(z.object({ roundType: z.number(), title: z.string(), minutes: z.string(), at: z.string() })),
  }),
});

const shownWork = z.object({
  title: z.string(),
  authorsText: z.string(),
  awardName: z.string(),
  intro: z.string(),
  files: z.array(z.object({ fileId: z.number(), kind: z.string(), mime: z.string() })),
  /** The text of documents and books. */
  paragraphs: z.array(z.object({ style: z.enum(['title', 'heading', 'text']), text: z.string() })),
});
export type ShownWork = z.output<typeof shownWork>;

/** An awarded work after the end of its contest. */
export const getWork = endpoint('GET /cms/contest/queryWork/{submitId}', {
  summary: '获奖作品（前台）',
  access: 'public',
  params: z.object({ submitId: id }),
  data: shownWork,
});
/** A picture, a recording or a film of such a work: the copy without properties. */
export const workFile = endpoint('GET /cms/contest/queryWork/file/{fileId}', {
  summary: '获奖作品的文件（前台）',
  access: 'public',
  params: z.object({ fileId: id }),
  file: true,
});

/** SM11. */
export const contestEvent = endpoint('PUT /cms/contest/{event}/{contestId}', {
  summary: '大赛流转',
  access: ['contest:contest:publish', 'contest:contest:announce', 'contest:contest:cancel'],
  params: oneContest.extend({ event: z.enum(CONTEST_EVENTS, '没有这个操作') }),
  body: z.object({ reason: visible().max(CONTEST.reason, `不能超过${CONTEST.reason}个字`).nullish() }).nullish(),
});

const boardRound = z.object({
  roundId: z.number(),
  roundType: z.number(),
  mode: z.enum(ROUND_MODES),
  startTime: z.string(),
  endTime: z.string(),
  judgesPerSubmit: z.number(),
  criteria: z.array(criterion),
  blind: z.boolean(),
  trim: z.boolean(),
  seeOthers: z.enum(SEE_OTHERS),
  seeAuthors: z.boolean(),
  seeJudgeNames: z.boolean(),
  passQuota: z.number(),
  passScore: z.number(),
  locked: z.boolean(),
  status: z.enum(ROUND_STATES),
  tasks: z.number(),
  done: z.number(),
  recused: z.number(),
  late: z.boolean(),
  can: z.array(z.enum(ROUND_EVENTS)),
  version: z.number(),
});
export type BoardRound = z.output<typeof boardRound>;

const board = z.object({
  contestId: z.number(),
  title: z.string(),
  status: z.enum(CONTEST_STATES),
  groups: z.array(z.string()),
  awardPlan: z.array(award),
  submitStart: z.string(),
  submitEnd: z.string(),
  publicityEnd: z.string(),
  ownerName: z.string(),
  secondName: z.string(),
  /** The caller entered the contest, so that the second organiser decides. */
  entered: z.boolean(),
  submits: z.record(z.string(), z.number()),
  judgeNum: z.number(),
  openObjections: z.number(),
  /** Files whose anonymous copy is not ready or needs a look. */
  unreadyFiles: z.number(),
  rounds: z.array(boardRound),
  can: z.array(z.enum(CONTEST_EVENTS)),
  log: z.array(logRow),
});
export type ContestBoard = z.output<typeof board>;

/** A1: the place of work of one contest. */
export const contestBoard = endpoint('GET /cms/contest/board/{contestId}', {
  summary: '大赛工作台',
  access: 'contest:contest:query',
  params: oneContest,
  data: board,
});

/** Awards of some entries; an empty name takes one away. */
export const awardChoices = z.array(z.object({ submitId: id, awardName: visible().max(30, '奖项名称不能超过30个字') })).max(2000, '获奖作品过多');

export const awardPlanned = endpoint('PUT /cms/contest/awards/{contestId}', {
  summary: '拟定奖项',
  access: 'contest:contest:edit',
  params: oneContest,
  body: z.object({ awards: awardChoices }),
});

export const exportWorks = endpoint('POST /cms/contest/exportWorks/{contestId}', {
  summary: '导出全部作品',
  access: 'contest:submit:export',
  params: oneContest,
  file: true,
  timeout: 1_000_000,
});
export const exportScores = endpoint('POST /cms/contest/exportScores/{contestId}', {
  summary: '导出评分',
  access: 'contest:submit:export',
  params: oneContest,
  file: true,
  timeout: 1_000_000,
});
