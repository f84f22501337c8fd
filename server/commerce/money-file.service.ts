import { INVOICE_FILE } from '../../contract/commerce/invoice.ts';
import { VOUCHER } from '../../contract/commerce/offline.ts';
import type { StoredFile } from '../../contract/field.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { ownsFile } from '../files/file.policy.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { storeUpload } from '../system/file/file.service.ts';
import type { FastifyRequest } from 'fastify';

const RUNS = /\/(?:JavaScript|JS|Launch)\b/;

/** Rejects a PDF that runs something or cannot be opened without a password. */
export function rejectUnsafePdf(extension: string, bytes: Buffer): void {
  if (extension !== 'pdf') return;
  const text = bytes.toString('latin1');
  if (RUNS.test(text)) throw failed('PDF里有脚本，请换一份普通的PDF');
  if (/\/Encrypt\b/.test(text)) throw failed('PDF已加密，请换一份不加密的PDF');
}

/** Stores a voucher or an invoice; it is read through its record only. */
export const storeMoneyFile = (context: AppContext, currentUser: CurrentUser, request: FastifyRequest) =>
  storeUpload(context, currentUser, request, {
    types: [...new Set([...VOUCHER.types, ...INVOICE_FILE.types])],
    bytes: VOUCHER.bytes,
    check: rejectUnsafePdf,
  });

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
