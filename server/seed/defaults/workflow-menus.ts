import { buttons, type MenuEntry } from './menu-entry.ts';

const NAMES = 'query add edit remove export';

export const WORKFLOW_MENU: MenuEntry = {
  name: '流程管理',
  path: 'flowable',
  icon: 'workflow',
  buttons: {
    'system:deployment:list': '流程部署列表',
    'system:deployment:query': '查询流程部署',
    'system:deployment:add': '新增流程部署',
    'system:deployment:edit': '修改流程部署',
    'system:deployment:remove': '删除流程部署',
    'system:deployment:export': '导出流程部署',
  },
  below: [
    {
      name: '流程监听',
      path: 'listener',
      icon: 'log',
      component: 'flowable/listener/index',
      permission: 'system:listener',
      buttons: buttons(NAMES),
    },
    {
      name: '流程表达式',
      path: 'expression',
      icon: 'code',
      component: 'flowable/expression/index',
      permission: 'system:expression',
      buttons: buttons(NAMES),
    },
  ],
};
