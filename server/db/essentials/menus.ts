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
const buttons = (actions = 'query add edit remove export', more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    actions
      .split(' ')
      .filter(Boolean)
      .map((action) => [action, WORDS[action] ?? action]),
  ),
  ...more,
});

/** Every row of the menu, in its order. A page's `component` is the family's word for it where the family has one. */
export const MENUS: readonly MenuEntry[] = [
  {
    name: '系统管理',
    path: 'system',
    icon: 'system',
    below: [
      {
        name: '用户管理',
        path: 'user',
        icon: 'user',
        component: 'system/user/index',
        permission: 'system:user',
        buttons: buttons('query add edit remove export import', { resetPwd: '重置密码' }),
      },
      { name: '角色管理', path: 'role', icon: 'peoples', component: 'system/role/index', permission: 'system:role', buttons: buttons() },
      {
        name: '菜单管理',
        path: 'menu',
        icon: 'tree-table',
        component: 'system/menu/index',
        permission: 'system:menu',
        buttons: buttons('query add edit remove'),
      },
      {
        name: '部门管理',
        path: 'dept',
        icon: 'tree',
        component: 'system/dept/index',
        permission: 'system:dept',
        buttons: buttons('query add edit remove'),
      },
      {
        name: '岗位管理',
        path: 'post',
        icon: 'post',
        component: 'system/post/index',
        permission: 'system:post',
        buttons: buttons('query add edit remove export import'),
      },
      { name: '字典管理', path: 'dict', icon: 'dict', component: 'system/dict/index', permission: 'system:dict', buttons: buttons() },
      { name: '参数设置', path: 'config', icon: 'edit', component: 'system/config/index', permission: 'system:config', buttons: buttons() },
      {
        name: '通知公告',
        path: 'notice',
        icon: 'message',
        component: 'system/notice/index',
        permission: 'system:notice',
        buttons: buttons('query add edit remove', { 'cms:content:audit': '审核发布' }),
      },
      {
        name: '账号管理',
        path: 'account',
        icon: 'account',
        component: 'system/account/index',
        permission: 'system:account',
        buttons: buttons('query', { unlock: '解除锁定' }),
      },
      { name: '用户模式', path: 'usermode', icon: 'usermode', component: 'system/usermode/index', permission: 'system:usermode', buttons: buttons() },
      {
        name: '意见反馈',
        path: 'feedback',
        icon: 'feedback',
        component: 'system/feedback/index',
        permission: 'system:feedback',
        buttons: buttons('edit remove export'),
      },
      {
        name: '地区管理',
        path: 'area',
        icon: 'area',
        component: 'system/area/index',
        permission: 'system:area',
        buttons: buttons('query add edit remove export import'),
      },
      { name: '常见问题', path: 'problem', icon: 'question', component: 'system/problem/index', permission: 'system:problem', buttons: buttons() },
    ],
  },
  {
    name: '机构管理',
    path: 'structure',
    icon: 'tree',
    below: [
      {
        name: '院校',
        path: 'college',
        icon: 'education',
        component: 'structure/college/index',
        permission: 'structure:college',
        buttons: buttons('query add edit remove export import'),
      },
      { name: '出版社', path: 'press', icon: 'company', component: 'structure/press/index', permission: 'structure:press', buttons: buttons() },
      {
        name: '教授',
        path: 'professor',
        icon: 'peoples',
        component: 'structure/professor/index',
        permission: 'structure:professor',
        buttons: buttons(),
      },
      { name: '学者', path: 'scholar', icon: 'user', component: 'structure/scholar/index', permission: 'structure:scholar', buttons: buttons() },
      {
        name: '主编组',
        path: 'chiefeditor',
        icon: 'peoples',
        component: 'structure/chiefeditor/index',
        permission: 'structure:group',
        buttons: { add: '加入', remove: '移出' },
      },
      { name: '审读编辑组', path: 'editreview', icon: 'peoples', component: 'structure/editreview/index', permission: 'structure:group' },
      { name: '作者组', path: 'author', icon: 'edit', component: 'structure/author/index', permission: 'structure:group' },
      { name: '普通用户', path: 'regular', icon: 'user', component: 'structure/regular/index', permission: 'structure:group' },
      {
        name: '申请记录',
        path: 'applyForLog',
        icon: 'form',
        component: 'structure/applyForLog/index',
        permission: 'structure:applyForLog',
        buttons: { audit: '审核' },
      },
    ],
  },
  {
    name: '出版物',
    path: 'publication',
    icon: 'book',
    below: [
      {
        name: '出版物列表',
        path: 'publicationList',
        icon: 'list',
        component: 'publication/publicationList',
        permission: 'publish:publication',
        buttons: buttons('query add edit remove', { publish: '上架审核', delist: '下架' }),
      },
    ],
  },
  {
    name: '内容管理',
    path: 'cms',
    icon: 'documentation',
    below: [
      {
        name: '内容回收站',
        path: 'recycle',
        icon: 'delete',
        component: 'cms/recycle/index',
        permission: 'recycle:content',
        buttons: { restore: '恢复', purge: '彻底删除' },
      },
    ],
  },
  {
    name: '栏目配置',
    path: 'program',
    icon: 'component',
    below: [
      { name: '栏目字段', path: 'field', icon: 'form', component: 'program/field/index', permission: 'program:field', buttons: buttons() },
      {
        name: '栏目区块',
        path: 'block',
        icon: 'build',
        component: 'program/block/index',
        permission: 'program:block',
        buttons: buttons('query add edit remove'),
      },
    ],
  },
  {
    name: '回收站',
    path: 'recycleBin',
    icon: 'delete',
    below: [
      {
        name: '出版物回收站',
        path: 'publication',
        icon: 'book',
        component: 'recycleBin/publication/index',
        permission: 'recycle:publication',
        buttons: { restore: '恢复', purge: '彻底删除' },
      },
      {
        name: '用户回收站',
        path: 'user',
        icon: 'user',
        component: 'recycleBin/user/index',
        permission: 'recycle:user',
        buttons: { restore: '恢复', purge: '彻底删除' },
      },
    ],
  },
];

/**
 * Which roles hold which permissions from the start, by the matrix of roles and areas; `*` is any entity or
 * any action. The super administrator needs none.
 */
export const GRANTS: Readonly<Record<string, readonly string[]>> = {
  system_admin: ['system:*:*', 'monitor:*:*', 'tool:*:*', 'structure:*:*', 'recycle:*:*', 'program:*:list', 'program:*:query'],
  works_admin: [
    'publish:publication:*',
    'structure:*:list',
    'structure:*:query',
    'structure:applyForLog:audit',
    'program:*:*',
    'system:notice:list',
    'system:notice:query',
    'cms:content:audit',
    'recycle:publication:*',
    'recycle:content:list',
  ],
  archivist: ['publish:publication:*', 'recycle:*:*'],
  ops_admin: [
    'publish:publication:list',
    'publish:publication:query',
    'publish:publication:delist',
    'structure:*:list',
    'structure:*:query',
    'program:*:*',
    'system:notice:*',
    'cms:content:audit',
    'system:problem:*',
    'system:feedback:*',
    'system:area:*',
    'recycle:content:*',
  ],
  tally_admin: ['publish:publication:list', 'publish:publication:query'],
  press_manager: ['structure:*:*'],
  chief_editor: ['structure:*:list', 'structure:*:query'],
  section_editor: ['structure:*:list', 'structure:*:query'],
};
