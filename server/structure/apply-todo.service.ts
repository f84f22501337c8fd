import type { TodoSource } from '../inbox/todo-source.service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import { pendingApplications, type Limit } from './apply-for-log.queries.ts';

const AUDIT = 'structure:applyForLog:audit';

/** Applications for a mode that this user may decide: of people in the data scope, and never the user's own. */
export const applyTodos: TodoSource = {
  key: 'apply',
  label: '身份申请等待审核',
  permission: AUDIT,
  link: '/structure/applyForLog',
  async items(db, currentUser) {
    const limit = within(await scopeOf(db, currentUser, AUDIT), { dept: 'user.deptId', user: 'user.id' }, currentUser);
    return pendingApplications(db, currentUser.accounts, limit as Limit);
  },
};
