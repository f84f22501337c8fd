import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const PROOF_MENU: AreaMenu = [
  menuPage('一校', 'read', 'press/proofread/one/index', 'press:proof', buttons('', { assign: '指派', submit: '校对', check: '核红' })),
  menuPage('二校', 'read', 'press/proofread/two/index', 'press:proof'),
  menuPage('三校与通读', 'read', 'press/proofread/three/index', 'press:proof'),
  menuPage('差错计分', 'number', 'press/proofread/rules/index', 'press:errorRule', buttons('query edit export')),
];
