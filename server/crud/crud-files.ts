import type { AnyCrud } from '../../contract/crud.ts';
import type { StoredFile } from '../../contract/field.ts';
import type { Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import type { Row } from './crud-table.ts';
import { ownsFile } from '../files/file.policy.ts';

/** Returns the file fields of a resource. */
const fileFields = (crud: AnyCrud): string[] =>
  Object.entries(crud.meta).flatMap(([field, { kind }]) => ((kind === 'file' || kind === 'files') && field in crud.fields ? [field] : []));

/** Returns the files of a row, whatever their field. */
export const filesOfRow = (crud: AnyCrud, row: Row, columnOf: (field: string) => string): StoredFile[] =>
  fileFields(crud).flatMap((field) => JSON.parse(String(row[columnOf(field)] ?? '[]')) as StoredFile[]);

/**
 * Checks the files of a draft: each was uploaded by the current user, or is in the row already. Returns the draft with name and size as
 * the table of files has them, so that a client cannot rename a file or understate its size; the limits are checked again on these.
 */
export async function withStoredFiles(
  tx: Tx,
  crud: AnyCrud,
  draft: Readonly<Record<string, unknown>>,
  present: readonly StoredFile[],
  userId: number,
): Promise<Readonly<Record<string, unknown>>> {
  const checked: Record<string, unknown> = { ...draft };
  for (const field of fileFields(crud)) {
    const sent = (draft[field] as readonly StoredFile[] | undefined) ?? [];
    if (sent.length === 0) continue;
    const known = await tx
      .selectFrom('file')
      .select(['id', 'fileOriginName', 'size', 'ownerId'])
      .where(
        'id',
        'in',
        sent.map((one) => one.fileId),
      )
      .where('isTemporary', '=', '0')
      .execute();
    const stored = sent.map(({ fileId, name }) => {
      const before = present.find((one) => one.fileId === fileId);
      const file = known.find((one) => one.id === fileId);
      if (before) return before;
      if (!file || !ownsFile(file, { userId })) throw failed(`文件“${name}”不存在或不是您上传的，请重新上传`);
      return { fileId, name: file.fileOriginName, size: file.size };
    });
    const result = crud.fields[field].safeParse(stored);
    if (!result.success) throw failed(result.error.issues[0]?.message ?? '文件不正确，请重新上传');
    checked[field] = stored;
  }
  return checked;
}
