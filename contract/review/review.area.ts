import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const REVIEW_MENU: AreaMenu = [
  menuPage('初审', 'audit', 'press/audit/one/index', 'press:audit', buttons('', { one: '初审', assign: '指派审稿人', start: '送初审' })),
  menuPage('复审', 'audit', 'press/audit/two/index', 'press:audit', buttons('', { two: '复审' })),
  menuPage('终审', 'audit', 'press/audit/last/index', 'press:audit', buttons('', { last: '终审' })),
];
