/** A row of the back-office menu: a directory, or a page whose buttons carry its permissions. */
export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  /** The name of the page; compatible clients use the same name if they have the page. */
  readonly component?: string;
  /** `area:entity`: the page requires `:list`, its buttons require their own action. */
  readonly permission?: string;
  /** Maps an action, or a complete permission of another entity, to the button label. */
  readonly buttons?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly hidden?: true;
  readonly below?: readonly MenuEntry[];
}

/** A page in the menu, and the path of its directory (`system/log`). */
export interface MenuPage extends MenuEntry {
  readonly directory: string;
}

/** The pages that an area adds to the menu. */
export type AreaMenu = readonly MenuPage[];

/** Returns the permission that a button requires. */
export const permissionOf = (entry: MenuEntry, action: string): string => (action.includes(':') ? action : `${entry.permission}:${action}`);

const WORDS: Readonly<Record<string, string>> = { query: '查询', add: '新增', edit: '修改', remove: '删除', export: '导出', import: '导入' };

/** Returns the five buttons of a resource, or the given ones. */
export const buttons = (actions = 'query add edit remove export', more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    actions
      .split(' ')
      .filter(Boolean)
      .map((action) => [action, WORDS[action] ?? action]),
  ),
  ...more,
});

/** Returns the menu row of a page: `structure/college/index` has the path `college` in the directory `structure`. */
export function menuPage(name: string, icon: string, component: string, permission: string, labels?: Readonly<Record<string, string>>): MenuPage {
  const words = component.replace(/\/index$/, '').split('/');
  return {
    name,
    path: words.at(-1) ?? '',
    directory: words.slice(0, -1).join('/'),
    icon,
    component,
    permission,
    ...(labels ? { buttons: labels } : {}),
  };
}
