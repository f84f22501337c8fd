import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const MANUSCRIPT_MENU: AreaMenu = [
  menuPage('编辑流程看板', 'dashboard', 'press/board/index', 'press:board'),
  menuPage(
    '责任编辑',
    'edit',
    'press/editor/index',
    'press:editor',
    buttons('', { assign: '派责编', finish: '编辑加工', 'press:audit:start': '送初审' }),
  ),
  menuPage('搁置稿件', 'lock', 'press/hold/index', 'press:hold', buttons('', { add: '搁置', resume: '恢复' })),
  menuPage('出版岗位人员', 'peoples', 'press/user/index', 'press:user', buttons()),
  menuPage('休假代理', 'date', 'press/absence/index', 'press:absence', buttons('query add edit remove')),
  menuPage(
    '稿件管理',
    'documentation',
    'cms/archive/list/index',
    'cms:archive',
    buttons('query add edit remove export', {
      archive: '归档',
      resolveMark: '接受或拒绝修订',
      'press:audit:reject': '退稿',
      'press:audit:undoReject': '撤销退稿',
    }),
  ),
  menuPage('稿件分类', 'tree', 'cms/archive/type/index', 'cms:archiveType', buttons('query add edit remove')),
];
