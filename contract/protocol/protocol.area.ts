import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const PROTOCOL_MENU: AreaMenu = [
  menuPage(
    '出版协议',
    'documentation',
    'press/protocol/index',
    'press:protocol',
    buttons('query add edit export', { audit: '审核', sign: '社方签署', terminate: '解除' }),
  ),
];
