import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

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

export interface WorkflowTables {
  flowDeployment: FlowDeploymentTable;
  flowExpression: FlowExpressionTable;
  flowListener: FlowListenerTable;
}
