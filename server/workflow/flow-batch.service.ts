import { withOperationLog } from '../audit/operation-log.ts';
import { AppError, failed } from '../http/app-error.ts';
import { nodeOf } from './engine/flow-graph.ts';
import { deployed } from './definition/flow-graph-cache.ts';
import { deployForm, formById, instanceById } from './flow-instance.queries.ts';
import { stepOf, type StepRequest } from './flow-request.ts';
import type { StepCaller, StoredState } from './flow-step.ts';
import { taskById } from './flow-task.queries.ts';
import { completeTask, noTask } from './flow-task.service.ts';
import { requiredNames } from './form/task-form.ts';

/** Completes tasks one by one, each in its own transaction; a task whose node asks for a field must be opened. */
export async function completeBatch(call: StepRequest, taskIds: readonly number[], comment: string) {
  const results: { taskId: string; ok: boolean; msg: string }[] = [];
  for (const id of new Set(taskIds)) {
    try {
      await withOperationLog(call, { title: '批量审批', business: 'edit' }, async (tx) => {
        const caller = stepOf(call, tx);
        await requireNoField(caller, id);
        await completeTask(caller, id, { comment, values: {} });
      });
      results.push({ taskId: String(id), ok: true, msg: '操作成功' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ taskId: String(id), ok: false, msg: error.message });
    }
  }
  return results;
}

async function requireNoField({ tx, database }: StepCaller, taskId: number): Promise<void> {
  const task = await taskById(tx, taskId);
  const instance = task && (await instanceById(tx, task.instanceId));
  if (!task || !instance) throw noTask();
  const { graph } = await deployed(tx, database, instance.definitionId);
  const spec = nodeOf(graph, task.nodeKey).task;
  const rights = spec?.settings.fieldRights ?? {};
  const form = (await deployForm(tx, instance.definitionId))?.formContent;
  const isFirst = (JSON.parse(instance.state) as StoredState).first === task.nodeKey;
  const open = form ? requiredNames(form).filter((name) => isFirst || rights[name] === 'edit') : [];
  const own = /^\d{1,15}$/.test(spec?.formKey ?? '') ? await formById(tx, Number(spec?.formKey)) : undefined;
  if (open.length > 0 || (own && requiredNames(own.formContent).length > 0)) throw failed('该任务有必填内容，请打开后办理');
}
