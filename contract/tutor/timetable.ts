import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { TUTOR } from './tutor-limits.ts';

const tutorExpert = z.object({
  professorId: z.number(),
  professorName: z.string(),
  avatar: z.string(),
  title: z.string(),
  collegeName: z.string(),
  expertise: z.string(),
  /** The first sentences of the introduction, as plain text. */
  brief: z.string(),
  feeFen: z.number(),
  minutes: z.number(),
  /** Empty: no free slot within the days ahead. */
  nextSlot: z.string(),
  /** The public page of the same person as a scholar. */
  scholarId: z.number().nullable(),
});
export type TutorExpert = z.output<typeof tutorExpert>;

/** Experts who tutor; the keyword is searched in name, expertise and college. */
export const queryProfessors = endpoint('GET /structure/professor/queryProfessor', {
  summary: '可预约的专家（前台）',
  access: 'public',
  query: paging.extend({ keyword: searchTerm(KEYWORD_LENGTH) }),
  row: tutorExpert,
});

/** One expert who tutors and the starts of the free slots, in order. */
export const freeSlots = endpoint('GET /structure/professor/freeSlots/{professorId}', {
  summary: '专家的空闲时段（前台）',
  access: 'public',
  params: z.object({ professorId: id }),
  data: tutorExpert.extend({ slots: z.array(z.string()) }),
});

const CLOCK = /^([01]\d|2[0-3]):[0-5][05]$/;
const clock = (message: string) => z.string(message).regex(CLOCK, message);
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const weekly = z.object({
  /** 1 is Monday. */
  weekday: z.number('请选择星期').int('请选择星期').min(1, '请选择星期').max(7, '请选择星期'),
  start: clock('开始时间写成 09:30，分钟是 5 的倍数'),
});
const exception = z
  .object({
    date: z.string('请选择日期').regex(DATE, '请选择日期'),
    /** Empty with `off`: the whole day. */
    start: z.union([z.literal(''), clock('开始时间写成 09:30，分钟是 5 的倍数')], '开始时间写成 09:30，分钟是 5 的倍数'),
    kind: z.enum(['off', 'extra'], '请选择停约或加开'),
  })
  .refine(({ kind, start }) => kind === 'off' || start !== '', '加开的时段须填写开始时间');

export type WeeklySlot = z.output<typeof weekly>;
export type SlotException = z.output<typeof exception>;

const lists = z.object({
  slots: z.array(weekly).max(TUTOR.weeklySlots, `每周最多${TUTOR.weeklySlots}个时段`),
  exceptions: z.array(exception).max(TUTOR.exceptions, `例外最多${TUTOR.exceptions}条`),
});

const timetable = lists.extend({ tutorEnabled: z.boolean(), minutes: z.number(), feeFen: z.number(), version: z.number() });
export type Timetable = z.output<typeof timetable>;

/** The caller's own timetable; null for a person who is no professor. */
export const myTimetable = endpoint('GET /cms/tutor/timetable', { summary: '我的辅导时段', access: 'signed-in', data: timetable.nullable() });

export const saveTimetable = endpoint('PUT /cms/tutor/timetable', {
  summary: '保存我的辅导时段',
  access: 'signed-in',
  body: lists.extend({ version: z.number('请刷新后重试').int() }),
  data: timetable,
});
