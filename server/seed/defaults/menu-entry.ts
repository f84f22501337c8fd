/** A row of the back-office menu in seed form; the buttons under a page carry its permissions. */
export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly component?: string;
  /** `area:entity`: the page requires `:list`, its buttons require their own action. */
  readonly permission?: string;
  /** Maps an action, or a complete permission of another entity, to the button label. */
  readonly buttons?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly hidden?: true;
  readonly below?: readonly MenuEntry[];
}

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
