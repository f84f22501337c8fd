import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const SYSTEM_MENU: AreaMenu = [
  menuPage('用户管理', 'user', 'system/user/index', 'system:user', buttons('query add edit remove export import', { resetPwd: '重置密码' })),
  menuPage('角色管理', 'peoples', 'system/role/index', 'system:role', buttons()),
  menuPage('菜单管理', 'tree-table', 'system/menu/index', 'system:menu', buttons('query add edit remove')),
  menuPage('部门管理', 'tree', 'system/dept/index', 'system:dept', buttons('query add edit remove')),
  menuPage('岗位管理', 'post', 'system/post/index', 'system:post', buttons('query add edit remove export import')),
  menuPage('字典管理', 'dict', 'system/dict/index', 'system:dict', buttons()),
  menuPage('参数设置', 'edit', 'system/config/index', 'system:config', buttons()),
  menuPage('通知公告', 'message', 'system/notice/index', 'system:notice', buttons('query add edit remove', { 'cms:content:audit': '审核发布' })),
  menuPage('账号管理', 'account', 'system/account/index', 'system:account', buttons('query', { unlock: '解除锁定', realName: '实名核实' })),
  menuPage('用户模式', 'usermode', 'system/usermode/index', 'system:usermode', buttons()),
  menuPage('意见反馈', 'feedback', 'system/feedback/index', 'system:feedback', buttons('edit remove export')),
  menuPage('地区管理', 'area', 'system/area/index', 'system:area', buttons('query add edit remove export import')),
  menuPage('常见问题', 'question', 'system/problem/index', 'system:problem', buttons()),
  menuPage('内容回收站', 'delete', 'cms/recycle/index', 'recycle:content', { restore: '恢复', purge: '彻底删除' }),
  menuPage('稿件回收站', 'documentation', 'recycleBin/archive/index', 'recycle:archive', { restore: '恢复', purge: '彻底删除' }),
  menuPage('出版物回收站', 'book', 'recycleBin/publication/index', 'recycle:publication', { restore: '恢复', purge: '彻底删除' }),
  menuPage('用户回收站', 'user', 'recycleBin/user/index', 'recycle:user', { restore: '恢复', purge: '彻底删除' }),
];
