import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const WORKFLOW_MENU: AreaMenu = [
  menuPage('流程监听', 'log', 'flowable/listener/index', 'system:listener', buttons()),
  menuPage('流程表达式', 'code', 'flowable/expression/index', 'system:expression', buttons()),
];
