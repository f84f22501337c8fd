import { flowListener } from '../../contract/workflow/flow-listener.ts';
import { baseDataBin } from '../crud/recycle-bin.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';

const UNIQUE = { name: '监听名称已存在' };
export const flowListenerBin = baseDataBin('flowListener', UNIQUE);

export function flowListenerRoutes(app: App): void {
  serveCrud(app, flowListener, {
    table: 'flowListener',
    log: '流程监听',
    unique: UNIQUE,
    removal: 'bin',
  });
}
