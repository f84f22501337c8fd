import type { TodoSource } from '../inbox/todo-source.service.ts';
import { openFeedback } from './feedback.queries.ts';
import { pendingNotices } from './notice.queries.ts';

/** Notices to approve; nobody approves their own. */
export const noticeTodos: TodoSource = {
  key: 'notice',
  label: '公告等待审核',
  permission: 'cms:content:audit',
  link: '/system/notice',
  items: async (db, currentUser) => pendingNotices(db, currentUser.userId),
};

export const feedbackTodos: TodoSource = {
  key: 'feedback',
  label: '读者反馈等待处理',
  permission: 'system:feedback:edit',
  link: '/system/feedback',
  items: async (db) => openFeedback(db),
};
