import { page, type AdminArea } from '../ui/page-entry.ts';

export const workflowArea: AdminArea = {
  pages: {
    'flowable/listener/index': page(async () => (await import('./flow-listener.page.tsx')).FlowListenerPage),
    'flowable/expression/index': page(async () => (await import('./flow-expression.page.tsx')).FlowExpressionPage),
  },
};
