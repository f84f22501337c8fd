import type { DataOf } from '../../contract/endpoint.ts';
import { CODE, FOREIGN_ANSWER, statusFailure, UNKNOWN_FAILURE, WORDS } from '../../contract/error.ts';
import { downloadDocument, type DocumentKind } from '../../contract/manuscript/document.ts';
import { saveFileHistory } from '../../contract/manuscript/manuscript-version.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../contract/limits.ts';
import { CallError, reportTokenRejected, request } from '../api/call.ts';
import { readToken } from '../api/token.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Throws for an answer that says why not. */
function answered(status: number, answer: { code?: number; msg?: string; data?: unknown } | null, token: string | null): unknown {
  if (status < 200 || status > 299) throw new CallError(status, statusFailure(status), true);
  if (answer === null) throw new CallError(CODE.failed, FOREIGN_ANSWER);
  const { code = CODE.ok, msg } = answer;
  if (code === CODE.ok) return answer.data;
  if (code === CODE.signedOut && token) reportTokenRejected(token);
  throw new CallError(code, msg || WORDS[code] || UNKNOWN_FAILURE);
}

/** The .docx file of a page. Throws `CallError`. */
export async function fetchDocument(kind: DocumentKind, id: number): Promise<Uint8Array> {
  const token = readToken();
  const path = downloadDocument.path.replace('{kind}', kind).replace('{id}', String(id));
  const { status, data, headers } = await request({ method: 'GET', path, timeout: DOWNLOAD_TIMEOUT_MS, responseType: 'arraybuffer' });
  const bytes = new Uint8Array(data as ArrayBuffer);
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) {
    if (status < 200 || status > 299) throw new CallError(status, statusFailure(status), true);
    return bytes;
  }
  answered(status, JSON.parse(new TextDecoder().decode(bytes)) as { code?: number; msg?: string }, token);
  return bytes;
}

/** Stores a version over version `base` and returns what the server says. Throws `CallError`: 409 when there is a newer version. */
export async function sendDocument(
  archiveId: number,
  bytes: ArrayBuffer,
  { base, note, name }: { base: number; note: string; name: string },
): Promise<DataOf<typeof saveFileHistory>> {
  const token = readToken();
  const body = new FormData();
  body.append('file', new File([bytes], name, { type: DOCX }));
  const { status, data } = await request({
    method: 'POST',
    path: saveFileHistory.path,
    query: { archiveId, note },
    headers: { 'if-match': `"${base}"` },
    body,
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  return answered(status, typeof data === 'object' ? data : null, token) as DataOf<typeof saveFileHistory>;
}

export const docxBlob = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Blob => new Blob([bytes], { type: DOCX });
