import { menuPage, type AreaMenu } from '../menu.ts';

export const REPORT_MENU: AreaMenu = [menuPage('统计报表', 'chart', 'report/index', 'report:report', { export: '导出' })];
