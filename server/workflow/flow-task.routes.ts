import * as contract from '../../contract/workflow/flow-task.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { invalid } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { completeBatch } from './flow-batch.service.ts';
import { listTasks } from './flow-list.service.ts';
import { flowPeople } from './flow-picker.service.ts';
import { stepOf, type StepRequest } from './flow-request.ts';
import * as signs from './flow-sign.service.ts';
import * as tasks from './flow-task.service.ts';
import * as views from './flow-view.service.ts';

function logged(call: StepRequest, title: string, work: (caller: tasks.TaskCaller) => Promise<void>): Promise<void> {
  return withOperationLog(call, { title, business: 'edit' }, (tx) => work(stepOf(call, tx)));
}

/** Compatible clients send the person as `assignee` or as `userId`. */
function personIn({ assignee, userId }: { assignee?: number | null | undefined; userId?: number | null | undefined }): number {
  const person = assignee ?? userId;
  if (!person) throw invalid('请选择用户');
  return person;
}

export function flowTaskRoutes(app: App): void {
  serve(app, contract.todoList, ({ context, currentUser, query }) => listTasks(context, currentUser, 'todo', query));
  serve(app, contract.finishedList, ({ context, currentUser, query }) => listTasks(context, currentUser, 'finished', query));
  serve(app, contract.myProcess, ({ context, currentUser, query }) => listTasks(context, currentUser, 'mine', query));
  serve(app, contract.copyList, ({ context, currentUser, query }) => listTasks(context, currentUser, 'copied', query));
  stepRoutes(app);
  peopleRoutes(app);
  viewRoutes(app);
}

function stepRoutes(app: App): void {
  serve(app, contract.completeTask, async (call) => {
    const { taskId, comment, variables, choices } = call.body;
    const values = await tasks.prepareCompletion(call.context, call.currentUser, taskId, variables ?? {});
    return logged(call, '审批任务', (caller) => tasks.completeTask(caller, taskId, { comment, values, choices }));
  });
  serve(app, contract.completeBatch, (call) => completeBatch(call, call.body.taskIds, call.body.comment));
  serve(app, contract.rejectTask, (call) => logged(call, '驳回任务', (caller) => tasks.rejectTask(caller, call.body.taskId, call.body.comment)));
  serve(app, contract.returnTask, (call) =>
    logged(call, '退回任务', (caller) => tasks.returnTask(caller, call.body.taskId, call.body.targetKey, call.body.comment)),
  );
  serve(app, contract.claimTask, (call) => logged(call, '签收任务', (caller) => tasks.claimTask(caller, call.body.taskId)));
  serve(app, contract.unClaimTask, (call) => logged(call, '取消签收', (caller) => tasks.unclaimTask(caller, call.body.taskId)));
}

function peopleRoutes(app: App): void {
  for (const one of [contract.delegateTask, contract.delegateTaskToo])
    serve(app, one, (call) =>
      logged(call, '委派任务', (caller) => tasks.delegateTask(caller, call.body.taskId, personIn(call.body), call.body.comment)),
    );
  for (const one of [contract.assignTask, contract.assignTaskToo])
    serve(app, one, (call) =>
      logged(call, '转办任务', (caller) => tasks.assignTask(caller, call.body.taskId, personIn(call.body), call.body.comment)),
    );
  serve(app, contract.resolveTask, (call) => logged(call, '归还委派', (caller) => tasks.resolveTask(caller, call.body.taskId, call.body.comment)));
  serve(app, contract.withdrawDelegate, (call) => logged(call, '收回委派', (caller) => tasks.withdrawDelegate(caller, call.body.taskId)));
  serve(app, contract.addSign, (call) => {
    const { taskId, place, userIds, comment } = call.body;
    return logged(call, '加签', (caller) => signs.addSigners(caller, taskId, place, userIds, comment));
  });
  serve(app, contract.removeSign, (call) => {
    const { taskId, userId, comment } = call.body;
    return logged(call, '减签', (caller) =>
      userId ? signs.removeLaterSigner(caller, taskId, userId, comment) : signs.removeSigner(caller, taskId, comment),
    );
  });
  serve(app, contract.copyTask, (call) =>
    logged(call, '抄送', (caller) => signs.copyTask(caller, call.body.taskId, call.body.userIds, call.body.comment)),
  );
  serve(app, contract.flowPeople, ({ context, query }) => flowPeople(context, query.name));
}

function viewRoutes(app: App): void {
  serve(app, contract.returnList, ({ context, currentUser, body }) => views.returnList(context, currentUser, body.taskId));
  serve(app, contract.nextFlowNode, ({ context, currentUser, body }) => views.nextAfterTask(context, currentUser, body.taskId, body.variables ?? {}));
  serve(app, contract.nextFlowNodeByStart, ({ context, body }) => views.nextAfterStart(context, body.deploymentId, body.variables ?? {}));
  serve(app, contract.processVariables, ({ context, currentUser, params }) => views.processVariables(context, currentUser, params.taskId));
  serve(app, contract.flowViewer, ({ context, currentUser, params }) => views.passedNodes(context, currentUser, params.procInsId));
  serve(app, contract.flowXmlAndNode, ({ context, currentUser, query }) => views.xmlAndNodes(context, currentUser, query));
  serve(app, contract.flowFormData, ({ context, query }) => views.startForm(context, query.deployId));
  serve(app, contract.flowTaskForm, ({ context, currentUser, query }) => views.taskForm(context, currentUser, query.taskId));
  serve(app, contract.flowRecord, ({ context, currentUser, query }) => views.flowRecord(context, currentUser, query.procInsId));
  serve(app, contract.flowTaskInfo, ({ context, currentUser, query }) => views.nodeInfo(context, currentUser, query.procInsId, query.elementId));
}
