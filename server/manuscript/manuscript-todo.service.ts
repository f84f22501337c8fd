import type { TodoSource } from '../inbox/todo-source.service.ts';
import { manuscriptsWaiting } from './manuscript-todo.queries.ts';
import { askerOf, waitingFor } from './manuscript.policy.ts';

/** Manuscripts that wait for this member of the staff, apart from the stages that list their own tasks. */
export const manuscriptTodos: readonly TodoSource[] = [
  {
    key: 'manuscript',
    label: '稿件等我处理',
    permission: 'press:board:list',
    link: '/press/board',
    itemLink: '/cms/archive/detail/{id}',
    items: async (db, currentUser) => manuscriptsWaiting(db, waitingFor(askerOf(currentUser))),
  },
];
