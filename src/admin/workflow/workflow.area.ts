import { page, type AdminArea } from '../ui/page-entry.ts';

const flowModel = page(async () => (await import('./flow-model.page.tsx')).FlowModelPage);
const processDetail = page(async () => (await import('./process-detail.page.tsx')).ProcessDetailPage);

export const workflowArea: AdminArea = {
  pages: {
    'flowable/definition/index': page(async () => (await import('./flow-definition.page.tsx')).FlowDefinitionPage),
    'flowable/instance/index': page(async () => (await import('./flow-instance.page.tsx')).FlowInstancePage),
    'flowable/task/form/index': page(async () => (await import('./flow-form.page.tsx')).FlowFormPage),
    'flowable/listener/index': page(async () => (await import('./flow-listener.page.tsx')).FlowListenerPage),
    'flowable/expression/index': page(async () => (await import('./flow-expression.page.tsx')).FlowExpressionPage),
    'flowable/task/myProcess/index': page(async () => (await import('./my-process.page.tsx')).MyProcessPage),
    'flowable/task/todo/index': page(async () => (await import('./task-todo.page.tsx')).TodoPage),
    'flowable/task/finished/index': page(async () => (await import('./task-finished.page.tsx')).FinishedPage),
  },
  subPages: [
    ...['/flowable/definition/model/index', '/flowable/definition/model'].map((path) => ({
      path,
      title: '流程设计',
      permission: 'flowable:definition:list',
      activeMenu: '/flowable/definition',
      Page: flowModel,
    })),
    {
      path: '/flowable/task/myProcess/send/index',
      title: '发起流程',
      permission: 'flowable:task:process',
      activeMenu: '/task/process',
      Page: page(async () => (await import('./start-process.page.tsx')).StartProcessPage),
    },
    {
      path: '/flowable/task/myProcess/detail/index',
      title: '流程详情',
      permission: 'flowable:task:process',
      activeMenu: '/task/process',
      Page: processDetail,
    },
    {
      path: '/flowable/task/finished/detail/index',
      title: '流程详情',
      permission: 'flowable:task:finished',
      activeMenu: '/task/finished',
      Page: processDetail,
    },
  ],
};
