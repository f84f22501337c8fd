import { z } from 'zod';
import { ownValues } from '../catalog/program-field.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { logRow } from '../manuscript/manuscript.ts';
import { id, ids, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { BLIND_STATES } from './blind-copy.machine.ts';
import { CONTEST } from './contest-limits.ts';
import { CONTEST_STATES } from './contest.machine.ts';
import { SUBMIT_EVENTS, SUBMIT_STATES } from './contest-submit.machine.ts';

const memberName = visible('请填写队员姓名').min(1, '请填写队员姓名').max(30, '队员姓名不能超过30个字');
const member = z.object({
  name: memberName,
  phone: visible().max(20, '电话不正确').default(''),
  part: visible().max(30, '分工不能超过30个字').default(''),
});
export type TeamMember = z.output<typeof member>;

/** The fields of an entry; a draft may be incomplete. */
const entry = z.object({
  group: visible().max(20, '组别不正确').default(''),
  title: visible('请填写作品名').min(1, '请填写作品名').max(CONTEST.title, `作品名不能超过${CONTEST.title}个字`),
  intro: visible().max(CONTEST.intro, `作品介绍不能超过${CONTEST.intro}个字`).default(''),
  team: z.array(member).max(CONTEST.team, `团队最多${CONTEST.team}人`).default([]),
  instructor: visible().max(30, '指导老师不能超过30个字').default(''),
  avoid: visible().max(200, '回避说明不能超过200个字').default(''),
  promise: z.boolean().default(false),
  ext: ownValues,
});
export type EntryDraft = z.output<typeof entry>;

const file = z.object({
  fileId: z.number(),
  fileName: z.string(),
  fileSize: z.number(),
  kind: z.string(),
  createTime: z.string(),
});
export type EntryFile = z.output<typeof file>;

const own = entry.extend({
  submitId: z.number(),
  submitNo: z.string(),
  contestId: z.number(),
  contestTitle: z.string(),
  contestStatus: z.enum(CONTEST_STATES),
  submitEnd: z.string(),
  status: z.enum(SUBMIT_STATES),
  /** Why it was returned, and until when it can be completed. */
  returnReason: z.string(),
  returnUntil: z.string(),
  files: z.array(file),
  /** Visible from publicity on. */
  score: z.number().nullable(),
  rank: z.number(),
  awardName: z.string(),
  certificateNo: z.string(),
  feedback: z.array(z.object({ roundType: z.number(), comment: z.string() })),
  can: z.array(z.enum(['edit', 'submit', 'withdraw'])),
  updateTime: z.string(),
  version: z.number(),
});
export type OwnEntry = z.output<typeof own>;

/** #36: own entries, newest first. */
export const myEntries = endpoint('GET /cms/contest/submit/mine', {
  summary: '我的参赛作品',
  access: 'signed-in',
  query: paging.extend({ contestId: id.optional() }),
  row: own,
});

const one = z.object({ submitId: id });

export const addEntry = endpoint('POST /cms/contest/submit', {
  summary: '参赛',
  access: 'signed-in',
  body: entry.extend({ contestId: id }),
  data: own,
});
export const editEntry = endpoint('PUT /cms/contest/submit', {
  summary: '修改参赛作品',
  access: 'signed-in',
  body: entry.extend({ submitId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: own,
});
export const submitEntry = endpoint('POST /cms/contest/submit/submit/{submitId}', {
  summary: '提交参赛作品',
  access: 'signed-in',
  params: one,
  data: own,
});
export const uploadEntryFile = endpoint('POST /cms/contest/submit/file', {
  summary: '上传参赛文件',
  access: 'signed-in',
  query: one,
  multipart: true,
  data: file,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
export const removeEntryFiles = endpoint('DELETE /cms/contest/submit/file/{fileIds}', {
  summary: '删除参赛文件',
  access: 'signed-in',
  params: z.object({ fileIds: ids }),
});
/** For the contestant and the organisers; judges read the anonymous copy. */
export const downloadEntryFile = endpoint('GET /cms/contest/submit/file/{fileId}', {
  summary: '下载参赛文件',
  access: 'signed-in',
  params: z.object({ fileId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** SM13: `withdraw` by the contestant, the others by the organisers. */
export const entryEvent = endpoint('PUT /cms/contest/submit/{event}/{submitId}', {
  summary: '参赛作品流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(SUBMIT_EVENTS, '没有这个操作') }),
  body: z.object({ reason: visible().max(CONTEST.reason, `不能超过${CONTEST.reason}个字`).nullish() }).nullish(),
});

const staffRow = z.object({
  submitId: z.number(),
  submitNo: z.string(),
  contestId: z.number(),
  title: z.string(),
  group: z.string(),
  contestantName: z.string(),
  collegeName: z.string(),
  status: z.enum(SUBMIT_STATES),
  files: z.number(),
  /** Names that were found in a file, so that somebody has to look at it before judges do. */
  findings: z.number(),
  submittedAt: z.string(),
  rank: z.number(),
  awardName: z.string(),
});
export type StaffEntryRow = z.output<typeof staffRow>;

export const entryList = endpoint('GET /cms/contest/submit/list', {
  summary: '参赛作品',
  access: 'contest:submit:list',
  query: paging.extend({
    contestId: id,
    status: z.enum(SUBMIT_STATES, '没有这个状态').optional(),
    group: visible().max(20, '组别不正确').optional(),
    findings: z.enum(['1']).optional(),
    keyword: searchTerm(80),
  }),
  row: staffRow,
});

/** `unread`: nothing could be searched there, so that nothing was found says nothing. */
const finding = z.object({ place: z.string(), text: z.string(), unread: z.boolean().optional() });
const staffFile = file.extend({ blindName: z.string(), blindState: z.enum(BLIND_STATES), findings: z.array(finding) });
const staffDetail = staffRow.extend({
  intro: z.string(),
  team: z.array(member),
  instructor: z.string(),
  avoid: z.string(),
  /** Custom fields of the contest with a value. */
  more: z.array(z.object({ label: z.string(), value: z.string(), identifying: z.boolean() })),
  fileList: z.array(staffFile),
  can: z.array(z.enum(SUBMIT_EVENTS)),
  log: z.array(logRow),
});
export type StaffEntry = z.output<typeof staffDetail>;

export const entryDetail = endpoint('GET /cms/contest/submit/detail/{submitId}', {
  summary: '参赛作品详情',
  access: 'contest:submit:query',
  params: one,
  data: staffDetail,
});
/** The names that were found in a file do not identify the contestant. Judges cannot open the file before. */
export const confirmBlindFile = endpoint('PUT /cms/contest/submit/blind/{fileId}', {
  summary: '确认匿名文件',
  access: 'contest:submit:audit',
  params: z.object({ fileId: id }),
});
