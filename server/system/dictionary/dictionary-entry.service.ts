import type { AppContext } from '../../context.ts';
import { signedOut } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** Returns enabled entries by `dictSort`; `[]` for an unknown type. Without a session only public types. */
export async function entriesOf(context: AppContext, type: string, currentUser: CurrentUser | null, path: string) {
  if (!currentUser) {
    const open = await context.db.selectFrom('dictType').select('id').where('dictType', '=', type).where('isPublic', '=', '1').executeTakeFirst();
    if (!open) throw signedOut(path);
  }
  const rows = await context.db
    .selectFrom('dictData')
    .selectAll()
    .where('dictType', '=', type)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .orderBy('dictSort')
    .execute();
  return rows.map(({ id, dictSort, dictLabel, dictValue, dictType, cssClass, listClass, isDefault, status }) => ({
    dictCode: id,
    dictSort,
    dictLabel,
    dictValue,
    dictType,
    cssClass,
    listClass,
    isDefault,
    status,
  }));
}
