import type { Tx } from '../../db/database.ts';

interface Stamps {
  readonly createBy: string;
  readonly createTime: number;
  readonly updateTime: number;
}

/** Listeners of the product as the modeller offers them: name, 1 task or 2 execution, event, key. */
const LISTENERS = [
  ['任务办完时告知发起人', '1', 'complete', 'tellStarter'],
  ['任务办完时告知办理过的人', '1', 'complete', 'tellHandlers'],
  ['流程结束时告知办理过的人', '2', 'end', 'tellHandlers'],
] as const;

const EXPRESSIONS = [['流程发起人', '${INITIATOR}', 'fixed']] as const;

export async function seedFlowRules(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  for (const [name, type, eventType, key] of LISTENERS) {
    if (!isNew(`listener ${type} ${eventType} ${key}`)) continue;
    if (await tx.selectFrom('flowListener').select('id').where('name', '=', name).executeTakeFirst()) continue;
    await tx
      .insertInto('flowListener')
      .values({ name, type, eventType, valueType: 'delegateExpressionListener', value: `\${${key}}`, ...base })
      .execute();
  }
  for (const [name, expression, dataType] of EXPRESSIONS) {
    if (!isNew(`expression ${name}`)) continue;
    if (await tx.selectFrom('flowExpression').select('id').where('name', '=', name).executeTakeFirst()) continue;
    await tx
      .insertInto('flowExpression')
      .values({ name, expression, dataType, ...base })
      .execute();
  }
}
