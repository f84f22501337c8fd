import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { jatsProblems } from '../../tests/support/jats-check.ts';
import { journalOffice, type JournalOffice, type JournalPerson } from '../../tests/support/journal-office.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { wireDate } from '../db/clock.ts';
import { parseXml } from '../document/xml-tree.ts';
import { siteMap } from '../content/site-map.ts';
import { citationTags, periodicalSite } from './article-subject.ts';
import { jatsBody } from './jats/jats-body.ts';

let town: TestContext;
let office: JournalOffice;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
});
afterAll(() => town.close());

let issueNo = 0;
async function newIssue(publishDate = wireDate(Date.now())): Promise<number> {
  const body = { journalId: office.journalId, year: 2026, volume: 6, issueNo: (issueNo += 1), totalNo: 30 + issueNo, publishDate };
  const answer = await office.ask('chief', 'POST', '/cms/journal/issue', body);
  if (answer.code !== 200) throw new Error(answer.msg);
  return (answer.data as { issueId: number }).issueId;
}
const work = async (issueId: number) => (await office.ask('chief', 'GET', `/cms/journal/issue/work/${issueId}`)).data;
const arrange = async (issueId: number, articles: readonly object[], who: JournalPerson = 'editor') =>
  office.ask(who, 'PUT', `/cms/journal/issue/contents/${issueId}`, { version: (await work(issueId)).version, articles });
const sendEvent = (event: string, issueId: number, who: JournalPerson = 'chief', body = {}) =>
  office.ask(who, 'PUT', `/cms/journal/issue/${event}/${issueId}`, body);
async function withPdf(id: number): Promise<void> {
  const made = await PDFDocument.create();
  made.addPage([300, 400]);
  await office.send('editor', `/cms/journal/submission/file?submissionId=${id}&role=pdf`, '刊出.pdf', Buffer.from(await made.save()));
}
const oai = async (query: string) => (await town.app.inject({ url: `/prod-api/cms/journal/oai?${query}` })).payload;

/** An article that was published in an issue of its own. */
async function published(): Promise<{ articleId: number; issueId: number }> {
  const articleId = await office.copyediting();
  await withPdf(articleId);
  const { version, abstract, title } = (await office.ask('editor', 'GET', `/cms/journal/submission/detail/${articleId}`)).data;
  const bodyHtml =
    '<h2>做法</h2><p>走访了<strong>十二</strong>位工匠 &amp; 记录。</p><h3>材料</h3><ul><li>口述</li><li>照片</li></ul><h2>结论</h2><p>互相补充。</p>';
  await office.ask('editor', 'PUT', `/cms/journal/submission/article/${articleId}`, {
    title,
    abstract,
    bodyHtml,
    references: ['某人. 某书[M]. 某社, 2020: 1-9.'],
    doi: '10.99999/aa.2026.1',
    wordCount: 4600,
    version,
  });
  const issueId = await newIssue();
  await arrange(issueId, [{ submissionId: articleId, columnName: '研究', pageStart: 3, pageEnd: 9 }]);
  await sendEvent('lock', issueId);
  const done = await sendEvent('publish', issueId);
  if (done.code !== 200) throw new Error(done.msg);
  return { articleId, issueId };
}

test('A2 SM10 arranges articles with pages, refuses overlaps, locks and publishes with fees by F3', async () => {
  const [one, two] = [await office.copyediting(), await office.copyediting()];
  const issueId = await newIssue();
  expect(await sendEvent('lock', issueId)).toMatchObject({ code: 21003 });
  expect((await work(issueId)).waiting.map((row: { submissionId: number }) => row.submissionId)).toEqual(expect.arrayContaining([one, two]));
  const overlapping = [
    { submissionId: one, columnName: '研究', pageStart: 1, pageEnd: 8 },
    { submissionId: two, columnName: '书评', pageStart: 8, pageEnd: 12 },
  ];
  expect((await arrange(issueId, overlapping)).data.problems).toContain('《小城出版怎样记录手艺》与《小城出版怎样记录手艺》的页码重叠');
  expect(await sendEvent('lock', issueId)).toMatchObject({ code: 21002 });
  expect((await arrange(issueId, [{ submissionId: two, columnName: '书评', pageStart: 1, pageEnd: 6 }])).data.articles).toHaveLength(1);
  expect(await office.statusOf(one)).toBe('copyediting');
  await arrange(issueId, [overlapping[0] as object, { ...overlapping[1], pageStart: 9 }]);
  expect(await sendEvent('lock', issueId, 'editor')).toMatchObject({ code: 403 });
  expect(await sendEvent('publish', issueId)).toMatchObject({ code: 21001, msg: '《AA学刊》2026年第6卷第1期当前状态为「组稿中」，不能出刊' });
  expect((await sendEvent('lock', issueId)).data.status).toBe('locked');
  expect(await arrange(issueId, overlapping)).toMatchObject({ code: 500 });
  expect(await office.fire('editor', 'unschedule', one)).toMatchObject({ code: 20913 });
  await town.context.db.updateTable('journalSubmission').set({ wordCount: 4300 }).where('id', '=', one).execute();
  expect((await sendEvent('publish', issueId)).data.status).toBe('published');
  const row = await town.context.db.selectFrom('journalSubmission').selectAll().where('id', '=', one).executeTakeFirstOrThrow();
  expect([row.status, row.payFen, row.articleNo]).toEqual(['published', 45_000, '2026-1-1']);
  expect(await sendEvent('unlock', issueId, 'chief', { reason: '还要改' })).toMatchObject({ code: 21001 });
});

test('SM10 publishes no issue before its date, and opens a locked one again', async () => {
  const id = await office.copyediting();
  const issueId = await newIssue(wireDate(Date.now() + 3 * DAY_MS));
  await arrange(issueId, [{ submissionId: id, columnName: '研究', pageStart: 1, pageEnd: 5 }]);
  await sendEvent('lock', issueId);
  expect(await sendEvent('publish', issueId)).toMatchObject({ code: 21004 });
  expect((await sendEvent('unlock', issueId, 'chief', { reason: '改期' })).data.status).toBe('planning');
});

test('issues of another journal stay closed to an editor', async () => {
  const issueId = await newIssue();
  expect((await office.ask('other', 'GET', `/cms/journal/issue/work/${issueId}`)).code).toBe(404);
  expect((await office.ask('other', 'GET', '/cms/journal/issue/list')).rows).toEqual([]);
  expect((await office.ask('other', 'PUT', `/cms/journal/issue/lock/${issueId}`, {})).code).toBe(404);
  const body = { journalId: office.journalId, year: 2027, issueNo: 1 };
  expect((await office.ask('other', 'POST', '/cms/journal/issue', body)).code).toBe(400);
});

test('#13 an article page has contents, citations and a PDF, and nothing before it is published', async () => {
  const { articleId, issueId } = await published();
  const hidden = await office.submitted();
  expect((await office.ask('reader', 'GET', `/cms/journal/article/getInfo/${hidden}`)).code).toBe(404);
  const { data } = await office.ask('reader', 'GET', `/cms/journal/article/getInfo/${articleId}`);
  expect(data).toMatchObject({ pages: '3-9', retracted: false, hasPdf: true, doi: '10.99999/aa.2026.1' });
  expect(data.authors.map(({ mail }: { mail: string }) => mail)).toEqual(['shen@lamp.test', '']);
  const number = (await town.context.db.selectFrom('journalIssue').select('issueNo').where('id', '=', issueId).executeTakeFirstOrThrow()).issueNo;
  expect(data.citation).toBe(`沈知远, 陆一苇. 小城出版怎样记录手艺[J]. AA学刊, 2026, 6(${number}): 3-9. DOI:10.99999/aa.2026.1.`);
  const text = async (format: string) => (await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/${format}` })).payload;
  expect(await text('bibtex')).toMatch(/^@article\{aa2026-\d+-1,\n {2}author = \{沈知远 and 陆一苇\},[\s\S]*pages = \{3--9\},/);
  expect(await text('ris')).toMatch(/^TY {2}- JOUR\r\nAU {2}- 沈, 知远\r\n[\s\S]*SP {2}- 3\r\nEP {2}- 9\r\n[\s\S]*ER {2}- \r\n$/);
  expect((await office.ask('reader', 'GET', `/cms/journal/issue/getInfo/${issueId}`)).data.articles).toHaveLength(1);
  const page = { head: { title: '', keywords: '', description: '' }, publicUrl: 'https://books.example.org', path: '' } as never;
  const subject = periodicalSite.subjects?.['GET /cms/journal/article/getInfo/{articleId}']?.(data as never, page);
  const canonical = `/cms/main/cmsPeriodical/article/${articleId}`;
  expect(subject).toMatchObject({
    canonical,
    head: { title: '小城出版怎样记录手艺' },
    thing: { '@type': 'ScholarlyArticle', pageStart: '3', pageEnd: '9' },
  });
  expect(await siteMap(town.context, [periodicalSite])).toContain(`${canonical}</loc>`);
});

test('JATS 1.3 of an article has the required elements in their order', async () => {
  const { articleId } = await published();
  const answer = await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/jats` });
  expect(answer.headers['content-type']).toContain('application/xml');
  expect(answer.payload).toContain('JATS-journalpublishing1-3.dtd');
  expect(jatsProblems(answer.payload)).toEqual([]);
  expect(answer.payload).toContain(
    '<sec><title>做法</title><p>走访了<bold>十二</bold>位工匠 &amp; 记录。</p><sec><title>材料</title><list list-type="bullet">',
  );
  expect(jatsBody('<p>前言</p><h4>深</h4><p>文</p><h2>二</h2>')).toBe(
    '<p>前言</p><sec><title>深</title><p>文</p></sec><sec><title>二</title><p/></sec>',
  );
  // The tag set requires the element of the ISSN, also for a journal that has no number.
  await town.context.db.updateTable('journal').set({ issn: '' }).where('id', '=', office.journalId).execute();
  const bare = (await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/jats` })).payload;
  expect([jatsProblems(bare), bare.includes('<issn publication-format="print"></issn>')]).toEqual([[], true]);
});

/** Drafted by the editor, published by the chief. */
async function publishNotice(body: object): Promise<number> {
  const { noticeId } = (await office.ask('editor', 'POST', '/cms/journal/notice', body)).data as { noticeId: number };
  expect(await office.ask('chief', 'PUT', `/cms/journal/notice/${noticeId}`, { status: 'published' })).toMatchObject({ code: 200 });
  return noticeId;
}

test('a correction and a retraction link both ways; the paper stays readable with a band and a watermark', async () => {
  const { articleId } = await published();
  const notice = { submissionId: articleId, type: 'correction', title: '关于表二的更正', content: '表二的单位应为百分比，特此更正。' };
  const made = await PDFDocument.create();
  made.addPage([310, 410]);
  const file = await office.send(
    'chief',
    `/cms/journal/submission/file?submissionId=${articleId}&role=correctedPdf`,
    '更正.pdf',
    Buffer.from(await made.save()),
  );
  await publishNotice({ ...notice, correctedFileId: file.data.fileId });
  const pdf = async (version: string) =>
    (await town.app.inject({ url: `/prod-api/cms/journal/article/pdf/${articleId}?version=${version}` })).rawPayload;
  expect((await pdf('first')).equals(await pdf('current'))).toBe(false);
  const retraction = { ...notice, type: 'retraction', title: '撤稿声明', content: '作者说明原始材料已遗失，编辑部决定撤稿。' };
  await publishNotice(retraction);
  expect(await office.ask('chief', 'POST', '/cms/journal/notice', retraction)).toMatchObject({ code: 500, msg: '这篇文章已经撤稿' });
  const { data } = await office.ask('reader', 'GET', `/cms/journal/article/getInfo/${articleId}`);
  expect(data).toMatchObject({ retracted: true, notices: [{ type: 'correction', hasFile: true }, { type: 'retraction' }] });
  expect(data.html).toContain('互相补充');
  const marked = await PDFDocument.load(await pdf('current'), { updateMetadata: false });
  expect(marked.getPageCount()).toBe(1);
  const jats = (await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/jats` })).payload;
  expect(jatsProblems(jats)).toEqual([]);
  expect(jats).toContain('related-article-type="retraction-forward"');
});

test('OAI-PMH answers the six verbs and its errors, and resumes long lists', async () => {
  const { articleId } = await published();
  expect(await oai('verb=Identify')).toContain('<protocolVersion>2.0</protocolVersion>');
  expect(await oai('verb=ListMetadataFormats')).toContain('<metadataPrefix>jats</metadataPrefix>');
  expect(await oai('verb=ListSets')).toContain('<setSpec>journal:AA</setSpec>');
  const one = await oai(`verb=GetRecord&identifier=oai:127.0.0.1:article/${articleId}&metadataPrefix=oai_dc`);
  expect(one).toContain('<dc:title>小城出版怎样记录手艺</dc:title>');
  parseXml(one);
  parseXml(await oai(`verb=GetRecord&identifier=oai:127.0.0.1:article/${articleId}&metadataPrefix=jats`));
  const codes: Readonly<Record<string, string>> = {
    '': 'badVerb',
    'verb=Nothing': 'badVerb',
    'verb=Identify&verb=Identify': 'badVerb',
    'verb=Identify&x=1': 'badArgument',
    'verb=ListRecords': 'badArgument',
    'verb=ListRecords&metadataPrefix=marc': 'cannotDisseminateFormat',
    'verb=ListRecords&metadataPrefix=oai_dc&from=yesterday': 'badArgument',
    'verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-01&until=2026-01-01': 'badArgument',
    'verb=ListRecords&metadataPrefix=oai_dc&set=journal:XX': 'noRecordsMatch',
    'verb=ListIdentifiers&metadataPrefix=oai_dc&until=2001-01-01': 'noRecordsMatch',
    'verb=ListRecords&resumptionToken=made-up': 'badResumptionToken',
    'verb=ListRecords&resumptionToken=x&metadataPrefix=oai_dc': 'badArgument',
    'verb=GetRecord&identifier=oai:elsewhere:1&metadataPrefix=oai_dc': 'idDoesNotExist',
    [`verb=GetRecord&identifier=oai:127.0.0.1:article/${articleId}&metadataPrefix=marc`]: 'cannotDisseminateFormat',
  };
  for (const [query, code] of Object.entries(codes))
    expect([query, await oai(query)]).toEqual([query, expect.stringContaining(`<error code="${code}">`)]);

  const { db } = town.context;
  const { id: _id, ...row } = await db.selectFrom('journalSubmission').selectAll().where('id', '=', articleId).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 120 }, (_value, index) => ({ ...row, submissionNo: `copy ${index}`, oaiAt: 1000 + Math.floor(index / 7) }));
  await db.insertInto('journalSubmission').values(copies).execute();
  const seen: string[] = [];
  let answer = await oai('verb=ListIdentifiers&metadataPrefix=oai_dc&set=journal:AA');
  for (let round = 0; round < 10; round += 1) {
    seen.push(...[...answer.matchAll(/<identifier>([^<]+)</g)].map((found) => found[1] ?? ''));
    const token = /<resumptionToken[^>]*>([^<]+)</.exec(answer)?.[1];
    if (!token) break;
    answer = await oai(`verb=ListIdentifiers&resumptionToken=${encodeURIComponent(token)}`);
  }
  const { total } = await db
    .selectFrom('journalSubmission')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow();
  expect([seen.length, new Set(seen).size]).toEqual([Number(total), Number(total)]);
  const posted = await town.app.inject({
    method: 'POST',
    url: '/prod-api/cms/journal/oai',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'verb=Identify',
  });
  expect(posted.payload).toContain('<Identify>');
});

const exportOf = async (articleId: number, format: string) =>
  (await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/${format}` })).payload;
const WESTERN = ['Jane Q. Smith', 'Ludwig van Beethoven', 'Ada Lovelace', 'Alan Turing'].map((name) => ({
  name,
  nameEn: '',
  family: '',
  given: '',
  orcid: name === 'Jane Q. Smith' ? '0000-0002-1825-0097' : '',
  unit: '',
  mail: '',
  corresponding: name === 'Jane Q. Smith',
}));

test('#43.11 citations name Western authors by family name, in the language of the article, and JATS has the parts of every name', async () => {
  const { articleId } = await published();
  const set = (columns: object) => town.context.db.updateTable('journalSubmission').set(columns).where('id', '=', articleId).execute();
  await set({ authors: JSON.stringify([...WESTERN.slice(0, 1), { ...WESTERN[0], name: '欧阳修', nameEn: 'Xiu Ouyang', orcid: '' }]) });
  expect(await exportOf(articleId, 'gbt7714')).toMatch(/^SMITH J Q, 欧阳修\. /);
  expect(await exportOf(articleId, 'ris')).toContain('AU  - Smith, Jane Q.\r\nAU  - 欧阳, 修\r\n');
  expect(await exportOf(articleId, 'bibtex')).toContain('author = {Smith, Jane Q. and 欧阳修}');
  const jats = await exportOf(articleId, 'jats');
  expect(jatsProblems(jats)).toEqual([]);
  expect(jats).toContain('<name name-style="western" xml:lang="en"><surname>Smith</surname><given-names>Jane Q.</given-names></name>');
  expect(jats).toContain('<name name-style="eastern" xml:lang="zh"><surname>欧阳</surname><given-names>修</given-names></name>');
  expect(jats).toContain('<name name-style="western" xml:lang="en"><surname>Ouyang</surname><given-names>Xiu</given-names></name>');
  expect(jats).toContain('<contrib-id contrib-id-type="orcid">https://orcid.org/0000-0002-1825-0097</contrib-id>');
  await set({ authors: JSON.stringify(WESTERN) });
  expect(await exportOf(articleId, 'gbt7714')).toMatch(/^SMITH J Q, VAN BEETHOVEN L, LOVELACE A, 等\. /);
  await set({ language: 'en' });
  await town.context.db.updateTable('journal').set({ nameEn: 'Journal of Crafts' }).where('id', '=', office.journalId).execute();
  expect(await exportOf(articleId, 'gbt7714')).toMatch(/^SMITH J Q, VAN BEETHOVEN L, LOVELACE A, et al\. .*\[J\]\. Journal of Crafts, /);
});

test('#43.11 the page of an article has the tags that scholarly search engines read', async () => {
  const { articleId } = await published();
  await town.context.db
    .updateTable('journalSubmission')
    .set({ authors: JSON.stringify(WESTERN), language: 'zh' })
    .where('id', '=', articleId)
    .execute();
  const { data } = await office.ask('reader', 'GET', `/cms/journal/article/getInfo/${articleId}`);
  const tags = citationTags(data as never, 'https://example.test');
  expect(tags.filter(([name]) => name === 'citation_author').map(([, content]) => content)).toEqual([
    'Smith, Jane Q.',
    'van Beethoven, Ludwig',
    'Lovelace, Ada',
    'Turing, Alan',
  ]);
  expect(Object.fromEntries(tags)).toMatchObject({
    citation_title: '小城出版怎样记录手艺',
    citation_publication_date: wireDate(Date.now()).replaceAll('-', '/'),
    citation_firstpage: '3',
    citation_lastpage: '9',
    citation_pdf_url: `https://example.test/prod-api/cms/journal/article/pdf/${articleId}`,
  });
});

test('#43.11 OAI-PMH keeps deleted records, puts JATS into its namespace, and knows no format named constructor', async () => {
  const { articleId } = await published();
  const identifier = `oai:127.0.0.1:article/${articleId}`;
  for (const verb of ['ListRecords', 'ListIdentifiers', `GetRecord&identifier=${identifier}`])
    for (const prefix of ['constructor', 'toString', '__proto__'])
      expect(await oai(`verb=${verb}&metadataPrefix=${prefix}`)).toContain('<error code="cannotDisseminateFormat">');
  const jats = await oai(`verb=GetRecord&identifier=${identifier}&metadataPrefix=jats`);
  expect(jats).toContain('<metadata><article xmlns="https://jats.nlm.nih.gov/publishing/1.3/"');
  expect(await oai('verb=Identify')).toContain('<deletedRecord>persistent</deletedRecord>');
  const removed = Date.now() + 5000;
  await town.context.db.updateTable('journalSubmission').set({ delFlag: '2', updateTime: removed }).where('id', '=', articleId).execute();
  const stamp = `${new Date(removed).toISOString().slice(0, 19)}Z`;
  const gone = await oai(`verb=GetRecord&identifier=${identifier}&metadataPrefix=oai_dc`);
  expect(gone).toContain(`<record><header status="deleted"><identifier>${identifier}</identifier><datestamp>${stamp}</datestamp>`);
  expect(gone).not.toContain('<metadata>');
  const since = await oai(`verb=ListRecords&metadataPrefix=oai_dc&from=${stamp}`);
  expect(since).toContain(`<header status="deleted"><identifier>${identifier}</identifier>`);
  parseXml(since);
});
