import { classOverview } from '../../../contract/teaching/class-overview.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const classes = resource(classOverview, {
  columns: ['courseName', 'className', 'teacherName', 'status', 'memberNum', 'assignmentNum', 'submitNum', 'startDate', 'endDate'],
  search: ['courseName', 'className', 'teacherName', 'status'],
  empty: '还没有课程班级',
  widths: {
    courseName: 220,
    className: 140,
    teacherName: 110,
    status: 90,
    memberNum: 80,
    assignmentNum: 80,
    submitNum: 90,
    startDate: 110,
    endDate: 110,
  },
  detail: [],
});

/** B4: all courses and classes with their counts; nothing of students. */
export const ClassOverviewPage = () => <ResourcePage resource={classes} />;
