import { NETWORK_FAILURE, statusFailure } from '../../contract/error.ts';
import { API_PREFIX, DOWNLOAD_TIMEOUT_MS } from '../../contract/limits.ts';
import { readToken } from '../session/token.ts';
import { CallError, OFFLINE } from './call.ts';
import { codeWords } from './failure-table.ts';

/**
 * Asks for a file and saves it under the name the server gives. A JSON answer is a refusal. `fields` go as a
 * form, or in the address of a GET. Throws `CallError`.
 */
export async function receiveFile(endpoint: { method: string; path: string }, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null && value !== '') form.set(name, String(value));
  const token = readToken();
  const asForm = endpoint.method === 'POST';
  const tail = !asForm && form.size > 0 ? `?${form}` : '';
  let response: Response;
  try {
    response = await fetch(API_PREFIX + endpoint.path + tail, {
      method: endpoint.method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: asForm ? form : null,
      signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
    });
  } catch {
    throw new CallError(OFFLINE, NETWORK_FAILURE);
  }
  if (!response.ok) throw new CallError(response.status, statusFailure(response.status), true);
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { code = 500, msg } = (await response.json()) as { code?: number; msg?: string };
    throw new CallError(code, codeWords(code, msg));
  }
  saveAs(await response.blob(), decodeURIComponent(response.headers.get('download-filename') ?? '下载'));
}

/** Hands bytes to the browser's own saving. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
