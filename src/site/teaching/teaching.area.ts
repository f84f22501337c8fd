import type { SiteScreens } from '../site-screens.ts';

export const teachingScreens: SiteScreens = {
  '/cms/main/IntelligentDigitalTeachingPlatform': async () => (await import('./platform.screen.tsx')).PlatformScreen,
  '/cms/main/courseClass/:classId': async () => (await import('./class.screen.tsx')).ClassScreen,
  '/cms/main/assignment/:assignmentId': async () => (await import('./answer/assignment.screen.tsx')).AssignmentScreen,
  '/cms/main/dailyReview': async () => (await import('./review/daily-review.screen.tsx')).DailyReviewScreen,
  '/cms/main/teach/assignment/:assignmentId': async () => (await import('./assignment/teach-assignment.screen.tsx')).TeachAssignmentScreen,
  '/cms/main/teach/board/:assignmentId': async () => (await import('./board/teach-board.screen.tsx')).TeachBoardScreen,
  '/cms/main/teach/marking/:assignmentId': async () => (await import('./board/teach-marking.screen.tsx')).TeachMarkingScreen,
};
