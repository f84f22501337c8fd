import { afterAll, beforeAll, expect, test } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import PizZip from 'pizzip';
import sharp from 'sharp';
import { COMMENT, contestTown, CRITERIA, type ContestTown } from '../../../tests/support/contest-fixture.ts';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { openDocx } from '../../document/open-zip.ts';

let town: TestContext;
let c: ContestTown;
let contestId: number;
const submits: number[] = [];
const JUDGES = ['b1', 'b2', 'b3'];
/** Names that must reach no judge. */
const NAMES = ['欧阳望溪', '端木知夏', '令狐见山', 'ouyang@example.org', '望溪书院'] as const;
const [AUTHOR, MEMBER, TEACHER, MAIL, COLLEGE] = NAMES;

beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  const { db } = town.context;
  await c.person('writer');
  const college = await db
    .insertInto('college')
    .values({ collegeName: COLLEGE, level: '本科', createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('user')
    .set({ nickName: AUTHOR, realName: AUTHOR, email: MAIL, collegeId: college.id })
    .where('userName', '=', 'writer')
    .execute();
  contestId = await c.collecting({ round2: { seeOthers: 'after_own' } });
  const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${AUTHOR}</dc:creator><cp:lastModifiedBy>${MEMBER}</cp:lastModifiedBy></cp:coreProperties>`;
  const docx = await makeDocx([paragraph(run('灯亮了，桥上有人走过。'))], { 'docProps/core.xml': core });
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.setAuthor(AUTHOR);
  pdf.setTitle(`${COLLEGE}的投稿`);
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .withExif({ IFD0: { Artist: AUTHOR, Copyright: MEMBER, ImageDescription: MAIL } })
    .jpeg()
    .toBuffer();
  const sound = Buffer.concat([id3(AUTHOR), Buffer.alloc(64, 0xff), Buffer.from(`TAG${AUTHOR}`.padEnd(128, '\0')).subarray(0, 128)]);
  const team = [{ name: MEMBER, phone: '', part: '' }];
  for (const [title, name, bytes] of [
    ['灯下的译文', `${AUTHOR}-${COLLEGE}.docx`, docx],
    ['桥边的译文', `${AUTHOR}.pdf`, Buffer.from(await pdf.save())],
    ['封面小稿', `${MEMBER}.jpg`, picture],
  ] as const)
    submits.push(await c.entry('writer', contestId, { title, team, instructor: TEACHER }, { name, bytes }));
  await c.person('speaker');
  submits.push(await c.entry('speaker', contestId, { title: '读给你听' }, { name: `${AUTHOR}.mp3`, bytes: sound }));
  await c.person('plain');
  submits.push(
    await c.entry(
      'plain',
      contestId,
      { title: '一段文字', instructor: TEACHER },
      { name: '文.txt', bytes: Buffer.from(`感谢${TEACHER}老师的指导。`) },
    ),
  );
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  const round = await c.roundOf(contestId, 1);
  const answer = await c.ask('ops', 'PUT', `/cms/contest/round/allocate/${round}`, {});
  expect(answer).toMatchObject({ code: 200 });
  await c.clock();
}, 240_000);
afterAll(() => town.close());

/** An ID3v2.3 tag with one artist. */
function id3(name: string): Buffer {
  const text = Buffer.concat([Buffer.from([3]), Buffer.from(name)]);
  const frame = Buffer.concat([Buffer.from('TPE1'), Buffer.from([0, 0, 0, text.length, 0, 0]), text]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, 0, 0, 0, frame.length]), frame]);
}

/** An EPUB of the given files; its package is `a.opf`. */
function epubOf(files: Readonly<Record<string, string>>): Buffer {
  const zip = new PizZip();
  zip.file('META-INF/container.xml', '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>');
  for (const [path, text] of Object.entries(files)) zip.file(path, text);
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const leaks = (text: string): string[] => NAMES.filter((name) => text.includes(name));
const get = async (who: string, url: string) => town.app.inject({ method: 'GET', url: `/prod-api${url}`, headers: await town.as(who) });

test('#50 #51 no answer to a judge names the contestant, the team, the teacher, the college or a mail address', async () => {
  const texts: string[] = [];
  for (const judge of JUDGES) {
    for (const url of [
      '/cms/contest/judgeTask/mine',
      `/cms/contest/judgeTask/package?contestId=${contestId}&roundType=1`,
      '/getInfo',
      '/system/message/mine',
    ])
      texts.push((await get(judge, url)).body);
    for (const submitId of submits)
      texts.push((await get(judge, `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=1&submitId=${submitId}`)).body);
  }
  texts.push(
    (await get(JUDGES[0] ?? '', `/cms/search/across?keyword=${encodeURIComponent(AUTHOR)}`)).body.replaceAll(encodeURIComponent(AUTHOR), ''),
  );
  expect(texts.flatMap(leaks)).toEqual([]);
  const messages = await town.context.db
    .selectFrom('message')
    .select(['title', 'content'])
    .where(
      'userId',
      'in',
      JUDGES.map((name) => c.ids[name] ?? 0),
    )
    .execute();
  expect(messages.flatMap(({ title, content }) => leaks(title + content))).toEqual([]);
});

test('the copies for judges have no names in properties of docx and PDF, in EXIF, ID3 tags and file names', async () => {
  const files = await town.context.db.selectFrom('contestFile').selectAll().where('contestId', '=', contestId).execute();
  expect(files.map(({ blindState }) => blindState)).toEqual(['ready', 'ready', 'ready', 'ready', 'found']);
  for (const file of files) {
    const answer = await get('b1', `/cms/contest/judgeTask/file/${file.id}`);
    if (file.blindState === 'found') {
      // Names in the text wait for an organiser.
      expect(answer.json()).toMatchObject({ code: 404 });
      continue;
    }
    expect(leaks(decodeURIComponent(String(answer.headers['content-disposition'])))).toEqual([]);
    const bytes = answer.rawPayload;
    const inner = file.fileName.endsWith('.docx')
      ? Object.values((await openDocx(bytes)).files)
          .map((part) => part.asText())
          .join('\n')
      : bytes.toString('utf8');
    const exif = file.fileName.endsWith('.jpg') ? ((await sharp(bytes).metadata()).exif?.toString('utf8') ?? '') : '';
    const pdf = file.fileName.endsWith('.pdf') ? await PDFDocument.load(bytes, { updateMetadata: false }) : null;
    expect([file.fileName, leaks(inner + exif + (pdf ? `${pdf.getAuthor() ?? ''}${pdf.getTitle() ?? ''}` : ''))]).toEqual([file.fileName, []]);
  }
});

test('#47.2 SM48 a file with names in its text opens for judges only after an organiser has looked at it', async () => {
  const { id } = await town.context.db.selectFrom('contestFile').select('id').where('fileName', '=', '文.txt').executeTakeFirstOrThrow();
  const detail = (await c.ask('ops', 'GET', `/cms/contest/submit/detail/${submits[4]}`)).data;
  expect(detail.fileList[0].findings[0].text).toContain(TEACHER);
  expect(await c.ask('b1', 'PUT', `/cms/contest/submit/blind/${id}`)).toMatchObject({ code: 403 });
  expect(await c.ask('ops', 'PUT', `/cms/contest/submit/blind/${id}`)).toMatchObject({ code: 200 });
  expect(await c.ask('ops', 'PUT', `/cms/contest/submit/blind/${id}`)).toMatchObject({ code: 24801, msg: '这个文件不需要确认' });
  const steps = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'contestFile')
    .where('entityId', '=', id)
    .orderBy('id')
    .execute();
  expect(steps).toEqual([
    { event: 'make', fromStatus: 'waiting', toStatus: 'found', operatorId: 0 },
    { event: 'confirm', fromStatus: 'found', toStatus: 'ready', operatorId: c.ids['ops'] },
  ]);
  expect(await c.ask('b1', 'GET', `/cms/contest/judgeTask/text/${id}`)).toMatchObject({ code: 200 });
});

test('a judge who is not assigned opens neither a task nor a file, and an assigned one not the original', async () => {
  await c.person('stranger', ['judge']);
  const { id } = await town.context.db
    .selectFrom('contestFile')
    .select('id')
    .where('submitId', '=', submits[0] ?? 0)
    .executeTakeFirstOrThrow();
  for (const url of [`/cms/contest/judgeTask/file/${id}`, `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=1&submitId=${submits[0]}`])
    expect((await get('stranger', url)).json()).toMatchObject({ code: 404 });
  expect((await get('b1', `/cms/contest/submit/file/${id}`)).json()).toMatchObject({ code: 404 });
});

test('other totals reach a judge only when the round allows it: after the own result, and never as a count or mean', async () => {
  const round1 = await c.roundOf(contestId, 1);
  for (const judge of JUDGES)
    for (const submitId of submits)
      await c.ask(judge, 'PUT', '/cms/contest/judgeTask/submit', { contestId, roundType: 1, submitId, result: 'pass', comment: COMMENT });
  await c.ask('ops', 'PUT', `/cms/contest/round/close/${round1}`, {});
  await c.ask('ops', 'PUT', `/cms/contest/round/confirm/${round1}`, {});
  const round2 = await c.roundOf(contestId, 2);
  expect(await c.ask('ops', 'PUT', `/cms/contest/round/allocate/${round2}`, {})).toMatchObject({ code: 200 });
  await c.clock();
  const [submitId = 0] = submits;
  const score = (who: string, points: number) =>
    c.ask(who, 'PUT', '/cms/contest/judgeTask/submit', {
      contestId,
      roundType: 2,
      submitId,
      comment: COMMENT,
      items: CRITERIA.map(({ key }) => ({ key, score: points })),
    });
  await score('b1', 877);
  const before = (await get('b2', `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=2&submitId=${submitId}`)).body;
  expect(before).not.toContain('8770');
  expect(JSON.parse(before).data).toMatchObject({ others: null, total: null });
  expect((await get('b2', `/cms/contest/judgeTask/package?contestId=${contestId}&roundType=2`)).body).not.toContain('8770');
  expect((await get('b2', '/cms/contest/judgeTask/mine')).body).not.toContain('8770');
  await score('b2', 600);
  const after = (await c.ask('b2', 'GET', `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=2&submitId=${submitId}`)).data;
  // Judges stay unnamed to each other.
  expect(after.others).toEqual([{ name: '评委1', result: '', total: 8770, comment: COMMENT }]);
  await town.context.db.updateTable('contestRound').set({ seeOthers: 'never' }).where('id', '=', round2).execute();
  expect((await c.ask('b2', 'GET', `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=2&submitId=${submitId}`)).data.others).toBeNull();
});

test('a txt file in another encoding, and everything in an EPUB, is searched for names; the book keeps no name in its package', async () => {
  const id = await c.collecting({ contest: { fileTypes: ['txt', 'epub'] } });
  // 感谢令 狐见山老师。 in GB 18030.
  const chinese = Buffer.from('b8d0d0bbc1ee20bafcbcfbc9bdc0cfcaa6a1a3', 'hex');
  const book = epubOf({
    'a.opf': `<package xmlns:dc="d"><metadata><dc:creator>${AUTHOR}</dc:creator><dc:title>书</dc:title><!-- ${AUTHOR} --></metadata><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>`,
    'toc.ncx': `<ncx><docAuthor><text>${AUTHOR}</text></docAuthor><docTitle><text>书</text></docTitle></ncx>`,
    'c.xhtml': '<html><head><title>书</title></head><body><p>灯亮了。</p></body></html>',
    'META-INF/metadata.xml': AUTHOR,
  });
  const named = epubOf({
    'a.opf': '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
    'c.xhtml': `<html><body><img alt="${AUTHOR}摄"/></body></html>`,
  });
  const more = { instructor: TEACHER, intro: `我是${AUTHOR}。` };
  const made = [
    await c.entry('writer', id, { ...more, title: '国标' }, { name: 'a.txt', bytes: chinese }),
    await c.entry('writer', id, { ...more, title: `${MEMBER}小集`, instructor: MEMBER }, { name: 'a.epub', bytes: book }),
    await c.entry('writer', id, { ...more, title: '配图' }, { name: 'b.epub', bytes: named }),
  ];
  await c.addJudges(id, JUDGES);
  await c.toJudging(id);
  expect(await c.ask('ops', 'PUT', `/cms/contest/round/allocate/${await c.roundOf(id, 1)}`, {})).toMatchObject({ code: 200 });
  await c.clock();
  const files = await town.context.db.selectFrom('contestFile').selectAll().where('submitId', 'in', made).orderBy('submitId').execute();
  expect(files.map(({ blindState }) => blindState)).toEqual(['found', 'ready', 'found']);
  expect(JSON.parse(files[0]?.findings ?? '')[0].text).toContain('令狐见山');
  const bytes = (await get('b1', `/cms/contest/judgeTask/file/${files[1]?.id}`)).rawPayload;
  const parts = Object.entries(new PizZip(bytes).files);
  expect(parts.map(([name]) => name)).not.toContain('META-INF/metadata.xml');
  expect(parts.flatMap(([, part]) => leaks(part.asText()))).toEqual([]);
  // Text that the contestant typed in the entry form.
  const texts = [await get('b1', '/cms/contest/judgeTask/mine'), await get('b1', `/cms/contest/judgeTask/package?contestId=${id}&roundType=1`)];
  expect(texts.flatMap(({ body }) => leaks(body))).toEqual([]);
  expect(texts[1]?.body).toContain('（内容提到作者，不显示）');
});

test('an organiser who entered the contest neither opens a file with names nor changes the conflicts', async () => {
  const id = await c.collecting();
  const own = await c.entry('ops', id);
  const other = await c.entry('plain', id, { instructor: TEACHER }, { name: 'a.txt', bytes: Buffer.from(`感谢${TEACHER}。`) });
  await c.addJudges(id, ['b1', 'b2', 'b3']);
  await c.clock();
  const file = await town.context.db.selectFrom('contestFile').select(['id', 'blindState']).where('submitId', '=', other).executeTakeFirstOrThrow();
  expect(file.blindState).toBe('found');
  const entered = expect.stringContaining('您参加了本届大赛');
  expect(await c.ask('ops', 'PUT', `/cms/contest/submit/blind/${file.id}`)).toMatchObject({ msg: entered });
  const conflict = { contestId: id, userId: c.ids['b1'], submitId: own, note: '认识' };
  expect(await c.ask('ops', 'POST', '/cms/contest/conflict', conflict)).toMatchObject({ msg: entered });
  expect(await c.ask('ops2', 'POST', '/cms/contest/conflict', conflict)).toMatchObject({ code: 200 });
  const { rows } = await c.ask('ops2', 'GET', `/cms/contest/conflict/list?contestId=${id}`);
  const declared = (rows as { conflictId: number; kind: string }[]).find(({ kind }) => kind === 'organiser');
  expect(await c.ask('ops', 'DELETE', `/cms/contest/conflict/${declared?.conflictId}`)).toMatchObject({ msg: entered });
  expect(await c.ask('ops2', 'PUT', `/cms/contest/submit/blind/${file.id}`)).toMatchObject({ code: 200 });
});

test('staff who judge or entered a contest read neither authors nor scores on the pages of the organisers while it is judged', async () => {
  const id = await c.collecting();
  await c.person('both', ['judge', 'ops_admin']);
  const submitId = await c.entry('writer', id);
  await c.entry('ops', id);
  await c.addJudges(id, ['b1', 'b2', 'both']);
  const file = await town.context.db.selectFrom('contestFile').select('id').where('submitId', '=', submitId).executeTakeFirstOrThrow();
  const roundId = await c.roundOf(id, 1);
  const authors = [
    ['GET', `/cms/contest/submit/list?contestId=${id}`],
    ['GET', `/cms/contest/submit/detail/${submitId}`],
    ['GET', `/cms/contest/submit/file/${file.id}`],
    ['POST', `/cms/contest/exportWorks/${id}`],
  ] as const;
  const scores = [
    ['GET', `/cms/contest/round/tasks/${roundId}?submitId=${submitId}`],
    ['GET', `/cms/contest/round/ranking/${roundId}`],
    ['GET', `/cms/contest/round/report/${roundId}`],
    ['POST', `/cms/contest/exportScores/${id}`],
  ] as const;
  const opens = async (who: string, list: readonly (readonly ['GET' | 'POST', string])[]) => {
    const found: string[] = [];
    for (const [method, path] of list) {
      const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: await town.as(who) });
      const refused = String(answer.headers['content-type']).startsWith('application/json') && answer.json().code !== 200;
      if (!refused) found.push(path);
    }
    return found;
  };
  // The form is checked while entries are collected.
  expect(await opens('both', authors.slice(0, 3))).toHaveLength(3);
  await c.toJudging(id);
  expect(await opens('both', [...authors, ...scores])).toEqual([]);
  expect(await opens('ops', scores)).toEqual([]);
  expect(await opens('ops2', [...authors.slice(0, 3), ...scores.slice(0, 3)])).toHaveLength(6);
  await town.context.db.updateTable('contestRound').set({ blind: '0' }).where('contestId', '=', id).execute();
  expect(await opens('both', authors.slice(0, 3))).toHaveLength(3);
});

test('#47.1 a judge on the staff reads neither authors nor judges with a second account before the publicity', async () => {
  const id = await c.collecting();
  const submitId = await c.entry('writer', id);
  await c.addJudges(id, ['b1', 'b2', 'b3']);
  const file = await town.context.db.selectFrom('contestFile').select('id').where('submitId', '=', submitId).executeTakeFirstOrThrow();
  const roundId = await c.roundOf(id, 1);
  await c.toJudging(id);
  const paths = [
    `/cms/contest/submit/list?contestId=${id}`,
    `/cms/contest/submit/detail/${submitId}`,
    `/cms/contest/submit/file/${file.id}`,
    `/cms/contest/conflict/list?contestId=${id}`,
    `/cms/contest/round/tasks/${roundId}?submitId=${submitId}`,
    `/cms/contest/round/report/${roundId}`,
  ];
  const opened = async () => {
    const found: string[] = [];
    for (const path of paths) {
      const answer = await get('ops2', path);
      if (!String(answer.headers['content-type']).startsWith('application/json') || answer.json().code === 200) found.push(path);
    }
    return found;
  };
  expect(await opened()).toEqual(paths);
  await town.context.db.updateTable('user').set({ identityKey: 'judge' }).where('userName', 'in', ['b1', 'ops2']).execute();
  expect(await opened()).toEqual([]);
  await town.context.db.updateTable('user').set({ identityKey: '' }).execute();
  expect(await opened()).toEqual(paths);
});

test('#43.7 judges and entrants on the staff read neither conflicts, progress, allocation nor the list of judges before the publicity', async () => {
  const id = await c.collecting();
  const submitId = await c.entry('writer', id);
  await c.entry('ops', id);
  await c.addJudges(id, ['b1', 'b2', 'both']);
  const roundId = await c.roundOf(id, 1);
  await c.ask('ops2', 'POST', '/cms/contest/conflict', { contestId: id, userId: c.ids['b1'], submitId, note: '同事' });
  const paths = [
    `/cms/contest/conflict/list?contestId=${id}`,
    `/cms/contest/round/progress/${roundId}`,
    `/cms/contest/round/allocation/${roundId}?seed=1`,
    `/cms/contest/judge/list?contestId=${id}&pageNum=1&pageSize=50`,
  ];
  const named = async (who: string): Promise<string[]> => {
    const found: string[] = [];
    for (const path of paths) {
      const { body } = await town.app.inject({ url: `/prod-api${path}`, headers: await town.as(who) });
      if (/"nickName":"b[12]"|"judgeName":"b[12]"/.test(body)) found.push(path);
    }
    return found;
  };
  const NONE: string[] = [];
  for (const state of ['collecting', 'judging']) {
    if (state === 'judging') await c.toJudging(id);
    expect([state, await named('both'), await named('ops')]).toEqual([state, NONE, NONE]);
    expect(await named('ops2')).toContain(paths[3]);
    expect(await named('ops2')).toContain(paths[0]);
  }
  await town.context.db.updateTable('contest').set({ status: 'publicity' }).where('id', '=', id).execute();
  expect(await named('both')).toContain(paths[3]);
});
