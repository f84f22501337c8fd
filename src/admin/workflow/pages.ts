import { page, type PageEntry } from '../ui/page-entry.ts';

export const WORKFLOW_PAGES: readonly PageEntry[] = [
  {
    path: '/flowable/listener',
    component: 'flowable/listener/index',
    title: '流程监听',
    Page: page(async () => (await import('./flow-listener.page.tsx')).FlowListenerPage),
  },
  {
    path: '/flowable/expression',
    component: 'flowable/expression/index',
    title: '流程表达式',
    Page: page(async () => (await import('./flow-expression.page.tsx')).FlowExpressionPage),
  },
];
