import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const TEXTBOOK_MENU: AreaMenu = [
  menuPage(
    '数字教材',
    'education',
    'publication/textbook/index',
    'textbook:textbook',
    buttons('query edit', { 'teaching:course:teach': '开课与教学' }),
  ),
  menuPage(
    '教材题库',
    'question',
    'publication/question/index',
    'textbook:exercise',
    buttons('query add edit remove import export', { submit: '提交练习' }),
  ),
  menuPage(
    '激活码',
    'number',
    'publication/accessCode/index',
    'textbook:code',
    buttons('add', { issue: '发行与关闭', print: '生成印制文件', freeze: '冻结与解冻', void: '作废单个' }),
  ),
];
