import type { z } from 'zod';
import { crud } from '../crud.ts';
import { shown, shownNumber } from '../field.ts';

/** B4: all classes, for staff: counts only, nothing of students. */
export const classOverview = crud('/textbook/courseClass', {
  name: '课程班级',
  permission: 'textbook:class',
  key: 'classId',
  title: 'className',
  fields: {},
  shown: {
    courseName: shown('课程'),
    className: shown('班级'),
    teacherName: shown('老师'),
    status: shown('状态', 'choice', { dict: 'teaching_class_status' }),
    startDate: shown('开课日期'),
    endDate: shown('结课日期'),
    memberNum: shownNumber('学生数'),
    assignmentNum: shownNumber('作业数'),
    submitNum: shownNumber('已交份数'),
  },
  filter: { className: 'like', courseName: 'own', teacherName: 'own', status: 'equal' },
  sort: ['classId', 'className', 'createTime'],
  calls: ['list', 'get', 'export'],
});
export type ClassOverview = z.output<typeof classOverview.list.row>;
