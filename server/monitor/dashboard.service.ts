import { publicationCounts } from '../catalog/publication-count.service.ts';
import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import type { Todo } from '../../contract/monitor/dashboard.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { waitingTasks } from '../workflow/flow-list.service.ts';
import { byDay, foreignProposals, myRejected, readersSince, totals, waiting, waitingApplications, type Limit } from './dashboard.queries.ts';

const DAY = 86_400_000;
const OFFSET = 8 * 3_600_000;
const DAYS = 30;

interface Waits {
  readonly key: string;
  readonly label: string;
  readonly permission: string;
  readonly link: string;
  readonly count: (context: AppContext, currentUser: CurrentUser) => Promise<{ count: number; oldest: number | null }>;
}

/** Tasks that may wait for a user, with the permission they require. */
const WAITS: readonly Waits[] = [
  { key: 'flow', label: '流程任务等待办理', permission: 'flowable:task:todo', link: '/task/todo', count: waitingTasks },
  {
    key: 'checking',
    label: '出版物等待上架审核',
    permission: 'publish:publication:publish',
    link: '/publication/publicationList',
    count: (context) => waiting(context.db, 'publication', ['checking']),
  },
  {
    key: 'price',
    label: '新价格等待确认',
    permission: 'publish:publication:publish',
    link: '/publication/publicationList',
    count: (context, currentUser) => foreignProposals(context.db, currentUser.userId),
  },
  {
    key: 'rejected',
    label: '我的出版物被驳回',
    permission: 'publish:publication:edit',
    link: '/publication/publicationList',
    count: (context, currentUser) => myRejected(context.db, currentUser.userName),
  },
  {
    key: 'draft',
    label: '出版物待完善',
    permission: 'publish:publication:add',
    link: '/publication/publicationList',
    count: (context) => waiting(context.db, 'publication', ['draft']),
  },
  {
    key: 'apply',
    label: '身份申请等待审核',
    permission: 'structure:applyForLog:audit',
    link: '/structure/applyForLog',
    count: async (context, currentUser) => {
      const scope = await scopeOf(context.db, currentUser, 'structure:applyForLog:audit');
      return waitingApplications(context.db, within(scope, { person: 'userId' }, currentUser) as Limit);
    },
  },
  {
    key: 'feedback',
    label: '读者反馈等待处理',
    permission: 'system:feedback:edit',
    link: '/system/feedback',
    count: (context) => waiting(context.db, 'feedback', ['new', 'handling']),
  },
  {
    key: 'notice',
    label: '公告等待审核',
    permission: 'cms:content:audit',
    link: '/system/notice',
    count: (context) => waiting(context.db, 'notice', ['pending']),
  },
  ...(
    [
      ['sitePage', '站点页面等待审核', '/cms/page'],
      ['banner', '轮播图等待审核', '/cms/banner'],
      ['slogan', '标语等待审核', '/cms/comment/slogan'],
    ] as const
  ).map(([key, label, link]) => ({
    key,
    label,
    permission: 'cms:content:audit',
    link,
    count: (context: AppContext) => waiting(context.db, key, ['pending']),
  })),
];

/** Returns the back-office home page: first the tasks of this user, then counts and daily numbers of what they may see. */
export async function dashboardOf(context: AppContext, currentUser: CurrentUser) {
  if (!BACK_OFFICE_ROLES.some((role) => currentUser.roles.has(role))) throw forbidden();
  const now = Date.now();
  const today = Math.floor((now + OFFSET) / DAY);
  const since = (today - DAYS + 1) * DAY - OFFSET;
  const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + 1 + index);
  const seesWorks = hasPermission(currentUser, 'publish:publication:list');
  const seesPeople = hasPermission(currentUser, 'system:user:list') || hasPermission(currentUser, 'structure:group:list');
  const todos: Todo[] = [];
  for (const { key, label, permission, link, count } of WAITS) {
    if (!hasPermission(currentUser, permission)) continue;
    const { count: waits, oldest } = await count(context, currentUser);
    if (waits > 0) todos.push({ key, label, count: waits, oldestDays: oldest === null ? 0 : Math.floor((now - oldest) / DAY), link });
  }
  const line = async (name: string, table: 'user' | 'download' | 'collect' | 'publication') => {
    const counted = await byDay(context.db, table, since);
    return { name, values: days.map((day) => counted.get(day) ?? 0) };
  };
  const counts: Readonly<Record<string, number>> = seesWorks ? await publicationCounts(context, true) : {};
  return {
    todos: todos.toSorted((a, b) => b.oldestDays - a.oldestDays),
    numbers: [
      ...(seesWorks ? [{ key: 'works', label: '在售作品', ...(await totals(context.db, 'publication', since)) }] : []),
      ...(seesPeople ? [{ key: 'users', label: '注册用户', ...(await totals(context.db, 'user', since)) }] : []),
      ...(seesWorks ? [{ key: 'readers', label: '读过书的人', ...(await readersSince(context.db, since)) }] : []),
      ...(seesWorks ? [{ key: 'downloads', label: '存到本机', ...(await totals(context.db, 'download', since)) }] : []),
      ...(seesWorks ? [{ key: 'collects', label: '收藏', ...(await totals(context.db, 'collect', since)) }] : []),
    ],
    days: days.map((day) => new Date(day * DAY).toISOString().slice(5, 10)),
    activity: [
      ...(seesPeople ? [await line('新用户', 'user')] : []),
      ...(seesWorks ? [await line('收藏', 'collect'), await line('存到本机', 'download'), await line('上架', 'publication')] : []),
    ],
    works: Object.entries(counts).map(([status, count]) => ({ status, count })),
  };
}
