import type { Tx } from '../../db/database.ts';
import { permissionOf, type MenuEntry } from '../../../contract/menu.ts';
import { MENUS } from '../../../contract/menus.ts';
import { GRANTS } from './grants.ts';
import { isSensitive } from './sensitive-permissions.ts';

export interface Stamps {
  readonly createBy: string;
  readonly createTime: number;
  readonly updateTime: number;
}

/** Returns true when the grants include a permission; `*` matches any part, but not a sensitive action. */
export function granted(grants: readonly string[], permission: string): boolean {
  const parts = permission.split(':');
  const last = isSensitive(permission) ? parts.length - 1 : parts.length;
  return grants.some((grant) => grant.split(':').every((word, index) => (word === '*' && index !== last) || word === parts[index]));
}

const permissionsOf = (entry: MenuEntry): string[] => [
  ...(entry.permission ? [`${entry.permission}:list`, ...Object.keys(entry.buttons ?? {}).map((action) => permissionOf(entry, action))] : []),
  ...(entry.below ?? []).flatMap(permissionsOf),
];

/** Inserts new menu rows, each with the roles that have its permission by default. */
export async function seedMenus(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  const roles = await tx.selectFrom('role').select(['id', 'roleKey']).execute();
  const known = await tx.selectFrom('menu').select(['id', 'parentId', 'path', 'perms', 'menuType']).execute();

  async function grant(menuId: number, permissions: readonly string[]): Promise<void> {
    const rows = roles
      .filter(({ roleKey }) => permissions.some((permission) => granted(GRANTS[roleKey] ?? [], permission)))
      .map(({ id: roleId }) => ({ roleId, menuId }));
    if (rows.length > 0)
      await tx
        .insertInto('roleMenu')
        .values(rows)
        .onConflict((oc) => oc.doNothing())
        .execute();
  }

  async function put(entry: MenuEntry, parentId: number, orderNum: number, above: string): Promise<void> {
    const key = `${above}/${entry.path}`;
    const found = known.find((row) => row.parentId === parentId && row.path === entry.path && row.menuType !== 'F');
    let id = found?.id;
    if (isNew(`menu ${key}`)) {
      id ??= (
        await tx
          .insertInto('menu')
          .values({
            menuName: entry.name,
            parentId,
            orderNum,
            menuType: entry.component ? 'C' : 'M',
            path: entry.path,
            component: entry.component ?? '',
            perms: entry.permission ? `${entry.permission}:list` : '',
            icon: entry.icon,
            query: entry.query ?? '',
            visible: entry.hidden ? '1' : '0',
            ...base,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
      await grant(id, entry.permission ? [`${entry.permission}:list`] : permissionsOf(entry));
    }
    if (id === undefined) return;
    for (const [order, [action, name]] of Object.entries(entry.buttons ?? {}).entries()) {
      const perms = permissionOf(entry, action);
      if (!isNew(`menu ${key} ${action}`) || known.some((row) => row.perms === perms)) continue;
      const button = await tx
        .insertInto('menu')
        .values({ menuName: name, parentId: id, orderNum: order + 1, menuType: 'F', perms, ...base })
        .returning('id')
        .executeTakeFirstOrThrow();
      await grant(button.id, [perms]);
    }
    // A directory with a new page is granted to the roles that have the page.
    if (entry.below && found) await grant(id, permissionsOf(entry));
    for (const [order, child] of (entry.below ?? []).entries()) await put(child, id, order + 1, key);
  }

  for (const [index, entry] of MENUS.entries()) await put(entry, 0, index + 1, '');
}
