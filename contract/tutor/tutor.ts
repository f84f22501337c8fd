import { z } from 'zod';
import { crud } from '../crud.ts';
import { feeOrder } from '../commerce/fee-order.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber } from '../field.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { TUTOR, TUTOR_MODES } from './tutor-limits.ts';
import { TUTOR_EVENTS, TUTOR_STATES } from './tutor.machine.ts';

/** #120: all tutorings, for staff. */
export const tutor = crud('/cms/tutor', {
  name: '辅导',
  permission: 'cms:tutor',
  key: 'tutorId',
  title: 'topic',
  fields: {},
  shown: {
    tutorNo: shown('辅导编号'),
    topic: shown('主题'),
    applicantName: shown('申请人'),
    professorName: shown('专家'),
    mode: shown('方式', 'choice', { dict: 'cms_tutor_mode' }),
    expectTime: shown('辅导时间', 'time'),
    minutes: shownNumber('分钟数'),
    feeFen: shownNumber('辅导费', 'money'),
    refundFen: shownNumber('应退', 'money'),
    status: shown('状态', 'choice', { dict: 'cms_tutor_status' }),
    rating: shownNumber('评分'),
  },
  filter: {
    tutorNo: 'like',
    topic: 'like',
    applicantName: 'own',
    professorName: 'own',
    mode: 'equal',
    status: 'equal',
    expectTime: 'between',
  },
  sort: ['tutorId', 'expectTime', 'createTime'],
  calls: ['list', 'get', 'export'],
});
export type Tutor = z.output<typeof tutor.list.row>;

export const TUTOR_SIDES = ['applicant', 'expert', 'staff'] as const;

const tutorCard = z.object({
  tutorId: z.number(),
  tutorNo: z.string(),
  professorId: z.number(),
  professorName: z.string(),
  applicantName: z.string(),
  /** As whom the caller sees it. */
  side: z.enum(TUTOR_SIDES),
  topic: z.string(),
  mode: z.enum(TUTOR_MODES),
  expectTime: z.string(),
  minutes: z.number(),
  feeFen: z.number(),
  status: z.enum(TUTOR_STATES),
  rating: z.number().nullable(),
  createTime: z.string(),
});
export type TutorCard = z.output<typeof tutorCard>;

/** Newest appointment first. */
export const myTutors = endpoint('GET /cms/tutor/mine', {
  summary: '我的辅导',
  access: 'signed-in',
  query: paging.extend({ side: z.enum(['applicant', 'expert'], '请选择我申请的或我辅导的').default('applicant') }),
  row: tutorCard,
});

const threadMessage = z.object({
  messageId: z.number(),
  side: z.enum(['applicant', 'expert']),
  nickName: z.string(),
  content: z.string(),
  createTime: z.string(),
});

const detail = tutorCard.extend({
  question: z.string(),
  /** Meeting link or place, once confirmed. */
  link: z.string(),
  summary: z.string(),
  ratingNote: z.string(),
  /** How a fee of an earlier version was paid outside the product; empty since fees are orders. */
  payNote: z.string(),
  refundFen: z.number(),
  /** The order of the fee; null for a free tutoring and before the confirmation. */
  order: feeOrder.nullable(),
  /** The caller may pay the fee now. */
  canPay: z.boolean(),
  thread: z.array(threadMessage),
  threadOpen: z.boolean(),
  /** `event` is an event of SM22, or `apply`. */
  log: z.array(z.object({ event: z.string(), status: z.enum(TUTOR_STATES), note: z.string(), nickName: z.string(), at: z.string() })),
  /** Events that the state and the side of the caller allow. */
  can: z.array(z.enum(TUTOR_EVENTS)),
});
export type TutorDetail = z.output<typeof detail>;

const one = z.object({ tutorId: id });

/** For both sides, and for staff with `cms:tutor:query`. */
export const tutorDetail = endpoint('GET /cms/tutor/detail/{tutorId}', {
  summary: '辅导详情',
  access: 'signed-in',
  params: one,
  data: detail,
});

export const applyTutor = endpoint('POST /cms/tutor/apply', {
  summary: '申请辅导',
  access: 'signed-in',
  once: true,
  body: z.object({
    professorId: id,
    topic: visible('请填写主题').min(2, '主题至少2个字').max(TUTOR.topic, `主题不能超过${TUTOR.topic}个字`),
    question: visible('请填写问题').min(10, '问题至少10个字，写清楚背景和想解决什么').max(TUTOR.question, `问题不能超过${TUTOR.question}个字`),
    mode: z.enum(TUTOR_MODES, '请选择辅导方式'),
    expectTime: z.string('请选择时段').regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/, '请选择时段'),
  }),
  data: z.object({ tutorId: z.number() }),
});

export const sendTutorMessage = endpoint('POST /cms/tutor/thread/{tutorId}', {
  summary: '辅导留言',
  access: 'signed-in',
  once: true,
  params: one,
  body: z.object({ content: visible('请填写内容').min(1, '请填写内容').max(TUTOR.message, `一条留言不能超过${TUTOR.message}个字`) }),
  data: threadMessage,
});

/** `text` is the reason, the summary or the words of a rating. */
export const tutorEvent = endpoint('PUT /cms/tutor/{event}/{tutorId}', {
  summary: '辅导流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(TUTOR_EVENTS, '没有这个操作') }),
  body: z
    .object({
      text: visible().max(TUTOR.summary, `不能超过${TUTOR.summary}个字`).nullish(),
      link: visible().max(TUTOR.link, `链接或地点不能超过${TUTOR.link}个字`).nullish(),
      rating: z.coerce.number('请选择1到5星').int('请选择1到5星').min(1, '请选择1到5星').max(5, '请选择1到5星').nullish(),
    })
    .nullish(),
});

/** `{tutorId}.ics`: an iCalendar file (RFC 5545) of a confirmed tutoring. */
export const tutorCalendar = endpoint('GET /cms/tutor/calendar/{file}', {
  summary: '辅导的日历文件',
  access: 'signed-in',
  params: z.object({ file: z.string().regex(/^[1-9]\d{0,14}\.ics$/, '日历文件的地址不正确') }),
  file: true,
});
