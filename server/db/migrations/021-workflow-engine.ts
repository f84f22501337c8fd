import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Workflow definitions, their instances, tasks, timers and opinions; forms and the form snapshot of each deployment. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('flowDefinition', {
    defId: 'empty',
    flowKey: 'text',
    name: 'text',
    category: 'empty',
    flowVersion: 'zero',
    bpmnXml: 'text',
    isDraft: '=0',
    suspensionState: '=1',
    deploymentTime: 'zero',
    ...BASE,
  });
  await make.unique('flowDefinitionVersion', 'flowDefinition', ['flowKey', 'flowVersion', 'isDraft']);
  await make.create('flowInstance', {
    definitionId: 'number',
    businessKey: 'empty',
    startUserId: 'number',
    variables: 'text',
    state: 'text',
    path: 'text',
    status: 'text',
    rev: 'zero',
    startTime: 'number',
    endTime: 'number?',
    urgedAt: 'zero',
    ...BASE,
  });
  await make.index('flowInstanceOfStarter', 'flowInstance', ['startUserId', 'startTime']);
  await make.index('flowInstanceOfDefinition', 'flowInstance', ['definitionId', 'status']);
  await make.index('flowInstanceOfBusiness', 'flowInstance', ['businessKey']);
  await make.create('flowTask', {
    instanceId: 'number',
    nodeKey: 'text',
    taskName: 'text',
    token: 'number',
    kind: 'empty',
    parentId: 'number?',
    assignee: 'number?',
    ownerId: 'number?',
    status: 'text',
    commentType: 'zero',
    comment: 'empty',
    claimTime: 'number?',
    finishTime: 'number?',
    dueDate: 'number?',
    followUp: 'number?',
    ...BASE,
  });
  await make.index('flowTaskOfInstance', 'flowTask', ['instanceId', 'token']);
  await make.index('flowTaskOfAssignee', 'flowTask', ['assignee', 'status']);
  await make.link('flowCandidate', { taskId: 'number', kind: 'text', refId: 'number' }, ['taskId', 'kind', 'refId']);
  await make.index('flowCandidateOfPerson', 'flowCandidate', ['kind', 'refId']);
  await make.create('flowComment', {
    instanceId: 'number',
    taskId: 'number',
    userId: 'number',
    type: 'number',
    content: 'empty',
    createTime: 'number',
  });
  await make.index('flowCommentOfInstance', 'flowComment', ['instanceId']);
  await make.create('flowTimer', {
    instanceId: 'number',
    token: 'number',
    nodeKey: 'text',
    kind: 'text',
    dueAt: 'number',
    attempts: 'zero',
  });
  await make.index('flowTimerDue', 'flowTimer', ['dueAt']);
  await make.index('flowTimerOfInstance', 'flowTimer', ['instanceId']);
  await make.link('flowCopy', { instanceId: 'number', userId: 'number', createTime: 'number' }, ['instanceId', 'userId']);
  await make.create('flowForm', { formName: 'text', formContent: 'text', ...BASE });
  await make.create('flowDeployForm', { deployId: 'number', formId: 'number', formName: 'text', formContent: 'text', createTime: 'number' });
  await make.unique('flowDeployFormOnce', 'flowDeployForm', ['deployId']);
}
