import { DAY_MS } from '../../contract/clock.ts';
import { NEAR_DAYS, TODO_VIEWS_MAX, type TodoCount, type TodoFilter, type TodoView } from '../../contract/inbox/todo.ts';
import type { AppContext } from '../context.ts';
import { endOfDay, wireDate, wireTime } from '../db/clock.ts';
import { workAnswer } from '../db/shared-answer.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { addressOf, sourcesFor, type TodoSource } from './todo-source.service.ts';
import { deleteView, itemCounts, itemPage, mark, putView, removeMarks, viewsOf, waits, type Limits, type Part } from './todo.queries.ts';

const FORGET_MS = 90 * DAY_MS;

const partsOf = ({ db }: AppContext, currentUser: CurrentUser, sources: readonly TodoSource[]): Promise<Part[]> =>
  Promise.all(sources.map(async ({ key, items }) => ({ key, items: await items(db, currentUser) })));

function limitsOf({ text, due, followUp, waitedDays }: TodoFilter, now: number): Limits {
  const tomorrow = endOfDay(wireDate(now)) + 1;
  return {
    text,
    ...(due === 'late' ? { dueBefore: now } : due === 'near' ? { dueFrom: now, dueBefore: now + NEAR_DAYS * DAY_MS } : { due }),
    ...(followUp === 'due' ? { followUpBefore: tomorrow } : followUp === 'later' ? { followUpFrom: tomorrow } : { followUp }),
    ...(waitedDays === undefined ? {} : { sinceBefore: now - waitedDays * DAY_MS }),
  };
}

/** One page of what waits for a user. An asked source without the permission is left out. */
export const listTodos = (context: AppContext, currentUser: CurrentUser, asked: TodoFilter & { pageNum: number; pageSize: number }) =>
  workAnswer(context.db, `todos ${currentUser.userId} ${JSON.stringify(asked)}`, () => currentTodos(context, currentUser, asked));

async function currentTodos(context: AppContext, currentUser: CurrentUser, asked: TodoFilter & { pageNum: number; pageSize: number }) {
  const { source = [], order = 'longest', pageNum, pageSize } = asked;
  const sources = sourcesFor(currentUser).filter(({ key }) => source.length === 0 || source.includes(key));
  const parts = await partsOf(context, currentUser, sources);
  const { rows, total } = await itemPage(context.db, currentUser.userId, parts, limitsOf(asked, Date.now()), { pageNum, pageSize, order });
  const known = new Map(sources.map((one) => [one.key, one]));
  return {
    rows: rows.map(({ since, due, followUp, page, ...row }) => {
      const itemId = Number(row.itemId);
      const from = known.get(row.source);
      return {
        ...row,
        itemId,
        since: wireTime(Number(since)),
        due: wireTime(due === null ? null : Number(due)),
        followUp: wireTime(followUp === null ? null : Number(followUp)),
        link: from ? addressOf(from, { itemId, page }) : '',
      };
    }),
    total,
  };
}

/** The sources in which something waits for a user, the longest waiting first. */
export const countTodos = (context: AppContext, currentUser: CurrentUser): Promise<{ total: number; sources: TodoCount[] }> =>
  workAnswer(context.db, `todo counts ${currentUser.userId}`, () => currentCounts(context, currentUser));

async function currentCounts(context: AppContext, currentUser: CurrentUser): Promise<{ total: number; sources: TodoCount[] }> {
  const now = Date.now();
  const sources = sourcesFor(currentUser);
  const known = new Map(sources.map((source) => [source.key, source]));
  const counts = await itemCounts(context.db, currentUser.userId, await partsOf(context, currentUser, sources));
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    sources: counts
      .toSorted((one, other) => one.oldest - other.oldest)
      .map(({ source, count, oldest }) => {
        const { label = '', link = '' } = known.get(source) ?? {};
        return { key: source, label, count, oldestDays: Math.max(0, Math.floor((now - oldest) / DAY_MS)), link };
      }),
  };
}

/** The user's own reminder date for an item that waits for them; null removes it. */
export async function setFollowUp(context: AppContext, currentUser: CurrentUser, key: string, itemId: number, at: number | null): Promise<void> {
  const source = sourcesFor(currentUser).find((one) => one.key === key);
  const [part] = source ? await partsOf(context, currentUser, [source]) : [];
  if (!part || !(await waits(context.db, currentUser.userId, part, itemId))) throw missing('这件事已办完或不在您的待办里，请刷新后重试');
  const now = Date.now();
  if (at !== null && at <= now) throw new AppError(22008, '跟进日期不能早于现在，请重新选择');
  await mark(context.db, { userId: currentUser.userId, source: key, itemId }, at);
  await removeMarks(context.db, currentUser.userId, now - FORGET_MS);
}

const wireView = ({ id, name, filter }: { id: number; name: string; filter: string }): TodoView => ({
  viewId: id,
  name,
  filter: JSON.parse(filter) as TodoView['filter'],
});

export const listViews = async (context: AppContext, currentUser: CurrentUser): Promise<TodoView[]> =>
  (await viewsOf(context.db, currentUser.userId)).map(wireView);

/** Keeps a filter under a name, in place of an earlier one with this name. */
export const saveView = (context: AppContext, currentUser: CurrentUser, { name, filter }: Pick<TodoView, 'name' | 'filter'>): Promise<TodoView> =>
  context.db.transaction().execute(async (tx) => {
    const kept = await viewsOf(tx, currentUser.userId);
    if (kept.length >= TODO_VIEWS_MAX && !kept.some((one) => one.name === name)) throw failed(`最多保存${TODO_VIEWS_MAX}个视图，请先删除不用的`);
    return wireView(await putView(tx, currentUser.userId, name, JSON.stringify(filter)));
  });

export async function removeView(context: AppContext, currentUser: CurrentUser, viewId: number): Promise<void> {
  if (!(await deleteView(context.db, currentUser.userId, viewId))) throw missing('视图不存在或已被删除，请刷新后重试');
}
