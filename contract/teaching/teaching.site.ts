import { closedHead, openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';
import { DAILY_REVIEW_PATH } from '../textbook/practice-path.ts';

export const TEACHING_PAGES: readonly SitePage[] = [
  {
    path: '/cms/main/IntelligentDigitalTeachingPlatform',
    head: openHead('智能数字教学平台', '教学平台,课程,班级,作业', '用数字教材开课：布置作业、断网也能作答、自动批改、看到谁需要帮助。'),
    screen: 'teaching/platform.screen.tsx',
    first: () => [['GET /cms/course/queryCourse', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]],
  },
  { path: '/cms/main/courseClass/:classId', head: closedHead('班级'), screen: 'teaching/class.screen.tsx' },
  { path: '/cms/main/assignment/:assignmentId', head: closedHead('作业'), screen: 'teaching/answer/assignment.screen.tsx' },
  { path: DAILY_REVIEW_PATH, head: closedHead('今日复习'), screen: 'teaching/review/daily-review.screen.tsx' },
  { path: '/cms/main/teach/assignment/:assignmentId', head: closedHead('编辑作业'), screen: 'teaching/assignment/teach-assignment.screen.tsx' },
  { path: '/cms/main/teach/board/:assignmentId', head: closedHead('学情板'), screen: 'teaching/board/teach-board.screen.tsx' },
  { path: '/cms/main/teach/marking/:assignmentId', head: closedHead('批改'), screen: 'teaching/board/teach-marking.screen.tsx' },
];
