import { readUploadRules, UPLOAD_KEYS, type UploadRules } from '../../../contract/system/upload-rules.ts';
import type { Database, Tx } from '../../db/database.ts';

/** Returns what may be uploaded now, from the parameters. */
export async function uploadRulesOf(db: Database | Tx): Promise<UploadRules> {
  const rows = await db
    .selectFrom('config')
    .select(['configKey', 'configValue'])
    .where('configKey', 'in', Object.values(UPLOAD_KEYS))
    .where('delFlag', '=', '0')
    .execute();
  const values = new Map(rows.map((row) => [row.configKey, row.configValue]));
  return readUploadRules((key) => values.get(key));
}
