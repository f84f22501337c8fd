import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';

type Db = Database | Tx;

/** Names of the flows that use each of these forms, one for each deployed version. */
export const flowsOfForms = (db: Db, formIds: readonly number[]) =>
  db
    .selectFrom('flowDeployForm')
    .innerJoin('flowDefinition', 'flowDefinition.id', 'flowDeployForm.deployId')
    .select(['flowDeployForm.formId', 'flowDefinition.name'])
    .where('flowDeployForm.formId', 'in', [...formIds])
    .where('flowDefinition.delFlag', '=', '0')
    .execute();

export const liveForm = (db: Db, id: number) =>
  db.selectFrom('flowForm').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const deployedForm = (db: Db, deployId: number) =>
  db.selectFrom('flowDeployForm').selectAll().where('deployId', '=', deployId).executeTakeFirst();

export const deployment = (db: Db, deployId: number) =>
  db
    .selectFrom('flowDefinition')
    .select(['id', 'name'])
    .where('id', '=', deployId)
    .where('isDraft', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const firstInstance = (db: Db, deployId: number) =>
  db.selectFrom('flowInstance').select('id').where('definitionId', '=', deployId).limit(1).executeTakeFirst();

export const dropDeployedForm = (tx: Tx, deployId: number) => tx.deleteFrom('flowDeployForm').where('deployId', '=', deployId).execute();

export const freezeForm = (tx: Tx, row: { deployId: number; formId: number; formName: string; formContent: string; createTime: number }) =>
  tx.insertInto('flowDeployForm').values(row).execute();

/** The deployment to which a task belongs. */
export const deploymentOfTask = (db: Db, taskId: number) =>
  db
    .selectFrom('flowTask')
    .innerJoin('flowInstance', 'flowInstance.id', 'flowTask.instanceId')
    .select(['flowInstance.definitionId', 'flowTask.nodeKey'])
    .where('flowTask.id', '=', taskId)
    .executeTakeFirst();

/** Uploaded files by their addresses. */
export const uploadedFiles = (db: Db, fileNames: readonly string[]) =>
  db
    .selectFrom('file')
    .select(['id', 'fileName', 'fileOriginName', 'size', 'mime', 'ownerId', 'isPublic'])
    .where('fileName', 'in', [...fileNames])
    .where('isTemporary', '=', '0')
    .execute();

/** Entries of a dictionary that may be chosen. */
export const dictionaryEntries = (db: Db, type: string) =>
  db
    .selectFrom('dictData')
    .select(['dictLabel', 'dictValue'])
    .where('dictType', '=', type)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .orderBy('dictSort')
    .limit(500)
    .execute();

/** Ids of instances that a user started or took part in and whose variables contain a text, the newest first. */
export const instancesWith = (db: Db, userId: number, text: string) =>
  db
    .selectFrom('flowInstance')
    .select(['id', 'definitionId', 'startUserId', 'variables'])
    .where((eb) =>
      eb.or([eb('startUserId', '=', userId), eb('id', 'in', eb.selectFrom('flowTask').select('instanceId').where('assignee', '=', userId))]),
    )
    .where(contains('variables', text))
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
