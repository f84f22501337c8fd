import { PDFDocument } from 'pdf-lib';
import PizZip from 'pizzip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { MANUSCRIPT_STATES } from '../../../contract/manuscript/manuscript.machine.ts';
import { addVersion, markAuthor, type VersionSource } from '../version/manuscript-version.service.ts';

let town: TestContext;
let staff: PressStaff;
/** Names of the reviewers: nick name, real name and sign-in name of each. */
const NAMES = ['欧阳初审', '欧阳真名', '司徒复审', '司徒真名'];
/** How a word processor signs the marks of a reviewer who is not signed in to it. */
const COMPUTER = 'Ouyang-PC';

beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  for (const [who, nickName, realName] of [
    ['editor2', '欧阳初审', '欧阳真名'],
    ['section', '司徒复审', '司徒真名'],
  ] as const)
    await town.context.db.updateTable('user').set({ nickName, realName }).where('id', '=', staff.ids[who]).execute();
});
afterAll(() => town.close());

const mark = (kind: 'ins' | 'del', author: string, text: string): string =>
  kind === 'ins'
    ? `<w:ins w:id="1" w:author="${author}" w:date="2026-11-20T08:00:00Z">${run(text)}</w:ins>`
    : `<w:del w:id="2" w:author="${author}" w:date="2026-11-20T08:00:00Z"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A reviewed document: marks and comments of two reviewers, one of them also with the name of a computer, and one mark of the author. */
const reviewed = (): Promise<Buffer> => {
  const [first, second] = [`欧阳初审（${staff.ids.editor2}）`, `司徒复审（${staff.ids.section}）`];
  const own = markAuthor({ nickName: 'author', userId: staff.ids.author });
  return makeDocx(
    [
      paragraph(
        run('桥上的'),
        mark('ins', first, '两盏'),
        mark('del', second, '旧'),
        run('灯亮了。'),
        mark('ins', COMPUTER, '真的'),
        mark('ins', own, '我'),
      ),
    ],
    {
      'word/comments.xml': `<w:comments ${W}><w:comment w:id="0" w:author="${second}" w:initials="司徒" w:date="2026-11-20T08:00:00Z"><w:p>${run('请核对')}</w:p></w:comment><w:comment w:id="1" w:author="欧阳真名" w:initials="欧"><w:p>${run('同意')}</w:p></w:comment></w:comments>`,
      'word/people.xml': `<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="${first}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::欧阳初审@press.test"/></w15:person></w15:people>`,
      'docProps/core.xml':
        '<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:creator>司徒真名</dc:creator><cp:lastModifiedBy>欧阳初审</cp:lastModifiedBy></cp:coreProperties>',
      'docProps/app.xml': '<Properties><Manager>司徒复审</Manager></Properties>',
    },
  );
};

async function store(archiveId: number, who: StaffName, source: VersionSource, bytes: Buffer): Promise<number> {
  return (await addVersion(town.context, { userId: staff.ids[who] } as never, archiveId, { type: 'docx', bytes, text: '桥', source, note: '' })).id;
}

async function addFile(archiveId: number, who: StaffName, fileRole: string, fileName: string, bytes: Buffer, mime: string): Promise<number> {
  const fileKey = `manuscripts/${archiveId}/files/${fileName}`;
  await town.context.files.put(fileKey, bytes, mime);
  const row = { archiveId, fileRole, fileName, fileKey, fileSize: bytes.length, mime, sha256: 'x', ownerId: staff.ids[who], replacedBy: null };
  const { id } = await town.context.db
    .insertInto('manuscriptFile')
    .values({ ...row, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** All text of an answer: the parts of a zip, the properties of a PDF, or the text itself. */
async function textIn(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return Object.values(new PizZip(bytes).files)
      .map((file) => Buffer.from(file.asUint8Array()).toString('utf8'))
      .join('\n');
  if (bytes.subarray(0, 4).toString() === '%PDF') {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return [pdf.getAuthor(), pdf.getCreator(), pdf.getSubject(), bytes.toString('latin1')].join('\n');
  }
  return bytes.toString('utf8');
}

async function get(who: StaffName, path: string): Promise<Buffer> {
  const { rawPayload } = await town.app.inject({ url: `/prod-api${path}`, headers: staff.as[who] });
  expect(rawPayload.subarray(0, 60).toString()).not.toMatch(/"code":(429|500)/);
  return rawPayload;
}

/** A manuscript of `author` with the co-author `manager`, who is on the staff; reviewed, and then edited on top of the marks. */
async function reviewedManuscript(title: string) {
  const archiveId = await staff.submitted('other', title);
  const authors = [
    { name: '何语', role: '著', share: 6000, userId: staff.ids.author },
    { name: '管理员', role: '著', share: 4000, userId: staff.ids.manager },
  ];
  await staff.put(archiveId, { authors: JSON.stringify(authors), editorId: staff.ids.editor });
  const round = { archiveId, round: 1, status: 'adopted', createTime: 1, updateTime: 1 };
  for (const [level, who] of [
    ['one', 'editor2'],
    ['two', 'section'],
  ] as const)
    await town.context.db
      .insertInto('review')
      .values({ ...round, level, auditorId: staff.ids[who], assignedBy: null, assignedAt: 1, dueAt: null, finishedAt: 2 } as never)
      .execute();
  const versions = [
    await store(archiveId, 'author', 'author', await makeDocx([paragraph(run('桥上的旧灯亮了。'))])),
    await store(
      archiveId,
      'editor2',
      'audit',
      await makeDocx([paragraph(run('桥上的旧灯亮了。'), mark('ins', `欧阳初审（${staff.ids.editor2}）`, '盏'))]),
    ),
    await store(archiveId, 'editor', 'editor', await reviewed()),
    await store(archiveId, 'section', 'editor', await makeDocx([paragraph(run('再改一次'), mark('ins', `司徒复审（${staff.ids.section}）`, '了'))])),
  ];
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.setAuthor('Situ fushen');
  pdf.setSubject('司徒复审');
  const epub = new PizZip();
  epub.file('mimetype', 'application/epub+zip', { compression: 'STORE' });
  epub.file('content.opf', '<package><metadata><dc:contributor>欧阳初审</dc:contributor></metadata></package>');
  const files = [
    await addFile(
      archiveId,
      'editor',
      'proof',
      'a.docx',
      await reviewed(),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ),
    await addFile(archiveId, 'typesetter', 'proof', 'a.pdf', Buffer.from(await pdf.save()), 'application/pdf'),
    await addFile(archiveId, 'typesetter', 'epub', 'a.epub', epub.generate({ type: 'nodebuffer' }), 'application/epub+zip'),
    await addFile(
      archiveId,
      'editor2',
      'report',
      'b.docx',
      await reviewed(),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ),
  ];
  return { archiveId, versions, files };
}

/** Every way out of a manuscript towards an author. */
function waysOut({ archiveId, versions, files }: Awaited<ReturnType<typeof reviewedManuscript>>): string[] {
  return [
    `/cms/archive/history/list?archiveId=${archiveId}`,
    ...versions.flatMap((id) => [
      `/cms/archive/history/file/${id}`,
      `/cms/archive/history/blame/${id}`,
      `/doc/preview/${id}?reading=1`,
      `/doc/preview/${id}`,
      `/doc/file/preview/${id}`,
    ]),
    ...['open', 'audit', 'collab'].flatMap((kind) => [`/doc/${kind}/${archiveId}?reading=1`, `/doc/file/${kind}/${archiveId}`]),
    ...[2, 3, 4].map((to) => `/cms/archive/history/compare?archiveId=${archiveId}&from=1&to=${to}`),
    `/cms/archive/revision/marked/${archiveId}?from=1&to=3`,
    `/cms/archive/revision/${archiveId}`,
    `/cms/archive/file/list?archiveId=${archiveId}`,
    ...files.map((id) => `/cms/archive/file/download/${id}`),
    `/cms/archive/mine/${archiveId}`,
    `/cms/archive/detail/${archiveId}`,
    `/cms/archive/list?pageNum=1&pageSize=50`,
    `/cms/archive/confirm/${archiveId}`,
    `/cms/archive/getInfo/${archiveId}`,
    `/press/editor/work/${archiveId}`,
    '/press/board/list',
    '/press/audit/list?level=two&tab=open&pageNum=1&pageSize=50',
  ];
}

test(
  '#43.2 #47.1 no answer and no file names a reviewer to an author, also on the staff or with a second account, in any state',
  { timeout: 240_000 },
  async () => {
    const manuscript = await reviewedManuscript('灯');
    // The owner of the manuscript is also on the staff, with another account.
    const { db } = town.context;
    await db.updateTable('user').set({ identityKey: 'one person' }).where('id', 'in', [staff.ids.author, staff.ids.archivist]).execute();
    const found: string[] = [];
    for (const status of MANUSCRIPT_STATES) {
      // The limit of document work counts per minute.
      await town.context.cache.clear('document-work');
      // In the review itself the turn is the reviewer's; `turnUserId` is what the row says.
      const audit = status.startsWith('audit');
      await staff.put(manuscript.archiveId, {
        status,
        turn: audit ? 'reviewer' : 'editor',
        turnUserId: audit ? staff.ids.section : staff.ids.editor,
      });
      // All ways in two states, and the ways that open the document in all.
      const ways =
        status === 'revising' || status === 'audit_two' ? waysOut(manuscript) : waysOut(manuscript).filter((path) => /open|list|detail/.test(path));
      for (const who of ['author', 'manager', 'archivist'] as const)
        for (const path of ways) {
          const text = await textIn(await get(who, path));
          for (const name of [...NAMES, COMPUTER]) if (text.includes(name)) found.push(`${status} ${who} ${path}: ${name}`);
        }
    }
    expect(found).toEqual([]);
    await db.updateTable('user').set({ identityKey: '' }).execute();
  },
);

test('#43.2 a reviewer has one number in all files of a manuscript, and the own marks of the author stay', async () => {
  const { archiveId, versions, files } = await reviewedManuscript('一盏灯');
  const inVersion = await textIn(await get('author', `/cms/archive/history/file/${versions[2]}`));
  const marks = [...inVersion.matchAll(/w:(ins|del|comment) [^>]*w:author="([^"]*)"/g)].map(([, kind, author]) => `${kind} ${author}`);
  expect(marks).toEqual(['ins 审稿人1', 'del 审稿人2', 'ins 编辑', `ins author（${staff.ids.author}）`, 'comment 审稿人2', 'comment 审稿人1']);
  expect(await textIn(await get('author', `/cms/archive/history/file/${versions[3]}`))).toContain('w:author="审稿人2"');
  expect(await textIn(await get('author', `/cms/archive/file/download/${files[0]}`))).toContain('w:author="审稿人1"');
  // The task of the first reviewer goes to another person: the numbers stay.
  await town.context.db
    .updateTable('review')
    .set({ auditorId: staff.ids.chief })
    .where('archiveId', '=', archiveId)
    .where('level', '=', 'one')
    .execute();
  expect(await textIn(await get('author', `/cms/archive/history/file/${versions[2]}`))).toBe(inVersion);
  const view = (await staff.ask('author', 'GET', `/doc/preview/${versions[2]}?reading=1`)).data;
  expect(view.marks.map(({ author }: { author: string }) => author)).toContain('审稿人2');
  // The staff reads the names.
  await staff.put(archiveId, { authors: '[]' });
  expect(await textIn(await get('manager', `/cms/archive/history/file/${versions[2]}`))).toContain('欧阳初审');
});

test('#43.2 a co-author on the staff reads no version of a review', async () => {
  const { archiveId, versions } = await reviewedManuscript('第三盏灯');
  const list = async () => (await staff.ask('manager', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)).data as { source: string }[];
  expect((await list()).map(({ source }) => source)).not.toContain('audit');
  for (const path of [`/cms/archive/history/file/${versions[1]}`, `/cms/archive/history/blame/${versions[1]}`, `/doc/preview/${versions[1]}`])
    expect((await staff.ask('manager', 'GET', path)).code).toBe(404);
  await staff.put(archiveId, { authors: '[]' });
  expect((await list()).map(({ source }) => source)).toContain('audit');
});

test('#43.2 an author saves over marks of reviewers that were shown by number', async () => {
  const { archiveId, versions } = await reviewedManuscript('第四盏灯');
  await staff.put(archiveId, { status: 'revising', turn: 'author', turnUserId: staff.ids.author });
  const opened = await get('author', `/doc/file/open/${archiveId}`);
  const zip = new PizZip(opened);
  const own = markAuthor({ nickName: 'author', userId: staff.ids.author });
  zip.file(
    'word/document.xml',
    zip
      .file('word/document.xml')!
      .asText()
      .replace('</w:p>', `${mark('ins', own, '改')}</w:p>`),
  );
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(zip.generate({ type: 'nodebuffer' }))]), '稿.docx');
  const made = new Response(form);
  const headers = { ...staff.as.author, 'content-type': made.headers.get('content-type') ?? '' };
  const answer = await town.app.inject({
    method: 'POST',
    url: `/prod-api/doc/saveFileHistory?archiveId=${archiveId}`,
    headers,
    payload: Buffer.from(await made.arrayBuffer()),
  });
  expect(answer.json()).toMatchObject({ code: 200, data: { versionNo: versions.length + 1 } });
});
