import type { ServerArea } from '../area.ts';
import { systemJobs } from './extensions/scheduled-jobs.ts';
import { systemPersonalTables } from './extensions/personal-tables.ts';
import { userBin } from './recycle-item.service.ts';
import { accountRoutes } from './account.routes.ts';
import { areaRoutes } from './area.routes.ts';
import { configRoutes } from './config.routes.ts';
import { deptRoutes } from './dept.routes.ts';
import { dictDataRoutes } from './dictionary/dict-data.routes.ts';
import { dictTypeRoutes } from './dictionary/dict-type.routes.ts';
import { dictionaryEntryRoutes } from './dictionary/dictionary-entry.routes.ts';
import { exportFileRoutes } from './file/export-file.routes.ts';
import { removeExpiredExports, runNextExport } from './file/export-file.service.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import { readsFeedbackPicture } from './feedback/feedback.service.ts';
import { fileRoutes } from './file/file.routes.ts';
import { listViewRoutes } from './list-view.routes.ts';
import { menuRoutes } from './menu.routes.ts';
import { adminNoticeRoutes } from './notice.routes.ts';
import { noticeFlow } from './notice.service.ts';
import { postBin, postRoutes } from './post.routes.ts';
import { problemRoutes } from './problem.routes.ts';
import { realNameRoutes } from './real-name.routes.ts';
import { recycleItemRoutes } from './recycle-item.routes.ts';
import { roleRoutes } from './role.routes.ts';
import { userRoutes } from './user.routes.ts';
import { feedbackTodos, noticeTodos, realNameTodos } from './system-todo.service.ts';
import { userModeRoutes } from './usermode.routes.ts';

export const systemArea: ServerArea = {
  jobs: systemJobs,
  personalTables: systemPersonalTables,
  recycleKinds: {
    user: userBin,
    notice: { bin: 'content', purge: 'delete' },
    problem: { bin: 'content', purge: 'delete' },
    feedback: { bin: 'content', purge: 'delete' },
    post: postBin,
  },
  flowSubjects: [noticeFlow],
  fileReaders: [readsFeedbackPicture],
  // A long export delays no other work.
  lanes: [
    { name: 'export', title: '导出', workers: [runNextExport], everyMs: 10_000 },
    { name: 'export-cleanup', title: '清理导出的文件', workers: [removeExpiredExports], everyMs: 3_600_000 },
  ],
  todoSources: [noticeTodos, feedbackTodos, realNameTodos],
  routes: [
    accountRoutes,
    areaRoutes,
    configRoutes,
    deptRoutes,
    dictDataRoutes,
    dictTypeRoutes,
    dictionaryEntryRoutes,
    exportFileRoutes,
    feedbackRoutes,
    fileRoutes,
    listViewRoutes,
    menuRoutes,
    adminNoticeRoutes,
    postRoutes,
    problemRoutes,
    realNameRoutes,
    recycleItemRoutes,
    roleRoutes,
    userRoutes,
    userModeRoutes,
  ],
};
