import { ERROR_RULES } from '../../../contract/proof/error-rate.ts';
import type { Tx } from '../../db/database.ts';
import type { Stamps } from './seed-menus.ts';

/** The rules of the error rate, each once. */
export async function seedErrorRules(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  for (const [index, { oncePerPage, ...rule }] of ERROR_RULES.entries()) {
    if (!isNew(`error rule ${rule.kind}`)) continue;
    await tx
      .insertInto('errorRule')
      .values({ ...rule, oncePerPage: oncePerPage ? '1' : '0', orderNum: index + 1, ...base })
      .execute();
  }
}
