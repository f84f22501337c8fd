import type { BrowserServer } from './browser-server.ts';
import { until } from './until.ts';

const PIECE = 8 * 1024 * 1024;
const WAIT_MS = 300_000;

/** Publishes one film as an editor and a second editor would: uploaded by tus, reviewed, approved. Returns its ids. */
export async function publishFilm(
  server: BrowserServer,
  film: Buffer,
  { title, fileName, fields = {} }: { title: string; fileName: string; fields?: Record<string, unknown> },
): Promise<{ publishId: number; mediaId: number }> {
  const editor = await server.logIn('worksadmin');
  const { data: work } = (await server.call(editor, 'POST', '/cms/publish/audio', { kind: 'video', title, authorsText: '测量' })) as {
    data: { publishId: number };
  };
  const uploadId = await sent(server, editor, film, fileName);
  const { data: track } = (await server.call(editor, 'POST', '/cms/media', { publishId: work.publishId, uploadId, title })) as {
    data: { mediaId: number };
  };
  let last = '';
  const ready = async (): Promise<true | undefined> => {
    const { rows } = (await server.call(editor, 'GET', `/cms/media/list?publishId=${work.publishId}`)) as {
      rows: { state: string; message: string }[];
    };
    last = `film: ${rows[0]?.state} ${rows[0]?.message}`;
    if (rows[0]?.state === 'failed') throw new Error(last);
    return rows[0]?.state === 'ready' ? true : undefined;
  };
  await until(ready, WAIT_MS, () => last);
  const { data: row } = (await server.call(editor, 'GET', `/cms/publish/${work.publishId}`)) as { data: Record<string, unknown> };
  const { data: tree } = (await server.call(null, 'GET', '/cms/archiveType/queryTree')) as { data: { archiveTypeId: number }[] };
  const words = { archiveTypeId: tree[0]?.archiveTypeId, isFree: '1', intro: '<p>试验用片</p>', listPriceFen: 0, salePriceFen: 0 };
  await server.call(editor, 'PUT', '/cms/publish', { ...row, ...(row['cover'] as object), ...words, ...fields });
  await server.call(editor, 'PUT', `/cms/publish/submit/${work.publishId}`, { reason: '' });
  await server.call(await server.logIn('chief'), 'PUT', `/cms/publish/approve/${work.publishId}`, { reason: '' });
  return { publishId: work.publishId, mediaId: track.mediaId };
}

async function sent(server: BrowserServer, token: string, bytes: Buffer, fileName: string): Promise<string> {
  const head = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const door = `${server.origin}/prod-api/media-uploads`;
  const length = { 'upload-length': String(bytes.length), 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` };
  const made = await fetch(door, { method: 'POST', headers: { ...head, ...length } });
  const address = new URL(made.headers.get('location') ?? '', `${door}/`);
  for (let from = 0; from < bytes.length; from += PIECE) {
    const piece = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    const answer = await fetch(address, { method: 'PATCH', headers: { ...head, ...piece }, body: Buffer.from(bytes.subarray(from, from + PIECE)) });
    if (answer.status !== 204) throw new Error(`upload: ${answer.status}`);
  }
  return address.pathname.split('/').at(-1) ?? '';
}
