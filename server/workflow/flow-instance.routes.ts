import {
  deleteInstances,
  endByManager,
  handOverTask,
  instanceList,
  instancePeople,
  jumpInstance,
  jumpTargets,
  retryWork,
  revokeProcess,
  startFlow,
  stopProcess,
  updateInstanceState,
  urgeProcess,
} from '../../contract/workflow/flow-instance.ts';
import { withOperationLog, type OperationType } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { stepOf, type StepRequest } from './flow-request.ts';
import * as instances from './flow-instance.service.ts';
import { flowPeople } from './flow-picker.service.ts';
import * as rescue from './flow-rescue.service.ts';
import { startPage } from './flow-view.service.ts';

export function flowInstanceRoutes(app: App): void {
  const logged = (call: StepRequest, title: string, work: (caller: ReturnType<typeof stepOf>) => Promise<void>, business: OperationType = 'edit') =>
    withOperationLog(call, { title, business }, (tx) => work(stepOf(call, tx)));
  serve(app, stopProcess, (call) =>
    logged(call, '取消申请', (caller) => instances.stopInstance(caller, call.body.instanceId, call.body.comment ?? '')),
  );
  serve(app, revokeProcess, (call) => logged(call, '撤回流程', (caller) => instances.revokeInstance(caller, call.body.instanceId)));
  serve(app, urgeProcess, (call) => logged(call, '催办', (caller) => instances.urgeInstance(caller, call.body.instanceId)));
  serve(app, updateInstanceState, (call) =>
    logged(call, '激活/挂起流程实例', (caller) =>
      instances.setSuspended(caller, call.query.instanceId, call.query.state === '1' ? 'running' : 'suspended'),
    ),
  );
  serve(app, deleteInstances, (call) =>
    logged(call, '删除任务', (caller) => instances.deleteInstances(caller, call.params.ids, call.query.deleteReason ?? ''), 'remove'),
  );
  serve(app, instanceList, ({ context, query }) => rescue.runningInstances(context, query));
  serve(app, jumpTargets, ({ context, query }) => rescue.jumpTargets(context, query.instanceId, query.token));
  serve(app, instancePeople, ({ context, query }) => flowPeople(context, query.name));
  serve(app, handOverTask, (call) =>
    logged(call, '交接流程任务', (caller) => rescue.handOverTask(caller, call.body.taskId, call.body.userId, call.body.reason)),
  );
  serve(app, jumpInstance, (call) => logged(call, '流程跳转', (caller) => rescue.jumpInstance(caller, call.body)));
  serve(app, endByManager, (call) =>
    logged(call, '结束流程', (caller) => rescue.endInstanceByManager(caller, call.body.instanceId, call.body.reason)),
  );
  serve(app, retryWork, (call) => logged(call, '重试服务任务', (caller) => rescue.retryWork(caller, call.body.instanceId, call.body.token)));
  serve(app, startFlow, ({ context, params }) => startPage(context, params.deployId));
}
