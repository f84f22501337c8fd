import { EPUB_UPLOAD_PATH } from '../../contract/catalog/preparation.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { unloggedWrite } from '../../server/audit/operation-log.ts';
import { waitingChangeOf } from '../../server/catalog/edition-change.queries.ts';
import { decideChange } from '../../server/catalog/edition-change.service.ts';
import type { CurrentUser } from '../../server/http/current-user.ts';
import type { Preparation } from '../../contract/catalog/preparation.ts';
import type { Bearer, TestContext } from './test-context.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Uploads a complete file by the resumable protocol and returns the id of the upload. */
export async function upload(
  test: TestContext,
  headers: Bearer,
  bytes: Uint8Array,
  fileName = '书.epub',
  door: string = EPUB_UPLOAD_PATH,
): Promise<string> {
  const created = await test.app.inject({
    method: 'POST',
    url: API_PREFIX + door,
    headers: { ...headers, ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` },
  });
  if (created.statusCode !== 201) throw new Error(`the upload was refused: ${created.statusCode} ${created.body}`);
  const address = String(created.headers['location']);
  if (bytes.length > 0) {
    const sent = await test.app.inject({
      method: 'PATCH',
      url: address,
      headers: { ...headers, ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: Buffer.from(bytes),
    });
    if (sent.statusCode !== 204) throw new Error(`the upload stopped: ${sent.statusCode} ${sent.body}`);
  }
  return address.split('/').at(-1) ?? '';
}

/** Confirms the file that waits for a second person, as somebody else than the one who uploaded it. */
export async function confirmEdition({ context }: TestContext, publishId: number): Promise<void> {
  const row = await waitingChangeOf(context.db, publishId);
  if (!row) return;
  const person = { ...SECOND_PERSON, permissions: new Set(['*:*:*']) };
  await decideChange(context, person as unknown as CurrentUser, 'confirm', row.id, '', unloggedWrite(context));
}
const SECOND_PERSON = { userId: 999_999, userName: 'second', nickName: '第二人', accounts: new Set([999_999]) };

/** Uploads a file, has it prepared, and returns the result. A new file of a work on sale is confirmed, unless it `waits`. */
export async function prepareFile(
  test: TestContext,
  headers: Bearer,
  bytes: Uint8Array,
  more: { fileName?: string; publishId?: number; waits?: boolean } = {},
): Promise<Preparation> {
  const uploadId = await upload(test, headers, bytes, more.fileName);
  const url = `${API_PREFIX}/cms/publish/preparation`;
  const asked = await test.app.inject({
    method: 'POST',
    url,
    headers,
    payload: { uploadId, ...(more.publishId ? { publishId: more.publishId } : {}) },
  });
  const { data, msg } = asked.json<{ data?: Preparation; msg: string }>();
  if (!data) throw new Error(`the preparation was refused: ${msg}`);
  await test.context.jobs.settled();
  if (more.publishId && !more.waits) await confirmEdition(test, more.publishId);
  const ended = await test.app.inject({ url: `${url}/${data.preparationId}`, headers });
  return ended.json<{ data: Preparation }>().data;
}
