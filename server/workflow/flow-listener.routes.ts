import { flowListener } from '../../contract/workflow/flow-listener.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';

export function flowListenerRoutes(app: App): void {
  serveCrud(app, flowListener, {
    table: 'flowListener',
    log: '流程监听',
    unique: { name: '监听名称已存在' },
    removal: 'hard',
  });
}
