import type { Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { FlowGraph } from '../engine/flow-graph.ts';
import { workflowEngine } from '../engine/workflow-engine.ts';
import { definitionById, type DefinitionRow } from './flow-definition.queries.ts';

/** Parsed definitions per database: a deployed file never changes. */
const caches = new WeakMap<object, Map<string, Promise<FlowGraph>>>();
const KEPT = 200;

/** Returns a deployed definition with its graph. `database` identifies the database that the cache belongs to. */
export async function deployed(tx: Tx, database: object, definitionId: number): Promise<{ definition: DefinitionRow; graph: FlowGraph }> {
  const definition = await definitionById(tx, definitionId);
  if (!definition) throw failed('流程定义不存在，请刷新后重试');
  return { definition, graph: await graphOf(database, definition) };
}

export function graphOf(database: object, definition: Pick<DefinitionRow, 'id' | 'bpmnXml' | 'deploymentTime'>): Promise<FlowGraph> {
  let kept = caches.get(database);
  if (!kept) caches.set(database, (kept = new Map()));
  const key = `${definition.id} ${definition.deploymentTime}`;
  const found = kept.get(key);
  if (found) return found;
  if (kept.size >= KEPT) kept.clear();
  const graph = parsed(definition.bpmnXml);
  kept.set(key, graph);
  graph.catch(() => kept.delete(key));
  return graph;
}

async function parsed(xml: string): Promise<FlowGraph> {
  const { graph, problems } = await workflowEngine.readDefinition(xml);
  if (!graph) throw failed(problems.find((one) => one.level === 'error')?.message ?? '流程定义无法读取');
  return graph;
}
