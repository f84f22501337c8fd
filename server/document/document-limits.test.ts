import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let author: Bearer;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'author' });
  author = await town.as('author');
});
afterAll(() => town.close());

async function readMetadata(bytes: Buffer): Promise<{ code: number; msg: string }> {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="稿.docx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...author, 'content-type': `multipart/form-data; boundary=${edge}` };
  return (await town.app.inject({ method: 'POST', url: '/prod-api/cms/journal/submission/metadata', headers, payload })).json();
}

test('#43.5 a document of three million empty paragraphs below 100 KB is refused in words, and others are served meanwhile', async () => {
  const bomb = await makeDocx(['<w:p/>'.repeat(3_000_000)]);
  expect(bomb.length).toBeLessThan(100 * 1024);
  const state = { finished: false };
  const answer = readMetadata(bomb).finally(() => (state.finished = true));
  let served = 0;
  while (!state.finished && served < 3) {
    await town.app.inject({ method: 'GET', url: '/prod-api/live' });
    if (!state.finished) served += 1;
  }
  expect(served).toBe(3);
  expect(await answer).toMatchObject({ code: 500, msg: '文档有超过20万个段落，请拆分后再上传' });
  expect((await readMetadata(await makeDocx([paragraph(run('桥上的灯'))]))).code).toBe(200);
});

test('#43.5 one user reads at most 120 documents a minute', async () => {
  const small = await makeDocx([paragraph(run('桥上的灯'))]);
  // The window must not end while a slow machine sends the calls.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const codes: number[] = [];
  for (let count = 0; count < 121; count += 1) codes.push((await readMetadata(small)).code);
  vi.useRealTimers();
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0);
  expect(new Set(codes.slice(0, 100))).toEqual(new Set([200]));
});
