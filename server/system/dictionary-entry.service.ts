import type { House } from '../context.ts';
import { signedOut } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';

/** Enabled entries by `dictSort`; `[]` for an unknown type. Without a session only types flagged public. */
export async function entriesOf(house: House, type: string, visitor: Visitor | null, path: string) {
  if (!visitor) {
    const open = await house.db.selectFrom('dictType').select('id').where('dictType', '=', type).where('isPublic', '=', '1').executeTakeFirst();
    if (!open) throw signedOut(path);
  }
  const rows = await house.db
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
