import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const COMPOSITION_MENU: AreaMenu = [
  menuPage(
    '排版',
    'edit',
    'press/composition/index',
    'press:composition',
    buttons('query export', { send: '发排', deliver: '出样', final: '定样', release: '付印' }),
  ),
  menuPage('书号池', 'number', 'publication/isbn/index', 'publish:isbn', buttons('query add edit export')),
];
