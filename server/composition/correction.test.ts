import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run, styled } from '../../tests/support/docx-maker.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addVersion } from '../manuscript/version/manuscript-version.service.ts';
import { queueNextEpub } from './epub.service.ts';

let town: TestContext;
let staff: PressStaff;
let reader: number;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  reader = await town.addUser({ userName: 'reader' });
});
afterAll(() => town.close());

/** A published work with a released composition; its text is the 560 characters of `pressStaff`. */
async function published(title: string): Promise<{ archiveId: number; id: number; publishId: number }> {
  const archiveId = await staff.submitted('book', title);
  const publishId = await addListedWork(town.context, { title });
  await staff.put(archiveId, { status: 'published', editorId: staff.ids.editor, typesetterId: staff.ids.typesetter, publicationId: publishId });
  const { id } = await town.context.db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: staff.ids.typesetter,
      status: 'released',
      releasedAt: 1,
      releasedBy: staff.ids.chief,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { archiveId, id, publishId };
}

let reports = 0;
/** A report of the reader, accepted by the manager with the correct text. */
async function reported(publicationId: number, text: string, right: string, before = ''): Promise<void> {
  reports += 1;
  const { id } = await town.context.db
    .insertInto('erratum')
    .values({
      userId: reader,
      clientId: `report-${reports}`,
      clock: 1,
      seq: 1,
      deviceId: 'phone',
      device: 'phone',
      heard: '{}',
      deleted: '0',
      publicationId,
      editionId: 1,
      documentIndex: 0,
      chapterTitle: '',
      cfi: '',
      text,
      before,
      after: '',
      wrong: `“${text}”应为“${right}”`,
      status: 'pending',
      replyTime: null,
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await staff.ask('manager', 'PUT', `/annotation/erratum/answer/${id}`, { status: 'accepted', reply: '谢谢指正', right })).toMatchObject({
    code: 200,
  });
}

const textOf = async (archiveId: number): Promise<string> =>
  (await town.context.db.selectFrom('manuscriptText').select('content').where('archiveId', '=', archiveId).executeTakeFirstOrThrow()).content;

test('#37.1 an accepted report of a reader is written into the text, and the corrected edition follows', async () => {
  const { archiveId, id, publishId } = await published('勘误之书');
  const before = await textOf(archiveId);
  await reported(publishId, '桥上的灯亮了', '桥下的灯亮了');
  await town.context.db
    .updateTable('manuscriptText')
    .set({ content: `<p>河边有人等。桥上的灯<em>灭</em>了。</p>${before}` })
    .where('archiveId', '=', archiveId)
    .execute();
  await reported(publishId, '桥上的灯灭了', '桥上的灯亮着', '河边有人等。');
  await reported(publishId, '没有的字', '有的字');
  const { data: list } = await staff.ask('typesetter', 'GET', `/press/composition/correction/${id}`);
  expect(list).toMatchObject([
    { wrong: '桥上的灯亮了', right: '桥下的灯亮了', appliedVersion: null },
    { wrong: '桥上的灯灭了', right: '桥上的灯亮着' },
    { wrong: '没有的字' },
  ]);
  const markIds = (list as { markId: number }[]).map(({ markId }) => markId);
  expect((await staff.ask('editor2', 'POST', `/press/composition/correction/${id}`, { markIds })).code).toBe(403);
  const answer = await staff.ask('typesetter', 'POST', `/press/composition/correction/${id}`, { markIds });
  expect(answer.data).toMatchObject({
    done: [markIds[1]],
    skipped: [
      { id: markIds[0], reason: '正文里有多处相同的文字，请在正文里直接改' },
      { id: markIds[2], reason: '正文里找不到这段文字，可能已经改过' },
    ],
  });
  expect(await textOf(archiveId)).toContain('河边有人等。桥上的灯亮着');
  const after = (await staff.ask('editor', 'GET', `/press/composition/correction/${id}`)).data;
  expect(after[1].appliedVersion).toBe(answer.data.versionNo);
  // The catalog gets the new edition, and the reader a message.
  await town.context.jobs.settled();
  // False when the background work has done it already.
  await queueNextEpub(town.context);
  await town.context.jobs.settled();
  const { editionId } = await town.context.db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  expect(editionId).not.toBeNull();
  const message = await town.context.db.selectFrom('message').select(['title', 'userId']).orderBy('id', 'desc').execute();
  expect(message).toContainEqual({ title: '《勘误之书》已按您的反馈改正', userId: reader });
  const again = await staff.ask('editor', 'POST', `/press/composition/correction/${id}`, { markIds: [markIds[1]] });
  expect(again.data).toMatchObject({ done: [], versionNo: null, skipped: [{ reason: '已经改过，或不属于这部作品' }] });
});

const STYLES =
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>';
const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r0" Type="styles" Target="styles.xml"/><Relationship Id="r1" Type="image" Target="media/image1.png"/><Relationship Id="r2" Type="image" Target="media/chart.emf"/></Relationships>';
const drawing = (id: string, alt: string): string =>
  `<w:r><w:drawing><wp:docPr id="1" name="图" descr="${alt}"/><a:blip r:embed="${id}"/></w:drawing></w:r>`;

test('#37.4 the import sheet counts what the text has, and the EPUB has its chapters, parts and pictures', async () => {
  const { archiveId, id } = await published('带图的书');
  const heading = (text: string) => styled('<w:pStyle w:val="1"/>', run(text));
  const picture = await sharp({ create: { width: 2400, height: 60, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  const body = [heading('点灯'), paragraph(run('灯。'), drawing('r1', '一盏灯')), heading('送行'), paragraph(run('桥。'), drawing('r2', ''))];
  const parts = { 'word/styles.xml': STYLES, 'word/_rels/document.xml.rels': RELATIONS, 'word/media/image1.png': picture };
  const add = (bytes: Buffer) =>
    addVersion(town.context, { userId: staff.ids.editor } as never, archiveId, { type: 'docx', bytes, text: '灯', source: 'editor', note: '' });
  await add(await makeDocx(body, parts));
  const { data: sheet } = await staff.ask('typesetter', 'GET', `/press/composition/epub/${id}`);
  expect(sheet).toMatchObject({
    blocked: '',
    counts: { 1: 2, 2: 0, 3: 0, line: 0 },
    recipe: { split: 'auto', parts: [] },
    chapters: [{ title: '点灯' }, { title: '送行' }],
    pictures: 1,
    lost: 1,
    findings: [expect.objectContaining({ asks: 'confirmation' })],
  });
  expect((await staff.ask('typesetter', 'GET', `/press/composition/epub/${id}?split=none`)).data.chapters).toHaveLength(1);
  const undecided = { split: '1', parts: [{ from: 1, title: '下篇' }] };
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${id}`, undecided)).toMatchObject({
    code: 500,
    msg: '导入单上还有1处内容需要您先决定保留还是删去，第一处在正文第4段',
  });
  const recipe = { ...undecided, styles: [], decisions: [{ key: sheet.findings[0].key, choice: 'keep' }] };
  expect((await staff.ask('typesetter', 'POST', `/press/composition/epub/${id}`, recipe)).data).toMatchObject({
    chapters: 2,
    left: ['图片不能转入，请先转成PNG或JPG：1处'],
  });
  // The recipe is kept for the next edition.
  expect((await staff.ask('typesetter', 'GET', `/press/composition/epub/${id}`)).data.recipe).toEqual(recipe);
  const file = await town.context.db
    .selectFrom('manuscriptFile')
    .select('fileKey')
    .where('archiveId', '=', archiveId)
    .where('fileRole', '=', 'epub')
    .executeTakeFirstOrThrow();
  const bytes = await buffer(await town.context.files.read(file.fileKey));
  expect(bytes.includes('OEBPS/pictures/001.png')).toBe(true);
  await add(await makeDocx([paragraph(inserted('张编辑', run('新加的字')))]));
  expect((await staff.ask('typesetter', 'GET', `/press/composition/epub/${id}`)).data.blocked).toContain(
    '文稿里还有1处修订没有处理，第一处在正文第1段，作者是张编辑',
  );
});

test('45.3 the sheet lists the styles, the editor changes them, and works of the series begin with the choice', async () => {
  const { archiveId, id } = await published('样式之书');
  const { db } = town.context;
  await db.updateTable('composition').set({ status: 'delivered' }).where('id', '=', id).execute();
  const STYLED = STYLES.replace(
    '</w:styles>',
    '<w:style w:type="paragraph" w:styleId="2"><w:name w:val="诗"/></w:style><w:style w:type="paragraph" w:styleId="3"><w:name w:val="篇名"/></w:style></w:styles>',
  );
  const line = (style: string, text: string) => styled(`<w:pStyle w:val="${style}"/>`, run(text));
  const bytes = await makeDocx([line('3', '点灯'), line('2', '灯在桥上'), line('2', '桥在水上'), line('3', '送行'), line('1', '尾声')], {
    'word/styles.xml': STYLED,
    'word/_rels/document.xml.rels': RELATIONS.replace(/<Relationship Id="r[12]"[^>]*>/g, ''),
  });
  const version = { type: 'docx', bytes, text: '灯', source: 'editor', note: '' } as const;
  await addVersion(town.context, { userId: staff.ids.editor } as never, archiveId, version);
  const sheetOf = async (of: number) => (await staff.ask('typesetter', 'GET', `/press/composition/epub/${of}`)).data;
  expect((await sheetOf(id)).styles).toEqual([
    { name: '篇名', count: 2, sample: '点灯', role: 'body' },
    { name: '诗', count: 2, sample: '灯在桥上', role: 'body' },
    { name: 'heading 1', count: 1, sample: '尾声', role: 'h1' },
  ]);
  const styles = [
    { name: '篇名', role: 'h1' },
    { name: '诗', role: 'verse' },
    { name: 'heading 1', role: 'h2' },
  ];
  expect(await staff.ask('typesetter', 'PUT', `/press/composition/epub/${id}`, { styles: [{ name: '诗', role: 'poem' }] })).toMatchObject({
    code: 400,
  });
  expect(await staff.ask('typesetter', 'PUT', `/press/composition/epub/${id}`, { styles })).toMatchObject({ code: 200 });
  const changed = await sheetOf(id);
  expect(changed.chapters.map(({ title }: { title: string }) => title)).toEqual(['点灯', '送行']);
  expect(changed.differences).toEqual([]);
  expect(changed.preview).toContain('<blockquote class="verse"><p>灯在桥上</p></blockquote>');
  expect(changed.preview).toContain('>尾声</h2>');
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${id}`)).toMatchObject({ code: 200, data: { chapters: 2 } });
  // Another work of the series begins with these styles.
  const other = await published('丛书的另一部');
  await db.updateTable('composition').set({ status: 'delivered' }).where('id', '=', other.id).execute();
  await addVersion(town.context, { userId: staff.ids.editor } as never, other.archiveId, version);
  expect((await sheetOf(other.id)).recipe.styles).toEqual([]);
  const base = { topicNo: '', title: '样式之书', kind: 'book', declarerId: staff.ids.editor, series: '灯下丛书', createTime: 1, updateTime: 1 };
  for (const [index, one] of [archiveId, other.archiveId].entries())
    await db
      .insertInto('topic')
      .values({ ...base, topicNo: `XT${index}`, archiveId: one } as never)
      .execute();
  expect((await sheetOf(other.id)).recipe.styles).toEqual(styles);
});
