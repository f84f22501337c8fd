import type { Bearer, TestContext } from './test-context.ts';

/** Uploads a file by tus as this user, in one part, and returns its number. */
export async function uploadFile(town: TestContext, as: Bearer, fileName: string, bytes: Buffer, path = '/manuscript-uploads'): Promise<string> {
  const tus = { ...as, 'tus-resumable': '1.0.0' };
  const url = `/prod-api${path}`;
  const size = { 'upload-length': String(bytes.length), 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` };
  const made = await town.app.inject({ method: 'POST', url, headers: { ...tus, ...size } });
  const uploadId = String(made.headers['location']).split('/').at(-1) ?? '';
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  await town.app.inject({ method: 'PATCH', url: `${url}/${uploadId}`, headers: { ...tus, ...piece }, payload: bytes });
  return uploadId;
}
