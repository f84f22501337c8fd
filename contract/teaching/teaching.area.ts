import { menuPage, type AreaMenu } from '../menu.ts';

export const TEACHING_MENU: AreaMenu = [
  menuPage('课程班级', 'peoples', 'publication/courseClass/index', 'textbook:class', { query: '查询', export: '导出' }),
];
