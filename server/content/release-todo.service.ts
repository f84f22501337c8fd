import type { TodoSource } from '../inbox/todo-source.service.ts';
import { pendingContent, type ReleasedTable } from './release-todo.queries.ts';

const source = (key: ReleasedTable, name: string, link: string): TodoSource => ({
  key,
  label: `${name}等待审核`,
  permission: 'cms:content:audit',
  link,
  items: async (db, currentUser) => pendingContent(db, key, `${name}审核`, currentUser.accounts),
});

/** Site pages, banners, slogans and news to approve. */
export const contentTodos: readonly TodoSource[] = [
  source('sitePage', '站点页面', '/cms/page'),
  source('banner', '轮播图', '/cms/banner'),
  source('slogan', '标语', '/cms/comment/slogan'),
  source('information', '资讯', '/cms/information'),
];
