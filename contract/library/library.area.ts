import { buttons, menuPage, type AreaMenu } from '../menu.ts';

const EXPORT = buttons('export');

export const LIBRARY_MENU: AreaMenu = [
  menuPage('浏览记录', 'read', 'cms/info/browse/index', 'info:browse', EXPORT),
  menuPage('收藏记录', 'star', 'cms/info/collect/index', 'info:collect', EXPORT),
  menuPage('下载记录', 'archive', 'cms/info/download/index', 'info:download', EXPORT),
  menuPage('评分记录', 'chart', 'cms/info/score/index', 'info:score', buttons('remove export')),
];
