import type { FastifyRequest } from 'fastify';
import { INVOICE_FILE } from '../../contract/commerce/invoice.ts';
import { VOUCHER } from '../../contract/commerce/offline.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { storeUpload } from '../system/file.service.ts';

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
