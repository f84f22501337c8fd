/** A row of the desk's menu as it is written here; the buttons under a page carry its permissions. */
export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly component?: string;
  /** `area:entity`: the page asks for `:list`, its buttons for their own action. */
  readonly permission?: string;
  /** Action, or a whole permission of another entity, to what the button is called. */
  readonly buttons?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly hidden?: true;
  readonly below?: readonly MenuEntry[];
}

/** What a button is allowed by. */
export const permissionOf = (entry: MenuEntry, action: string): string => (action.includes(':') ? action : `${entry.permission}:${action}`);

const WORDS: Readonly<Record<string, string>> = { query: '查询', add: '新增', edit: '修改', remove: '删除', export: '导出', import: '导入' };

/** The five buttons of a resource, or those named. */
export const buttons = (actions = 'query add edit remove export', more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    actions
      .split(' ')
      .filter(Boolean)
      .map((action) => [action, WORDS[action] ?? action]),
  ),
  ...more,
});
