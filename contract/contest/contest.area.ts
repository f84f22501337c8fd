import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const CONTEST_MENU: AreaMenu = [
  menuPage(
    '大赛管理',
    'trophy',
    'cms/contest/index',
    'contest:contest',
    buttons('query add edit remove export', {
      publish: '发布',
      announce: '公示与结束',
      cancel: '取消',
      'contest:round:allocate': '检查回避与分配',
      'contest:round:close': '结束与重评',
      'contest:round:confirm': '合议与确认晋级',
      'contest:submit:list': '参赛作品列表',
      'contest:submit:query': '查询参赛作品',
      'contest:submit:audit': '形式审查',
      'contest:submit:disqualify': '取消资格',
      'contest:submit:export': '导出作品与评分',
      'contest:judge:list': '评委列表',
      'contest:judge:query': '查询评委',
      'contest:judge:add': '添加评委',
      'contest:judge:edit': '修改评委',
      'contest:judge:remove': '移除评委',
    }),
  ),
];
