import { ALL_VIEWS_MOST, LIST_VIEWS_MOST, type ListView, type ListViewState } from '../../contract/system/list-view.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { ListViewTable } from '../db/tables/own-list-tables.ts';
import { failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { Selectable } from 'kysely';
import { changeView, deleteView, insertView, setDefaultView, viewOf, viewsOf } from './list-view.queries.ts';

const wireView = ({ id, listKey, name, state, isDefault }: Selectable<ListViewTable>): ListView => ({
  viewId: id,
  list: listKey,
  name,
  state: JSON.parse(state) as ListViewState,
  isDefault: isDefault === '1',
});

const GONE = '视图不存在或已被删除，请刷新后重试';

export const myViews = async ({ db }: AppContext, { userId }: CurrentUser): Promise<ListView[]> => (await viewsOf(db, userId)).map(wireView);

interface NewView extends Pick<ListView, 'list' | 'name' | 'state' | 'isDefault'> {}

/** `lists` are the addresses of the lists that exist. */
export async function addView(context: AppContext, { userId }: CurrentUser, lists: ReadonlySet<string>, made: NewView): Promise<ListView> {
  if (!lists.has(made.list)) throw invalid('没有这个列表');
  return written(context, made.name, async (tx) => {
    const kept = await viewsOf(tx, userId);
    if (kept.length >= ALL_VIEWS_MOST) throw failed(`各列表的视图合计最多${ALL_VIEWS_MOST}个，请先删除不用的`);
    if (kept.filter((one) => one.listKey === made.list).length >= LIST_VIEWS_MOST)
      throw failed(`一个列表最多保存${LIST_VIEWS_MOST}个视图，请先删除不用的`);
    const { id } = await insertView(tx, { userId, listKey: made.list, name: made.name, state: JSON.stringify(made.state) });
    if (made.isDefault) await setDefaultView(tx, userId, made.list, id);
    return wireOf(tx, userId, id);
  });
}

type Change = { readonly [K in 'name' | 'state' | 'isDefault']?: ListView[K] | undefined };

export function editView(context: AppContext, { userId }: CurrentUser, viewId: number, { name, state, isDefault }: Change): Promise<ListView> {
  return written(context, name ?? '', async (tx) => {
    const before = await viewOf(tx, userId, viewId);
    if (!before) throw missing(GONE);
    if (name !== undefined || state !== undefined)
      await changeView(tx, viewId, { ...(name === undefined ? {} : { name }), ...(state === undefined ? {} : { state: JSON.stringify(state) }) });
    if (isDefault === true) await setDefaultView(tx, userId, before.listKey, viewId);
    if (isDefault === false && before.isDefault === '1') await setDefaultView(tx, userId, before.listKey, null);
    return wireOf(tx, userId, viewId);
  });
}

export async function removeView({ db }: AppContext, { userId }: CurrentUser, viewId: number): Promise<void> {
  if (!(await deleteView(db, userId, viewId))) throw missing(GONE);
}

async function wireOf(tx: Tx, userId: number, id: number): Promise<ListView> {
  const row = await viewOf(tx, userId, id);
  if (!row) throw missing(GONE);
  return wireView(row);
}

/** The name is unique for a person and a list. */
async function written<T>(context: AppContext, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await context.db.transaction().execute(work);
  } catch (error) {
    throw context.db.engine.isTwice(error) ? failed(`已有名为「${name}」的视图，请换一个名称，或覆盖原来的视图`) : error;
  }
}
