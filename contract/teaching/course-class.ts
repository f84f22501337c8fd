import { z } from 'zod';
import { cover } from '../catalog/book.ts';
import { CODE_LETTERS } from '../code-letters.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { day } from './course.ts';
import { COURSE_CLASS_EVENTS, COURSE_CLASS_STATES } from './course-class.machine.ts';
import { JOIN_CODE_LENGTH, MEMBER_ROLES, MEMBER_STATES, TEACHING, type MemberRole, type MemberState } from './teaching-limits.ts';

const roles = Object.keys(MEMBER_ROLES) as [MemberRole, ...MemberRole[]];
const memberStates = Object.keys(MEMBER_STATES) as [MemberState, ...MemberState[]];

const classDraft = z.object({
  className: requiredText('请填写班级名称').max(TEACHING.className, `班级名称不能超过${TEACHING.className}个字`),
  joinOpen: flag.default('1'),
  approve: flag.default('0'),
  memberLimit: z.coerce
    .number<number | string>('人数上限须为整数')
    .int('人数上限须为整数')
    .min(1, '人数上限至少1人')
    .max(TEACHING.classMembers, `人数上限不能超过${TEACHING.classMembers}人`)
    .default(100),
  startDate: day('开课日期').default(''),
  endDate: day('结课日期').default(''),
  showMembers: flag.default('0'),
});
export type ClassDraft = z.output<typeof classDraft>;

const one = z.object({ classId: id });
const textbook = z.object({ publishId: z.number(), title: z.string(), cover });

const classCard = z.object({
  classId: z.number(),
  className: z.string(),
  courseId: z.number(),
  courseName: z.string(),
  teacherName: z.string(),
  status: z.enum(COURSE_CLASS_STATES),
  /** As whom the caller sees it. */
  role: z.enum(roles),
  memberStatus: z.enum(memberStates),
  textbooks: z.array(textbook),
  /** Of a student: assignments that can be handed in and are not, and the next due time (wire time, or empty). */
  due: z.number(),
  nextDue: z.string(),
  /** Of a teacher or an assistant. */
  toMark: z.number(),
  waiting: z.number(),
});
export type ClassCard = z.output<typeof classCard>;

/** Classes of the caller: open ones first. */
export const myClasses = endpoint('GET /cms/courseClass/mine', { summary: '我的班级', access: 'signed-in', data: z.array(classCard) });

const detail = classCard.extend(classDraft.shape).extend({
  version: z.number(),
  intro: z.string(),
  termTo: z.string(),
  /** Only for the teacher and assistants. */
  joinCode: z.string(),
  memberCount: z.number(),
  /** The caller's own name and number in this class. */
  memberName: z.string(),
  studentNo: z.string(),
  can: z.array(z.enum(COURSE_CLASS_EVENTS)),
});
export type ClassDetail = z.output<typeof detail>;

/** For members; 404 for everybody else. */
export const classDetail = endpoint('GET /cms/courseClass/{classId}', { summary: '班级', access: 'signed-in', params: one, data: detail });

export const addClass = endpoint('POST /teaching/class', {
  summary: '新建班级',
  access: 'teaching:course:teach',
  once: true,
  body: classDraft.extend({ courseId: id }),
  data: z.object({ classId: z.number() }),
});
export const editClass = endpoint('PUT /teaching/class', {
  summary: '修改班级',
  access: 'teaching:course:teach',
  body: classDraft.extend({ classId: id, version: z.number().int().optional() }),
});
export const classEvent = endpoint('PUT /cms/courseClass/{event}/{classId}', {
  summary: '班级办理',
  access: 'teaching:course:teach',
  params: one.extend({ event: z.enum(COURSE_CLASS_EVENTS, '没有这个操作') }),
  body: z.object({ reason: visible().max(TEACHING.reason, `原因不能超过${TEACHING.reason}个字`).nullish() }).nullish(),
});
/** A new join code; the one before stops working at once. */
export const renewJoinCode = endpoint('POST /teaching/class/code/{classId}', {
  summary: '更换班级码',
  access: 'teaching:course:teach',
  params: one,
  data: z.object({ joinCode: z.string() }),
});
/** Hands the course of a class with all its classes to another teacher. */
export const handOverClass = endpoint('POST /teaching/class/handover/{classId}', {
  summary: '移交班级',
  access: 'teaching:course:teach',
  params: one,
  body: z.object({ userName: requiredText('请输入接手老师的用户名').max(30), reason: visible().max(TEACHING.reason).default('') }),
});

const code = z
  .string('请输入班级码')
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${CODE_LETTERS}]{${JOIN_CODE_LENGTH}}$`), '班级码不正确或已停用'));

/** A class is found by its code, or by its id where its course is open to everybody. */
const found = z.object({ code: code.optional(), classId: id.optional() });

/** What a join code opens, before the student joins. */
export const classOffer = endpoint('POST /cms/courseClass/offer', {
  summary: '查看班级码',
  access: 'signed-in',
  body: found,
  data: z.object({
    classId: z.number(),
    className: z.string(),
    courseName: z.string(),
    teacherName: z.string(),
    textbooks: z.array(textbook),
    approve: flag,
    /** The caller is in the class already, or was and may come back. */
    memberStatus: z.enum(memberStates).or(z.literal('')),
    /** True when the roster has names without an account; a student then joins with the student number. */
    roster: z.boolean(),
  }),
});

export const joinClass = endpoint('POST /cms/courseClass/join', {
  summary: '加入班级',
  access: 'signed-in',
  body: found.extend({
    memberName: requiredText('请填写姓名').max(TEACHING.memberName, `姓名不能超过${TEACHING.memberName}个字`),
    studentNo: visible().max(TEACHING.studentNo, `学号不能超过${TEACHING.studentNo}个字`).default(''),
    consent: z.literal(true, '请先同意老师查看您在这个班级的学习情况'),
  }),
  data: z.object({ classId: z.number(), status: z.enum(memberStates) }),
});

export const leaveClass = endpoint('POST /cms/courseClass/leave/{classId}', { summary: '退出班级', access: 'signed-in', params: one });

const member = z.object({
  memberId: z.number(),
  role: z.enum(roles),
  memberName: z.string(),
  studentNo: z.string(),
  status: z.enum(memberStates),
  /** Somebody with an account has claimed the name. */
  claimed: z.boolean(),
  own: z.boolean(),
  joinedAt: z.string(),
  /** Hundredths of a percent over the counted assignments; null when nothing counts. Only for teachers and for oneself. */
  total: z.number().nullable(),
});
export type ClassMember = z.output<typeof member>;

/** The whole list for teachers and assistants, waiting ones first; names without numbers for students where the class shows them, else oneself. */
export const classMembers = endpoint('GET /cms/courseClass/member/{classId}', {
  summary: '班级成员',
  access: 'signed-in',
  params: one,
  data: z.array(member),
});

export const MEMBER_ACTIONS = ['accept', 'remove', 'restore', 'assistant', 'student'] as const;
export const memberAction = endpoint('PUT /teaching/member/{memberId}', {
  summary: '处理班级成员',
  access: 'teaching:course:teach',
  params: z.object({ memberId: id }),
  body: z.object({ action: z.enum(MEMBER_ACTIONS, '没有这个操作') }),
});
export const renameMember = endpoint('PUT /teaching/member/name/{memberId}', {
  summary: '修改成员姓名和学号',
  access: 'teaching:course:teach',
  params: z.object({ memberId: id }),
  body: z.object({
    memberName: requiredText('请填写姓名').max(TEACHING.memberName, `姓名不能超过${TEACHING.memberName}个字`),
    studentNo: visible().max(TEACHING.studentNo, `学号不能超过${TEACHING.studentNo}个字`).default(''),
  }),
});

const rosterResult = z.object({ added: z.number(), known: z.number(), rejected: z.array(z.object({ line: z.number(), why: z.string() })) });
export type RosterResult = z.output<typeof rosterResult>;

/** Adds names that are not there: matched by number, then by name. Nobody is doubled or removed. */
export const addRoster = endpoint('POST /teaching/roster/{classId}', {
  summary: '导入名单',
  access: 'teaching:course:teach',
  params: one,
  body: z.object({
    lines: z
      .array(z.object({ memberName: z.string().max(200), studentNo: z.string().max(200).default('') }))
      .min(1, '名单是空的')
      .max(TEACHING.classMembers, `一次最多导入${TEACHING.classMembers}人`),
  }),
  data: rosterResult,
});
/** The same from a spreadsheet with the columns 姓名 and 学号. */
export const addRosterSheet = endpoint('POST /teaching/roster/sheet/{classId}', {
  summary: '从表格导入名单',
  access: 'teaching:course:teach',
  params: one,
  multipart: true,
  data: rosterResult,
});
