import { PDFDocument } from 'pdf-lib';
import PizZip from 'pizzip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { AUTHOR, journalOffice, OPINION, REVIEWER_NAMES, type JournalOffice, type JournalPerson } from '../../../tests/support/journal-office.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';

let town: TestContext;
let office: JournalOffice;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
});
afterAll(() => town.close());

const AUTHOR_WORDS = [AUTHOR.name, AUTHOR.nameEn, AUTHOR.mail, AUTHOR.unit, '陆一苇', 'lu@lamp.test'];
const REVIEWER_WORDS = Object.entries(REVIEWER_NAMES).flatMap(([name, nickName]) => [nickName, `${name}@review.test`]);
const leaked = (text: string, words: readonly string[]): string[] => words.filter((word) => text.includes(word));
const inflated = (bytes: Buffer): string => {
  const zip = new PizZip(bytes);
  return Object.keys(zip.files)
    .map((path) => path + (zip.file(path)?.asText() ?? ''))
    .join('\n');
};
/** Everything that the server answers to a person on a list of addresses. */
async function answersTo(who: JournalPerson, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(paths.map((path) => town.app.inject({ url: `/prod-api${path}`, headers: office.as[who] })));
  return answers.map((answer) => answer.payload).join('\n');
}
const mailsAndMessages = async (userIds: readonly number[]): Promise<string> => {
  const { db } = town.context;
  const messages = await db
    .selectFrom('message')
    .selectAll()
    .where('userId', 'in', [...userIds])
    .execute();
  const mails = await db.selectFrom('mail').selectAll().execute();
  return JSON.stringify([messages, mails.filter(({ email }) => email.endsWith('@review.test'))]);
};

test('blind leak pkp-lib#1663, #2202: the name of the file and of the download do not name the author', async () => {
  const id = await office.external();
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const { data } = await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${reviewId}`);
  expect(data.files).toHaveLength(1);
  const file = await office.download('reviewer1', `/cms/journal/review/file/${reviewId}/${data.files[0].fileId}`);
  expect(file.name).toMatch(/^AA\d{4}-\d{4}-稿件-第1轮\.docx$/);
  expect(leaked(file.name + inflated(file.bytes), AUTHOR_WORDS)).toEqual([]);
});

test('blind leak ccr-quarto#12, tvcg PR 7: properties of a PDF do not name the author', async () => {
  const made = await PDFDocument.create();
  made.addPage([200, 200]);
  made.setAuthor('Shen Zhiyuan');
  made.setCreator('Shen Zhiyuan');
  const id = await office.draft();
  await office.send('author', `/cms/journal/submission/file?submissionId=${id}&role=manuscript`, 'Shen.pdf', Buffer.from(await made.save()));
  await office.ask('author', 'POST', `/cms/journal/submission/submit/${id}`);
  await office.confirm(id);
  const people = [{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }];
  await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people });
  expect((await office.fire('editor', 'passScreening', id)).code).toBe(200);
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const { data } = await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${reviewId}`);
  const file = await office.download('reviewer1', `/cms/journal/review/file/${reviewId}/${data.files[0].fileId}`);
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await PDFDocument.load(file.bytes, { updateMetadata: false })).getAuthor()).toBeUndefined();
});

test('blind leak pkp-lib#1136: lists, details, search and notices of a reviewer do not name the author', async () => {
  const id = await office.external();
  await office.review('reviewer1', id);
  const { reviewId } = await office.reviewOf('reviewer1', id);
  const other = await office.reviewOf('reviewer2', id);
  const seen = await answersTo('reviewer1', [
    '/cms/journal/review/mine?pageSize=100',
    `/cms/journal/review/detail/${reviewId}`,
    `/cms/journal/review/detail/${other.reviewId}`,
    `/cms/journal/submission/mine/${id}`,
    `/cms/journal/submission/detail/${id}`,
    `/cms/search/across?keyword=${encodeURIComponent(AUTHOR.name)}`,
    '/info/message/mine?pageSize=100',
  ]);
  expect(seen).toContain('小城出版怎样记录手艺');
  expect(leaked(seen + (await mailsAndMessages([office.ids.reviewer1, office.ids.reviewer2])), AUTHOR_WORDS)).toEqual([]);
  const found = await office.ask('reviewer1', 'GET', `/cms/journal/review/mine?keyword=${encodeURIComponent(AUTHOR.name)}`);
  expect(found.rows).toEqual([]);
  expect(leaked(seen, [REVIEWER_NAMES.reviewer2])).toEqual([]);
});

test('blind leak pkp-lib#10090: nothing that an author reads names a reviewer, or shows the confidential part', async () => {
  const id = await office.revision();
  const seen = await answersTo('author', [
    '/cms/journal/submission/mine?pageSize=100',
    `/cms/journal/submission/mine/${id}`,
    `/cms/journal/submission/detail/${id}`,
    '/info/message/mine?pageSize=100',
    `/cms/journal/review/people/${id}`,
  ]);
  expect(seen).toContain('审稿人1');
  expect(leaked(seen, [...REVIEWER_WORDS, '作者应当补充选样'])).toEqual([]);
  const letters = JSON.stringify(await town.context.db.selectFrom('letter').selectAll().where('entityId', '=', id).execute());
  expect(leaked(letters, REVIEWER_WORDS)).toEqual([]);
});

test('#47.1 an author who is listed with the mail of one account learns nothing with another one, and reviews nothing', async () => {
  const id = await office.decided();
  const { db } = town.context;
  const setMail = (email: string) => db.updateTable('user').set({ email }).where('id', '=', office.ids.coauthor).execute();
  const setPerson = (identityKey: string, ...people: JournalPerson[]) =>
    db
      .updateTable('user')
      .set({ identityKey })
      .where(
        'id',
        'in',
        people.map((name) => office.ids[name]),
      )
      .execute();
  const { email } = await db.selectFrom('user').select('email').where('id', '=', office.ids.coauthor).executeTakeFirstOrThrow();
  const paths = ['/cms/journal/submission/list?tab=open&pageSize=100', `/cms/journal/submission/detail/${id}`, `/cms/journal/review/people/${id}`];
  expect(leaked(await answersTo('editor', paths), REVIEWER_WORDS)).not.toEqual([]);
  await setMail('lu@lamp.test');
  await setPerson('one person', 'coauthor', 'editor', 'reviewer3');
  expect(leaked(await answersTo('editor', paths), REVIEWER_WORDS)).toEqual([]);
  expect((await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`)).code).toBe(404);
  const choices = (await office.ask('chief', 'GET', `/cms/journal/review/people/${id}?pageSize=100`)).rows as {
    userId: number;
    blocked: string;
  }[];
  expect(choices.find(({ userId }) => userId === office.ids.reviewer3)?.blocked).toBe('是作者之一');
  expect(choices.find(({ userId }) => userId === office.ids.reviewer4)?.blocked).toBe('');
  await setPerson('', 'coauthor', 'editor', 'reviewer3');
  await setMail(email);
});

test('blind leak pkp-lib#11374: a new round does not open the new manuscript to the reviewers of the round before', async () => {
  const id = await office.revision('major');
  const before = await office.reviewOf('reviewer1', id);
  const points = (await office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`)).data.points as { pointId: number }[];
  for (const { pointId } of points) await office.ask('author', 'PUT', '/cms/journal/submission/point', { pointId, answer: '已改。' });
  const sent = await office.send(
    'author',
    `/cms/journal/submission/file?submissionId=${id}&role=manuscript`,
    'b.docx',
    await office.docx('第二轮的秘密'),
  );
  await office.ask('author', 'PUT', `/cms/journal/submission/own/revise/${id}`, {});
  await office.confirm(id);
  const people = [{ userId: office.ids.reviewer3 }, { userId: office.ids.reviewer4 }];
  await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people });
  expect((await office.fire('editor', 'passScreening', id)).data.round).toBe(2);
  const old = await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${before.reviewId}`);
  expect(old.data.files.map((file: { fileId: number }) => file.fileId)).not.toContain(sent.data.fileId);
  expect((await office.download('reviewer1', `/cms/journal/review/file/${before.reviewId}/${sent.data.fileId}`)).code).toBe(404);
  const fresh = await office.reviewOf('reviewer3', id);
  expect((await office.download('reviewer3', `/cms/journal/review/file/${fresh.reviewId}/${sent.data.fileId}`)).code).toBe(404);
  await office.ask('reviewer3', 'PUT', `/cms/journal/review/own/accept/${fresh.reviewId}`, {});
  expect((await office.download('reviewer3', `/cms/journal/review/file/${fresh.reviewId}/${sent.data.fileId}`)).code).toBe(200);
});

test('blind leak pkp-lib#1300: a reviewer’s attachment reaches the author only anonymised, confirmed and with a letter', async () => {
  const id = await office.external();
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const file = await makeDocx([paragraph(run('批注版'))], {
    'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="${REVIEWER_NAMES.reviewer1}" w:initials="O">${paragraph(run('这里请核对'))}</w:comment></w:comments>`,
  });
  const sent = await office.send('reviewer1', `/cms/journal/review/file?reviewId=${reviewId}`, `${REVIEWER_NAMES.reviewer1}的批注.docx`, file);
  const { fileId } = sent.data as { fileId: number };
  await office.review('reviewer1', id);
  await office.review('reviewer2', id);
  expect((await office.download('author', `/cms/journal/submission/file/${fileId}`)).code).toBe(404);
  const letter = { subject: '请修改', content: `意见见附件。\n\n${OPINION}`, fileIds: [fileId] };
  const body = { reason: '请按附件里的批注逐条修改，并在修改说明里写清楚。', revisionKind: 'minor', letter };
  expect(await office.fire('editor', 'requestRevision', id, body)).toMatchObject({ code: 20908 });
  await office.confirm(id);
  expect((await office.fire('editor', 'requestRevision', id, body)).code).toBe(200);
  await office.deliver();
  const { data } = await office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`);
  expect(data.letters[0].files).toEqual([{ index: 0, name: '审稿人1-附件1.docx', size: expect.any(Number) }]);
  const got = await office.download('author', `/cms/journal/submission/letter/${data.letters[0].letterId}/0`);
  expect(leaked(got.name + inflated(got.bytes), REVIEWER_WORDS)).toEqual([]);
  expect(inflated(got.bytes)).toContain('w:author="审稿人1"');
});

test('blind leak pkp-lib#6297, #4964: an editor who is an author or a co-author learns nothing of the review of the own paper', async () => {
  const { db } = town.context;
  // A chief editor of the journal is the second author, known by mail only, in other letters.
  await db.updateTable('user').set({ email: 'Lu@Lamp.test' }).where('id', '=', office.ids.chief2).execute();
  const id = await office.decided();
  const { reviewId } = await office.reviewOf('reviewer1', id);
  const paths = [
    '/cms/journal/submission/list?tab=open&pageSize=100',
    `/cms/journal/submission/detail/${id}`,
    `/cms/journal/review/people/${id}`,
    '/info/todo/list?pageSize=100',
    '/info/message/mine?pageSize=100',
  ];
  expect(await answersTo('chief', paths.slice(0, 2))).toContain(REVIEWER_NAMES.reviewer1);
  const hidden = async () => {
    const list = await office.ask('chief2', 'GET', paths[0] ?? '');
    expect((list.rows as { submissionId: number }[]).map(({ submissionId }) => submissionId)).not.toContain(id);
    expect(leaked(await answersTo('chief2', paths), [...REVIEWER_WORDS, OPINION.slice(0, 20), '作者应当补充选样'])).toEqual([]);
    expect((await office.ask('chief2', 'GET', `/cms/journal/submission/detail/${id}`)).code).toBe(404);
    for (const call of [
      office.fire('chief2', 'accept', id, {}),
      office.ask('chief2', 'PUT', `/cms/journal/review/cancel/${reviewId}`, { reason: '不再需要了' }),
    ])
      expect((await call).code).not.toBe(200);
  };
  await hidden();
  expect(await office.ask('chief', 'PUT', `/cms/journal/submission/editor/${id}`, { editorId: office.ids.chief2 })).toMatchObject({
    msg: '作者不能处理自己的稿件，请选择其他编辑',
  });
  // A second account of the sender: the same identity card.
  await db.updateTable('user').set({ email: '', identityKey: '42010019900101001X' }).where('id', '=', office.ids.chief2).execute();
  await db.updateTable('user').set({ identityKey: '42010019900101001X' }).where('id', '=', office.ids.author).execute();
  await hidden();
  await db.updateTable('user').set({ identityKey: '' }).where('id', '=', office.ids.chief2).execute();
  expect((await office.ask('chief2', 'GET', `/cms/journal/submission/detail/${id}`)).code).toBe(200);
});

test('blind leak janeway#2142: the author sees which places still show a name, and the editor must confirm', async () => {
  const id = await office.draft({}, '沈知远在前一篇文章里说过，笔者曾走访桥头大学灯塔学院。');
  const { data } = await office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`);
  expect(data.files[0].places.map((place: { kind: string }) => place.kind)).toEqual(['name', 'unit', 'phrase']);
  await office.ask('author', 'POST', `/cms/journal/submission/submit/${id}`);
  const staff = await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`);
  expect(staff.data.files[0]).toMatchObject({ blindStatus: 'pending', places: [{ kind: 'name' }, { kind: 'unit' }, { kind: 'phrase' }] });
  expect(staff.data.blocked).toContain('请先查看匿名检查的结果，并确认匿名稿');
});

test('#47.2 SM48J each step of an anonymised copy is logged, and a new search opens a confirmed one', async () => {
  const id = await office.draft({ authors: [AUTHOR] }, '感谢欧阳渡提供照片。');
  await office.ask('author', 'POST', `/cms/journal/submission/submit/${id}`);
  const file = (await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`)).data.files[0];
  const confirm = (confirmed: boolean) => office.ask('editor', 'PUT', `/cms/journal/submission/blind/${file.fileId}`, { confirmed });
  expect((await confirm(true)).data.files[0]).toMatchObject({ blindStatus: 'confirmed' });
  expect((await confirm(false)).data.files[0]).toMatchObject({ blindStatus: 'pending' });
  await confirm(true);
  const authors = JSON.stringify([AUTHOR, { name: '欧阳渡', nameEn: '', unit: '', mail: '', corresponding: false }]);
  await town.context.db.updateTable('journalSubmission').set({ authors }).where('id', '=', id).execute();
  expect((await confirm(true)).data.files[0]).toMatchObject({ blindStatus: 'confirmed', places: [{ found: '欧阳渡' }] });
  const steps = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus'])
    .where('entityType', '=', 'journalFile')
    .where('entityId', '=', file.fileId)
    .orderBy('id')
    .execute();
  expect(steps.map(({ event, fromStatus, toStatus }) => [event, fromStatus, toStatus].join(' '))).toEqual([
    'make none pending',
    'confirm pending confirmed',
    'reopen confirmed pending',
    'confirm pending confirmed',
    'search confirmed pending',
    'confirm pending confirmed',
  ]);
});

test('authors who are added after the upload are searched for when the manuscript is submitted', async () => {
  const id = await office.draft({ authors: [AUTHOR] }, '感谢司马迟提供照片。');
  const { data } = await office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`);
  expect(data.files[0].places).toEqual([]);
  const authors = [AUTHOR, { name: '司马迟', nameEn: '', unit: '河口师范学院', mail: '', corresponding: false }];
  await office.ask('author', 'PUT', '/cms/journal/submission', {
    ...data.draft,
    authors,
    journalId: office.journalId,
    submissionId: id,
    version: data.version,
  });
  await office.ask('author', 'POST', `/cms/journal/submission/submit/${id}`);
  const staff = await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`);
  expect(staff.data.files[0].places.map((place: { found: string }) => place.found)).toEqual(['司马迟']);
});

test('an opinion that names its reviewer, and an answer that names the author, are not accepted', async () => {
  const id = await office.external();
  const toAuthor = `我是${REVIEWER_NAMES.reviewer1}，这篇文章的材料很扎实，但结论写得略满，请修改。`;
  expect(await office.review('reviewer1', id, { toAuthor })).toMatchObject({
    code: 20952,
    msg: expect.stringContaining(REVIEWER_NAMES.reviewer1) as never,
  });
  const revised = await office.revision();
  const { points } = (await office.ask('author', 'GET', `/cms/journal/submission/mine/${revised}`)).data as { points: { pointId: number }[] };
  for (const { pointId } of points) await office.ask('author', 'PUT', '/cms/journal/submission/point', { pointId, answer: '沈知远已在第二节补充。' });
  await office.send('author', `/cms/journal/submission/file?submissionId=${revised}&role=manuscript`, 'c.docx', await office.docx('修改稿'));
  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/revise/${revised}`, {})).toMatchObject({
    code: 20905,
    msg: expect.stringContaining('沈知远') as never,
  });
});

test('pkp-lib#2481: the rights of a reviewer end at once with a decline and with a cancellation', async () => {
  const id = await office.external();
  const first = await office.reviewOf('reviewer1', id);
  const second = await office.reviewOf('reviewer2', id);
  for (const [who, { reviewId }] of [
    ['reviewer1', first],
    ['reviewer2', second],
  ] as const)
    await office.ask(who, 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const { data } = await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${first.reviewId}`);
  const path = (reviewId: number) => `/cms/journal/review/file/${reviewId}/${data.files[0].fileId}`;
  expect((await office.download('reviewer1', path(first.reviewId))).code).toBe(200);
  const decline = { declineReason: '时间不够', reason: '近期出差', suggestedName: '欧阳评四', suggestedEmail: 'reviewer4@review.test' };
  expect((await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/decline/${first.reviewId}`, decline)).code).toBe(200);
  await office.ask('editor', 'PUT', `/cms/journal/review/cancel/${second.reviewId}`, { reason: '改由他人审读' });
  for (const [who, { reviewId }] of [
    ['reviewer1', first],
    ['reviewer2', second],
  ] as const) {
    expect((await office.download(who, path(reviewId))).code).toBe(404);
    expect((await office.ask(who, 'GET', `/cms/journal/review/detail/${reviewId}`)).code).toBe(404);
    expect((await office.ask(who, 'PUT', `/cms/journal/review/own/finish/${reviewId}`, {})).code).toBe(404);
  }
  const staff = await office.ask('editor', 'GET', `/cms/journal/submission/detail/${id}`);
  expect(staff.data.reviews[0]).toMatchObject({ declineReason: '时间不够', suggestedName: '欧阳评四' });
});

test('a single-blind journal shows the author to the reviewer, and never the reviewer to the author', async () => {
  await town.context.db.updateTable('journal').set({ reviewMode: 'single_blind' }).where('id', '=', office.journalId).execute();
  const id = await office.external();
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  expect((await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${reviewId}`)).data.authorsText).toBe('沈知远、陆一苇');
  await town.context.db.updateTable('journal').set({ reviewMode: 'double_blind' }).where('id', '=', office.journalId).execute();
});
