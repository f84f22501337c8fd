import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let staff: PressStaff;
let archiveId: number;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'draft', turn: 'author', turnUserId: staff.ids.author });
});
afterAll(() => town.close());

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const document = (inner: string): string => `<w:document xmlns:w="${WORD}"><w:body>${inner}</w:body></w:document>`;
const MACRO =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';

/** Routes that take a .docx of a person. */
const ROUTES: Readonly<Record<string, () => string>> = {
  'POST /doc/saveFileHistory': () => `/doc/saveFileHistory?archiveId=${archiveId}`,
  'POST /cms/archive/file': () => `/cms/archive/file?archiveId=${archiveId}&fileRole=manuscript`,
  'POST /cms/journal/submission/metadata': () => '/cms/journal/submission/metadata',
};

const FILES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a document type declaration': () =>
    makeDocx([], { 'word/document.xml': `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${document('&x;')}` }),
  'elements nested 3000 deep': () => makeDocx([], { 'word/document.xml': document('<w:tbl>'.repeat(3000) + '</w:tbl>'.repeat(3000)) }),
  'four million elements': () => makeDocx([], { 'word/document.xml': document('<w:r/>'.repeat(4_000_000)) }),
  'macros under another name': () => makeDocx([paragraph(run('灯'))], { '[Content_Types].xml': MACRO }),
};

async function send(url: string, bytes: Buffer): Promise<{ code: number; msg: string }> {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="稿.docx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...staff.as.author, 'content-type': `multipart/form-data; boundary=${edge}` };
  return (await town.app.inject({ method: 'POST', url: `/prod-api${url}`, headers, payload })).json();
}

test.each(Object.keys(FILES).flatMap((file) => Object.keys(ROUTES).map((route) => [file, route])))(
  '45.1 refuses %s in words at %s, and serves others meanwhile',
  async (file, route) => {
    const bytes = await FILES[file]!();
    const state = { finished: false };
    const answer = send(ROUTES[route]!(), bytes).finally(() => (state.finished = true));
    let served = 0;
    while (!state.finished && served < 3) {
      await town.app.inject({ method: 'GET', url: '/prod-api/live' });
      served += 1;
    }
    const { code, msg } = await answer;
    expect(code).toBe(500);
    expect(msg).toMatch(/请(?:在文字处理软件里|拆分|简化)/);
    expect(served).toBeGreaterThan(0);
  },
);

test('45.1 the next honest document is stored after hostile ones', async () => {
  const honest = await makeDocx([paragraph(run('桥上的灯'))]);
  for (const route of Object.values(ROUTES)) expect((await send(route(), honest)).code).toBe(200);
  expect(await town.context.db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).execute()).toHaveLength(1);
});
