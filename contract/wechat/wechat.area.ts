import { menuPage, type AreaMenu } from '../menu.ts';

/** The four pages share the permission `cms:wechat`; each button is on the page where it is used first. */
export const WECHAT_MENU: AreaMenu = [
  menuPage('公众号领域', 'list', 'cms/wechat/domain/index', 'cms:wechat', { add: '新增', edit: '修改', remove: '删除' }),
  menuPage('公众号', 'account', 'cms/wechat/account/index', 'cms:wechat', { import: '导入' }),
  menuPage('公众号文章', 'documentation', 'cms/wechat/article/index', 'cms:wechat'),
  menuPage('公众号榜单', 'chart', 'cms/wechat/rank/index', 'cms:wechat', { build: '生成与发布榜单' }),
];
