import { buttons, menuPage, type AreaMenu } from '../menu.ts';

/** Component names are those of compatible clients, so that their own pages open from this menu. */
export const WORKFLOW_MENU: AreaMenu = [
  menuPage('流程定义', 'tree-table', 'flowable/definition/index', 'flowable:definition', buttons('add edit remove')),
  { ...menuPage('流程实例', 'cascader', 'flowable/instance/index', 'flowable:instance', { edit: '交接、跳转和结束' }), directory: 'flowable' },
  { ...menuPage('流程表单', 'form', 'flowable/task/form/index', 'flowable:form', buttons()), directory: 'flowable' },
  menuPage('流程监听', 'log', 'flowable/listener/index', 'system:listener', buttons()),
  menuPage('流程表达式', 'code', 'flowable/expression/index', 'system:expression', buttons()),
  {
    ...menuPage('我的流程', 'guide', 'flowable/task/myProcess/index', 'flowable:task', { 'flowable:task:process': '发起和查看流程' }),
    directory: 'task',
    path: 'process',
  },
  {
    ...menuPage('待办任务', 'cascader', 'flowable/task/todo/index', 'flowable:task', { 'flowable:task:todo': '办理任务' }),
    directory: 'task',
    path: 'todo',
  },
  {
    ...menuPage('已办任务', 'time-range', 'flowable/task/finished/index', 'flowable:task', { 'flowable:task:finished': '查看已办任务' }),
    directory: 'task',
    path: 'finished',
  },
];
