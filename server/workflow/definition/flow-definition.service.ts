import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { asReader, type Database, type Tx } from '../../db/database.ts';
import { conflict, failed, invalid, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { flowDefinitionMachine, type FlowDefinitionEvent, type FlowDefinitionState } from '../../../contract/workflow/flow-definition.machine.ts';
import type { FlowProblem } from '../../../contract/workflow/flow-definition.ts';
import { workflowEngine } from '../engine/workflow-engine.ts';
import {
  addDefinition,
  definitionById,
  definitionPage,
  deleteDefinition,
  draftOf,
  instanceCount,
  type DefinitionRow,
} from './flow-definition.queries.ts';
import { dryRun } from './flow-dry-run.ts';
import { transition } from '../../state-machine/transition.ts';
import { openInstances } from '../flow-instance.queries.ts';
import { setSuspended } from '../flow-instance.service.ts';
import { lintDefinition } from './flow-lint.ts';
import type { StepRequest } from '../flow-request.ts';
import { namesOf } from '../flow-people.queries.ts';

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly flowKey?: string | undefined;
  readonly startable?: '0' | '1' | undefined;
}

/** All versions for staff of definitions; users who only start flows see the newest active version of each. */
export async function listDefinitions(context: AppContext, currentUser: CurrentUser, asked: Asked) {
  const startable = asked.startable === '1' || !hasPermission(currentUser, 'flowable:definition:list');
  const { rows, total } = await definitionPage(context.db, { ...asked, startable });
  return {
    records: rows.map((row) => ({
      id: row.defId,
      name: row.name,
      flowKey: row.flowKey,
      category: row.category,
      formName: row.formName ?? '',
      formId: row.formId,
      version: row.flowVersion,
      deploymentId: String(row.id),
      suspensionState: Number(row.suspensionState),
      deploymentTime: wireTime(row.deploymentTime),
    })),
    total,
    size: asked.pageSize,
    current: asked.pageNum,
  };
}

export async function deployedRow(db: Database | Tx, deployId: number): Promise<DefinitionRow> {
  const row = await definitionById(db, deployId);
  if (!row) throw missing('流程定义不存在或已被删除，请刷新后重试');
  return row;
}

interface Draft {
  readonly name: string;
  readonly category: string;
  readonly xml: string;
}

/** Deploys the next version of the definition's key. Throws 400 with the first fault; warnings are returned. */
export async function deploy(tx: Tx, createBy: string, { name, category, xml }: Draft, now = Date.now()) {
  const { graph, problems } = await lintDefinition(tx, xml);
  if (!graph) throw invalid(problems[0]?.message ?? '流程文件不是有效的 BPMN 2.0');
  const { id, defId, flowVersion } = await addDefinition(tx, { flowKey: graph.key, name, category, bpmnXml: xml, createBy }, now);
  await tx.deleteFrom('flowDefinition').where('flowKey', '=', graph.key).where('isDraft', '=', '1').execute();
  return { deployId: String(id), procDefId: defId, version: flowVersion, problems };
}

/** Deploys with an operation log row; two deployments of one key at the same time answer 409. */
export async function deployLogged(caller: StepRequest, business: 'add' | 'import', draft: Draft) {
  try {
    return await withOperationLog(caller, { title: '流程定义', business }, (tx) => deploy(tx, caller.currentUser.userName, draft));
  } catch (error) {
    if (caller.context.db.engine.isTwice(error)) throw conflict();
    throw error;
  }
}

/** The name of the process in a file, for an import without a name. */
export async function nameIn(xml: string): Promise<string> {
  const { graph, problems } = await workflowEngine.readDefinition(xml);
  if (!graph) throw invalid(problems.find((one) => one.level === 'error')?.message ?? '流程文件不是有效的 BPMN 2.0');
  return (graph.name || graph.key).slice(0, 50);
}

const step = transition<FlowDefinitionState, FlowDefinitionEvent, DefinitionRow>(flowDefinitionMachine, {
  table: 'flowDefinition',
  column: 'suspensionState',
  stateOf: (row) => row.suspensionState,
});

/** Suspends or activates a definition together with its open instances. */
export async function setDefinitionState(context: AppContext, tx: Tx, currentUser: CurrentUser, deployId: number, state: '1' | '2'): Promise<string> {
  const row = await deployedRow(tx, deployId);
  if (row.suspensionState !== state) await step(tx, currentUser, row, state === '1' ? 'activate' : 'suspend');
  const to = state === '1' ? 'running' : 'suspended';
  for (const { id, status } of await openInstances(tx, row.id))
    if (status !== to) await setSuspended({ tx, database: context.db, actor: currentUser }, id, to);
  return state === '1' ? '激活成功' : '挂起成功';
}

/** Deletes versions that no instance has used. */
export async function removeDefinitions(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const row = await deployedRow(tx, id);
    const used = await instanceCount(tx, id);
    if (used > 0) throw failed(`流程「${row.name}」第${row.flowVersion}版有${used}个流程实例，不能删除，可以挂起它`);
    await deleteDefinition(tx, id);
  }
}

export const problemsOf = async (context: AppContext, xml: string): Promise<FlowProblem[]> =>
  (await lintDefinition(asReader(context.db), xml)).problems;

export async function dryRunDefinition(
  context: AppContext,
  currentUser: CurrentUser,
  asked: { xml: string; starterId?: number | null | undefined; variables?: Record<string, unknown> | null | undefined },
) {
  const tx = asReader(context.db);
  const { graph, problems } = await lintDefinition(tx, asked.xml);
  const starterId = asked.starterId ?? currentUser.userId;
  const starter = (await namesOf(tx, [starterId])).get(starterId);
  if (starter === undefined) throw failed('所选发起人不存在，请重新选择');
  const run = graph ? await dryRun(tx, graph, { starterId, variables: asked.variables ?? {} }) : { ways: [], more: false };
  return { starter, ...run, problems };
}

export async function readDraft(context: AppContext, flowKey: string) {
  const row = await draftOf(context.db, flowKey);
  if (!row) return null;
  return { flowKey, name: row.name, category: row.category, xml: row.bpmnXml, updateTime: wireTime(row.updateTime), updateBy: row.updateBy };
}

/** Saves the draft of a key beside its deployed versions. A draft may have faults, but it must have a process with an id. */
export async function saveDraft(tx: Tx, currentUser: CurrentUser, { name, category, xml }: Draft) {
  const flowKey = keyIn(xml);
  const now = Date.now();
  const row = { flowKey, name, category, bpmnXml: xml, isDraft: '1' as const, updateBy: currentUser.userName, updateTime: now };
  const { numUpdatedRows } = await tx
    .updateTable('flowDefinition')
    .set(row)
    .where('flowKey', '=', flowKey)
    .where('isDraft', '=', '1')
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    await tx
      .insertInto('flowDefinition')
      .values({ ...row, createBy: currentUser.userName, createTime: now })
      .execute();
  return { flowKey, updateTime: wireTime(now) };
}

/** `[^<>]` ends each attempt at the next tag, so that the search is linear. */
function keyIn(xml: string): string {
  const key = /<(?:[\w-]+:)?process\s[^<>]*?\bid\s*=\s*["']([^"']{1,50})["']/.exec(xml)?.[1];
  if (key === undefined) throw invalid('流程文件里没有流程标识，请先填写');
  return key;
}
