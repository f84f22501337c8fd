import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The identifiers used to design a workflow. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, uniqueLive } = tables(db, engine);
  await create('flowExpression', { name: 'text', expression: 'text', dataType: '=fixed', status: '=0', ...BASE });
  await uniqueLive('flow_expression_name_once', 'flow_expression', 'name');
  await create('flowListener', { name: 'text', type: '=1', eventType: 'text', valueType: 'text', value: 'text', status: '=0', ...BASE });
  await uniqueLive('flow_listener_name_once', 'flow_listener', 'name');
}
