import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const CONTENT_MENU: AreaMenu = [
  menuPage('资讯管理', 'documentation', 'cms/information/index', 'cms:information', buttons()),
  menuPage('栏目区块', 'build', 'program/block/index', 'program:block', buttons('query add edit remove')),
];
