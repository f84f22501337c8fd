import { CODE, statusFailure } from '../../contract/error.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../contract/limits.ts';
import { CallError, loadHttpClient, request } from './call.ts';
import { codeWords } from './failure-table.ts';
import { foldQuery } from './fold-query.ts';

/**
 * Downloads a file and saves it under the name in the `download-filename` header. `fields` are sent as a form body with
 * POST, or in the query with GET. Resolves with the message of the server when the file is made later, otherwise with null. Any other JSON answer is an
 * error. Throws `CallError`.
 */
export async function receiveFile(
  endpoint: { method: string; path: string },
  fields: Readonly<Record<string, unknown>> = {},
  confirmed = false,
): Promise<string | null> {
  const { status, data, headers } = await request({
    method: endpoint.method,
    path: endpoint.path,
    timeout: DOWNLOAD_TIMEOUT_MS,
    responseType: 'blob',
    ...(endpoint.method === 'POST' ? { body: new URLSearchParams(foldQuery(fields)) } : { query: fields }),
  });
  if (status < 200 || status > 299) throw new CallError(status, statusFailure(status), true);
  const blob = data as Blob;
  if (String(headers['content-type'] ?? '').startsWith('application/json')) {
    const { code = 500, msg } = JSON.parse(await blob.text()) as { code?: number; msg?: string };
    if (code === CODE.ok) return msg ?? null;
    if (code === CODE.unconfirmed && !confirmed && (await (await loadHttpClient()).confirmPerson())) return receiveFile(endpoint, fields, true);
    throw new CallError(code, codeWords(code, msg));
  }
  saveAs(blob, decodeURIComponent(String(headers['download-filename'] ?? '下载')));
  return null;
}

/** Saves bytes with the browser's download function. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
