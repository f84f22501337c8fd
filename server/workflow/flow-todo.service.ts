import type { TodoSource } from '../inbox/todo-source.service.ts';
import { todoItems } from './flow-instance.queries.ts';

/** Tasks of flows; the only source whose items are done in the to-do itself. */
export const flowTodos: TodoSource = {
  key: 'flow',
  label: '流程任务等待办理',
  permission: 'flowable:task:todo',
  link: '/task/todo',
  itemLink: '/task/todo?open=flow:{id}',
  items: async (db, currentUser) => todoItems(db, currentUser.userId),
};
