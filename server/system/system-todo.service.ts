import type { TodoSource } from '../inbox/todo-source.service.ts';
import { CHECKS_NAMES, seenChecks } from './real-name.service.ts';
import { openFeedback } from './feedback/feedback.queries.ts';
import { pendingNotices } from './notice.queries.ts';
import { waitingChecks } from './real-name.queries.ts';

/** Notices to approve; nobody approves their own. */
export const noticeTodos: TodoSource = {
  key: 'notice',
  label: '公告等待审核',
  permission: 'cms:content:audit',
  link: '/system/notice',
  items: async (db, currentUser) => pendingNotices(db, currentUser.accounts),
};

export const feedbackTodos: TodoSource = {
  key: 'feedback',
  label: '读者反馈等待处理',
  permission: 'system:feedback:edit',
  link: '/system/feedback',
  items: async (db) => openFeedback(db),
};

/** Real-name checks of other people in the data scope. */
export const realNameTodos: TodoSource = {
  key: 'realName',
  label: '实名认证等待核实',
  permission: CHECKS_NAMES,
  link: '/system/account?tab=realName',
  items: async (db, currentUser) => waitingChecks(db, currentUser, await seenChecks(db, currentUser)),
};
