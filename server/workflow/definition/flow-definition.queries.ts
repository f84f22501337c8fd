import type { Selectable } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import type { FlowDefinitionTable } from '../../db/tables/workflow-tables.ts';

export type DefinitionRow = Selectable<FlowDefinitionTable>;

export const definitionById = (db: Database | Tx, id: number) =>
  db.selectFrom('flowDefinition').selectAll().where('id', '=', id).where('isDraft', '=', '0').executeTakeFirst();

export const definitionByKey = (db: Database | Tx, flowKey: string) =>
  db
    .selectFrom('flowDefinition')
    .selectAll()
    .where('flowKey', '=', flowKey)
    .where('isDraft', '=', '0')
    .orderBy('flowVersion', 'desc')
    .limit(1)
    .executeTakeFirst();

export const definitionByDefId = (db: Database | Tx, defId: string) =>
  db.selectFrom('flowDefinition').selectAll().where('defId', '=', defId).where('isDraft', '=', '0').executeTakeFirst();

export const draftOf = (db: Database | Tx, flowKey: string) =>
  db.selectFrom('flowDefinition').selectAll().where('flowKey', '=', flowKey).where('isDraft', '=', '1').executeTakeFirst();

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly flowKey?: string | undefined;
  /** Only the newest active version of each key: what a user may start. */
  readonly startable: boolean;
}

export async function definitionPage(db: Database, asked: Asked) {
  let query = db.selectFrom('flowDefinition as d').where('d.isDraft', '=', '0');
  if (asked.name) query = query.where(contains('d.name', asked.name));
  if (asked.category) query = query.where('d.category', '=', asked.category);
  if (asked.flowKey) query = query.where('d.flowKey', '=', asked.flowKey);
  if (asked.startable)
    query = query.where('d.suspensionState', '=', '1').where(({ eb, selectFrom }) =>
      eb(
        'd.flowVersion',
        '=',
        selectFrom('flowDefinition as newest')
          .select((one) => one.fn.max('newest.flowVersion').as('v'))
          .whereRef('newest.flowKey', '=', 'd.flowKey')
          .where('newest.isDraft', '=', '0'),
      ),
    );
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('flowDeployForm as f', 'f.deployId', 'd.id')
    .select([
      'd.id',
      'd.defId',
      'd.name',
      'd.flowKey',
      'd.category',
      'd.flowVersion',
      'd.suspensionState',
      'd.deploymentTime',
      'f.formId',
      'f.formName',
    ])
    .orderBy('d.deploymentTime', 'desc')
    .orderBy('d.id', 'desc')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  return { rows, total: Number(total) };
}

/** Adds the next version of a key; a draft has version 0. */
export async function addDefinition(
  tx: Tx,
  row: { flowKey: string; name: string; category: string; bpmnXml: string; createBy: string },
  now: number,
) {
  const { newest } = await tx
    .selectFrom('flowDefinition')
    .select((eb) => eb.fn.max('flowVersion').as('newest'))
    .where('flowKey', '=', row.flowKey)
    .executeTakeFirstOrThrow();
  const flowVersion = Number(newest ?? 0) + 1;
  const { id } = await tx
    .insertInto('flowDefinition')
    .values({ ...row, flowVersion, deploymentTime: now, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const defId = `${row.flowKey}:${flowVersion}:${id}`;
  await tx.updateTable('flowDefinition').set({ defId }).where('id', '=', id).execute();
  return { id, defId, flowVersion };
}

export const instanceCount = async (tx: Tx, definitionId: number): Promise<number> => {
  const { n } = await tx
    .selectFrom('flowInstance')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('definitionId', '=', definitionId)
    .executeTakeFirstOrThrow();
  return Number(n);
};

export async function deleteDefinition(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('flowDeployForm').where('deployId', '=', id).execute();
  await tx.deleteFrom('flowDefinition').where('id', '=', id).execute();
}
