import { expect, it } from 'vitest';
import { rejectHtml } from './reject-html.ts';

const answer = (type: string) => new Response('', { headers: { 'content-type': type } });

it('does not cache an HTML page that arrives in place of a script or a cover', async () => {
  expect(await rejectHtml.cacheWillUpdate({ response: answer('text/html; charset=utf-8') })).toBeNull();
  for (const type of ['text/javascript', 'image/webp', 'image/svg+xml'])
    expect((await rejectHtml.cacheWillUpdate({ response: answer(type) }))?.headers.get('content-type')).toBe(type);
});
