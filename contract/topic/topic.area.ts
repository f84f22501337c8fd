import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const TOPIC_MENU: AreaMenu = [
  menuPage(
    '选题申报',
    'form',
    'press/declarationForm/index',
    'press:topic',
    buttons('query add edit remove export', { submit: '提交申报', section: '室内论证', record: '备案登记' }),
  ),
  menuPage(
    '选题论证会',
    'peoples',
    'press/topicsSession/archiveTopics/index',
    'press:session',
    buttons('query add edit remove export', { notify: '发通知', vote: '表决' }),
  ),
  menuPage('会议纪要', 'documentation', 'press/topicsSession/minutes/index', 'press:minutes', buttons('query add edit export', { sign: '签发' })),
];
