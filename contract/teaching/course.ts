import { z } from 'zod';
import { cover } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { flag, id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { COURSE_CLASS_STATES } from './course-class.machine.ts';
import { TEACHING } from './teaching-limits.ts';

/** A day, or empty. */
export const day = (label: string) => z.iso.date(`${label}格式为yyyy-MM-dd`).or(z.literal(''));

const courseDraft = z.object({
  name: requiredText('请填写课程名称').max(TEACHING.courseName, `课程名称不能超过${TEACHING.courseName}个字`),
  publishIds: z.array(id).max(TEACHING.courseBooks, `一门课程最多用${TEACHING.courseBooks}本教材`).default([]),
  intro: visible().max(TEACHING.intro, `课程介绍不能超过${TEACHING.intro}个字`).default(''),
  termFrom: day('开始日期').default(''),
  termTo: day('期末日期').default(''),
  missingAsZero: flag.default('1'),
  openToAll: flag.default('0'),
});
export type CourseDraft = z.output<typeof courseDraft>;

const textbook = z.object({ publishId: z.number(), title: z.string(), cover });

const courseCard = courseDraft.extend({
  courseId: z.number(),
  teacherName: z.string(),
  textbooks: z.array(textbook),
  version: z.number(),
  classes: z.array(
    z.object({
      classId: z.number(),
      className: z.string(),
      status: z.enum(COURSE_CLASS_STATES),
      members: z.number(),
      /** Answers that wait for marks, and people who wait to be let in. */
      toMark: z.number(),
      waiting: z.number(),
    }),
  ),
});
export type CourseCard = z.output<typeof courseCard>;

const one = z.object({ courseId: id });

export const openCourses = endpoint('GET /cms/course/queryCourse', {
  summary: '公开的课程',
  access: 'public',
  query: paging.extend({ name: searchTerm(TEACHING.courseName) }),
  row: z.object({
    courseId: z.number(),
    name: z.string(),
    intro: z.string(),
    teacherName: z.string(),
    textbooks: z.array(textbook),
    /** Classes that can be joined now. */
    classes: z.array(z.object({ classId: z.number(), className: z.string(), members: z.number() })),
  }),
});

/** Courses of the caller as a teacher, the newest first, with their classes. */
export const myCourses = endpoint('GET /teaching/course/mine', { summary: '我教的课程', access: 'teaching:course:teach', data: z.array(courseCard) });

export const addCourse = endpoint('POST /teaching/course', {
  summary: '新建课程',
  access: 'teaching:course:teach',
  once: true,
  body: courseDraft,
  data: z.object({ courseId: z.number() }),
});
export const editCourse = endpoint('PUT /teaching/course', {
  summary: '修改课程',
  access: 'teaching:course:teach',
  body: courseDraft.extend({ courseId: id, version: z.number().int().optional() }),
});
/** The classes of a removed course must be over. */
export const removeCourse = endpoint('DELETE /teaching/course/{courseId}', { summary: '删除课程', access: 'teaching:course:teach', params: one });

/** The course with its assignments as drafts, in a new class; without members and answers. */
export const copyCourse = endpoint('POST /teaching/course/copy/{courseId}', {
  summary: '复制到下一学期',
  access: 'teaching:course:teach',
  once: true,
  params: one,
  body: z.object({
    name: courseDraft.shape.name,
    className: requiredText('请填写班级名称').max(TEACHING.className),
    termFrom: day('开始日期').default(''),
    termTo: day('期末日期').default(''),
  }),
  data: z.object({ courseId: z.number(), classId: z.number() }),
});
