import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Deployments of workflows. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index } = tables(db, engine);
  await create('flowDeployment', {
    name: 'text',
    category: 'empty',
    flowKey: 'empty',
    tenantId: 'empty',
    deployTime: 'number',
    derivedFrom: 'empty',
    derivedFromRoot: 'empty',
    parentDeploymentId: 'empty',
    engineVersion: 'empty',
    ...BASE,
  });
  await index('flowDeploymentTime', 'flowDeployment', ['deployTime']);
}
