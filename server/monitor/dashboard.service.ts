import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { publicationCounts } from '../catalog/publication-count.service.ts';
import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import type { AppContext } from '../context.ts';
import { forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { countTodos } from '../inbox/todo.service.ts';
import { todayFor } from '../report/today-figure.service.ts';
import { byDay, readersSince, totals } from './dashboard.queries.ts';

const DAYS = 30;

/** Returns the back-office home page: first the tasks of this user, then counts and daily numbers of what they may see. */
export async function dashboardOf(context: AppContext, currentUser: CurrentUser) {
  if (!BACK_OFFICE_ROLES.some((role) => currentUser.roles.has(role))) throw forbidden();
  const now = Date.now();
  const today = Math.floor((now + SHANGHAI_MS) / DAY_MS);
  const since = (today - DAYS + 1) * DAY_MS - SHANGHAI_MS;
  const days = Array.from({ length: DAYS }, (_, index) => today - DAYS + 1 + index);
  const seesWorks = hasPermission(currentUser, 'publish:publication:list');
  const seesPeople = hasPermission(currentUser, 'system:user:list') || hasPermission(currentUser, 'structure:group:list');
  const { total, sources } = await countTodos(context, currentUser);
  const line = async (name: string, table: 'user' | 'download' | 'collect' | 'publication') => {
    const counted = await byDay(context.db, table, since);
    return { name, values: days.map((day) => counted.get(day) ?? 0) };
  };
  const counts: Readonly<Record<string, number>> = seesWorks ? await publicationCounts(context, true) : {};
  return {
    todos: sources,
    todoTotal: total,
    today: await todayFor(context.db, currentUser, now),
    numbers: [
      ...(seesWorks ? [{ key: 'works', label: '在售作品', ...(await totals(context.db, 'publication', since)) }] : []),
      ...(seesPeople ? [{ key: 'users', label: '注册用户', ...(await totals(context.db, 'user', since)) }] : []),
      ...(seesWorks ? [{ key: 'readers', label: '读过书的人', ...(await readersSince(context.db, since)) }] : []),
      ...(seesWorks ? [{ key: 'downloads', label: '存到本机', ...(await totals(context.db, 'download', since)) }] : []),
      ...(seesWorks ? [{ key: 'collects', label: '收藏', ...(await totals(context.db, 'collect', since)) }] : []),
    ],
    days: days.map((day) => new Date(day * DAY_MS).toISOString().slice(5, 10)),
    activity: [
      ...(seesPeople ? [await line('新用户', 'user')] : []),
      ...(seesWorks ? [await line('收藏', 'collect'), await line('存到本机', 'download'), await line('上架', 'publication')] : []),
    ],
    works: Object.entries(counts).map(([status, count]) => ({ status, count })),
  };
}
