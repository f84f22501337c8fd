import type { Generated } from 'kysely';
import type { FlowDefinitionState } from '../../../contract/workflow/flow-definition.machine.ts';
import type { FlowInstanceState } from '../../../contract/workflow/flow-instance.machine.ts';
import type { Base } from '../base-columns.ts';

export interface FlowExpressionTable extends Base {
  id: Generated<number>;
  name: string;
  expression: string;
  dataType: Generated<'fixed' | 'dynamic'>;
  status: Generated<'0' | '1'>;
}

export interface FlowListenerTable extends Base {
  id: Generated<number>;
  name: string;
  /** 1 for a task, 2 for a step. */
  type: Generated<'1' | '2'>;
  eventType: string;
  valueType: string;
  value: string;
  status: Generated<'0' | '1'>;
}

export interface FlowDeploymentTable extends Base {
  id: Generated<number>;
  name: string;
  category: Generated<string>;
  flowKey: Generated<string>;
  tenantId: Generated<string>;
  deployTime: number;
  derivedFrom: Generated<string>;
  derivedFromRoot: Generated<string>;
  parentDeploymentId: Generated<string>;
  engineVersion: Generated<string>;
}

/** A deployed version, or the draft of a key (version 0). The deployment has the id of its row. */
export interface FlowDefinitionTable extends Base {
  id: Generated<number>;
  /** `key:version:id`, as compatible clients name it; empty for a draft. */
  defId: Generated<string>;
  flowKey: string;
  name: string;
  category: Generated<string>;
  flowVersion: Generated<number>;
  bpmnXml: string;
  isDraft: Generated<'0' | '1'>;
  /** 1 active, 2 suspended. */
  suspensionState: Generated<FlowDefinitionState>;
  deploymentTime: Generated<number>;
}

export interface FlowInstanceTable extends Base {
  id: Generated<number>;
  definitionId: number;
  /** `entity:id` of the business object that started it; empty for a form. */
  businessKey: Generated<string>;
  /** Of the business object, or what the starter wrote into the first text field. */
  title: Generated<string>;
  startUserId: number;
  /** JSON objects: process variables, and the state of the engine with the people of each open node. */
  variables: string;
  state: string;
  /** JSON array: ids of the nodes and flows that were passed, each once, in the order of the first pass. */
  path: string;
  status: FlowInstanceState;
  /** Increases by one with every step (compare-and-swap). */
  rev: Generated<number>;
  startTime: number;
  endTime: number | null;
  /** The instance and its token that wait for the end of this one. */
  parentId: Generated<number | null>;
  parentToken: Generated<number | null>;
  /** Time of the last reminder by the starter. */
  urgedAt: Generated<number>;
}

export interface FlowTaskTable extends Base {
  id: Generated<number>;
  instanceId: number;
  nodeKey: string;
  taskName: string;
  /** The engine's token: tasks with the same token belong to one visit of the node. */
  token: number;
  /** Empty, or `before` and `after` for a signer that was added by the task `parentId`. */
  kind: Generated<'' | 'before' | 'after'>;
  parentId: number | null;
  assignee: number | null;
  /** Who delegated the task. */
  ownerId: number | null;
  /** The absent person for whom a substitute has taken it. */
  actingFor: Generated<number | null>;
  /** A state of SM20. */
  status: string;
  /** 1 to 9, see `COMMENT_TYPES`; 0 while open. */
  commentType: Generated<number>;
  comment: Generated<string>;
  claimTime: number | null;
  finishTime: number | null;
  dueDate: number | null;
}

/**
 * A timer that is due at a moment. `event`: of the definition; `work` and `child`: a service task, and the end of a called process; the others
 * are the time limit of a task.
 */
export interface FlowTimerTable {
  id: Generated<number>;
  instanceId: number;
  token: number;
  nodeKey: string;
  kind: 'event' | 'remind' | 'pass' | 'reject' | 'work' | 'child';
  dueAt: number;
  attempts: Generated<number>;
  /** Why the last attempt failed; empty before. */
  failure: Generated<string>;
}

export interface FlowCommentTable {
  id: Generated<number>;
  instanceId: number;
  taskId: number;
  userId: number;
  type: number;
  content: Generated<string>;
  createTime: number;
}

export interface FlowFormTable extends Base {
  id: Generated<number>;
  formName: string;
  formContent: string;
}

/** The form of a deployment, as it was when it was attached. */
export interface FlowDeployFormTable {
  id: Generated<number>;
  deployId: number;
  formId: number;
  formName: string;
  formContent: string;
  createTime: number;
}

export interface WorkflowTables {
  flowDefinition: FlowDefinitionTable;
  flowInstance: FlowInstanceTable;
  flowTask: FlowTaskTable;
  flowCandidate: { taskId: number; kind: 'user' | 'role'; refId: number };
  flowComment: FlowCommentTable;
  flowTimer: FlowTimerTable;
  flowCopy: { instanceId: number; userId: number; createTime: number };
  flowForm: FlowFormTable;
  flowDeployForm: FlowDeployFormTable;
  flowDeployment: FlowDeploymentTable;
  flowExpression: FlowExpressionTable;
  flowListener: FlowListenerTable;
}
