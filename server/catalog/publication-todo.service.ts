import type { TodoSource } from '../inbox/todo-source.service.ts';
import { draftWorks, foreignEditions, foreignPrices, rejectedWorks, worksToCheck } from './publication-todo.queries.ts';

const link = '/publication/publicationList';
const PUBLISH = 'publish:publication:publish';

/** What publications wait for. */
export const publicationTodos: readonly TodoSource[] = [
  {
    key: 'checking',
    label: '出版物等待上架审核',
    permission: PUBLISH,
    link,
    items: async (db, currentUser) => worksToCheck(db, currentUser.accounts),
  },
  { key: 'price', label: '新价格等待确认', permission: PUBLISH, link, items: async (db, currentUser) => foreignPrices(db, currentUser.accounts) },
  { key: 'edition', label: '新文件等待确认', permission: PUBLISH, link, items: async (db, currentUser) => foreignEditions(db, currentUser.accounts) },
  {
    key: 'rejected',
    label: '我的出版物被驳回',
    permission: 'publish:publication:edit',
    link,
    items: async (db, currentUser) => rejectedWorks(db, currentUser.userName),
  },
  { key: 'draft', label: '出版物待完善', permission: 'publish:publication:add', link, items: async (db) => draftWorks(db) },
];
