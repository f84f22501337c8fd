import type { StoredFile } from '../../contract/field.ts';
import type { Tx } from '../db/database.ts';
import { ownsFile } from '../files/file.policy.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** The first file of a column with JSON of `StoredFile[]`. */
export const fileIn = (text: string): StoredFile | undefined => (JSON.parse(text) as StoredFile[])[0];

/**
 * Checks that files were uploaded by the current user, and returns them as JSON with name and size of the table of files. A picture that staff
 * upload is public: a voucher is not, and is read through its record only.
 */
export async function keepVoucher(tx: Tx, files: readonly StoredFile[], currentUser: CurrentUser): Promise<string> {
  const kept: StoredFile[] = [];
  for (const { fileId, name } of files) {
    const file = await tx
      .selectFrom('file')
      .select(['id', 'fileOriginName', 'size', 'ownerId'])
      .where('id', '=', fileId)
      .where('isTemporary', '=', '0')
      .executeTakeFirst();
    if (!file || !ownsFile(file, currentUser)) throw failed(`文件“${name}”不存在或不是您上传的，请重新上传`);
    await tx.updateTable('file').set({ isPublic: '0' }).where('id', '=', fileId).execute();
    kept.push({ fileId, name: file.fileOriginName, size: file.size });
  }
  return JSON.stringify(kept);
}
