import { SECRET } from './first-manuscript.ts';
import type { Bearer, TestContext } from './test-context.ts';

/** Uploads a text file as a user does in a form. */
export async function uploadText(town: TestContext, bearer: Bearer): Promise<{ fileName: string; fileId: number }> {
  const form = new FormData();
  form.append('file', new Blob([SECRET]), '说明.txt');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const headers = { ...bearer, 'content-type': request.headers.get('content-type') ?? '' };
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/common/upload',
    headers,
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ fileName: string; fileId: number }>();
}
