import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const CONTENT_MENU: AreaMenu = [
  menuPage('站点页面', 'documentation', 'cms/page/index', 'cms:page', buttons('query edit')),
  menuPage('轮播图', 'component', 'cms/banner/index', 'cms:banner', buttons('query add edit remove export')),
  menuPage('标语', 'message', 'cms/comment/slogan/index', 'cms:slogan', buttons('query add edit remove export')),
  menuPage('资讯管理', 'documentation', 'cms/information/index', 'cms:information', buttons()),
  menuPage('栏目区块', 'build', 'program/block/index', 'program:block', buttons('query add edit remove')),
];
