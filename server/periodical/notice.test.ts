import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jatsProblems } from '../../tests/support/jats-check.ts';
import { journalOffice, type JournalOffice } from '../../tests/support/journal-office.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { wireDate } from '../db/clock.ts';
import { siteMap } from '../content/site-map.ts';
import { periodicalSite } from './article-subject.ts';

let town: TestContext;
let office: JournalOffice;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
});
afterAll(() => town.close());

const OK = { code: 200 };
let issueNo = 0;
/** A published article in an issue of its own. */
async function published(): Promise<{ articleId: number; issueId: number }> {
  const articleId = await office.copyediting();
  const made = await PDFDocument.create();
  made.addPage([300, 400]);
  await office.send('editor', `/cms/journal/submission/file?submissionId=${articleId}&role=pdf`, '刊出.pdf', Buffer.from(await made.save()));
  const body = { journalId: office.journalId, year: 2026, volume: 6, issueNo: (issueNo += 1), publishDate: wireDate(Date.now()) };
  const { issueId } = (await office.ask('chief', 'POST', '/cms/journal/issue', body)).data as { issueId: number };
  const { version } = (await office.ask('chief', 'GET', `/cms/journal/issue/work/${issueId}`)).data;
  const articles = [{ submissionId: articleId, columnName: '研究', pageStart: 3, pageEnd: 9 }];
  await office.ask('chief', 'PUT', `/cms/journal/issue/contents/${issueId}`, { version, articles });
  await office.ask('chief', 'PUT', `/cms/journal/issue/lock/${issueId}`, {});
  expect(await office.ask('chief', 'PUT', `/cms/journal/issue/publish/${issueId}`, {})).toMatchObject(OK);
  return { articleId, issueId };
}
const noticeOf = (submissionId: number, more: object = {}) => ({
  submissionId,
  type: 'correction',
  title: '关于表二的更正',
  content: '表二的单位应为百分比，特此更正。\n图表不受影响。',
  ...more,
});
const draft = async (who: 'chief' | 'editor', body: object) =>
  ((await office.ask(who, 'POST', '/cms/journal/notice', body)).data as { noticeId: number }).noticeId;
const decide = (who: 'chief' | 'chief2' | 'editor' | 'other', id: number, status = 'published') =>
  office.ask(who, 'PUT', `/cms/journal/notice/${id}`, { status });
const page = (path: string) => office.ask('reader', 'GET', `/cms/journal/${path}`);
const noticesOf = async (articleId: number) => (await page(`article/getInfo/${articleId}`)).data.notices;

test('#43.11 a notice is drafted by one person and published by another; two accounts of one person are one person', async () => {
  const { articleId } = await published();
  const own = await draft('chief', noticeOf(articleId));
  expect(await decide('chief', own)).toMatchObject({ code: 21006, msg: '声明须由另一个人发布，不能发布自己起草的声明' });
  expect(await decide('editor', own)).toMatchObject({ code: 403 });
  expect(await decide('other', own)).toMatchObject({ code: 404 });
  // Nothing of a draft is public.
  expect([await noticesOf(articleId), (await page(`notice/getInfo/${own}`)).code]).toEqual([[], 404]);
  expect((await town.app.inject({ url: `/prod-api/cms/journal/notice/export/${own}` })).json()).toMatchObject({ code: 404 });
  expect(await siteMap(town.context, [periodicalSite])).not.toContain(`/cms/main/cmsPeriodical/notice/${own}<`);
  for (const name of ['chief', 'chief2'] as const)
    await town.context.db.updateTable('user').set({ identityKey: '11010519491231002X' }).where('id', '=', office.ids[name]).execute();
  expect(await decide('chief2', own)).toMatchObject({ code: 21006 });
  await town.context.db.updateTable('user').set({ identityKey: '' }).where('id', '=', office.ids.chief2).execute();
  expect(await decide('chief2', own)).toMatchObject(OK);
  expect(await decide('chief2', own)).toMatchObject({ code: 21007, msg: '这份声明已经处理，请刷新后查看' });
  const steps = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'correctionNotice')
    .where('entityId', '=', own)
    .execute();
  expect(steps, '#47.2').toEqual([{ event: 'publish', fromStatus: 'draft', toStatus: 'published', operatorId: office.ids.chief2 }]);
  expect(await noticesOf(articleId)).toHaveLength(1);
});

test('#43.11 a rejected draft stays hidden, and an article is retracted once', async () => {
  const { articleId } = await published();
  const retraction = noticeOf(articleId, { type: 'retraction', title: '撤稿声明' });
  const [first, second] = [await draft('editor', retraction), await draft('editor', retraction)];
  expect(await decide('chief', first, 'rejected')).toMatchObject(OK);
  expect((await page(`article/getInfo/${articleId}`)).data.retracted).toBe(false);
  const third = await draft('editor', retraction);
  expect(await decide('chief', second)).toMatchObject(OK);
  expect(await decide('chief', third)).toMatchObject({ msg: '这篇文章已经撤稿' });
  expect((await page(`article/getInfo/${articleId}`)).data.retracted).toBe(true);
});

test('#43.11 a notice has a page with number and DOI, a line in the contents of its issue, and links both ways, also in JATS and OAI-PMH', async () => {
  const { articleId } = await published();
  const { issueId } = await published();
  const noticeId = await draft('editor', noticeOf(articleId, { doi: '10.99999/aa.2026.e1', issueId }));
  expect((await page(`issue/getInfo/${issueId}`)).data.notices).toEqual([]);
  expect(await decide('chief', noticeId)).toMatchObject(OK);
  const { data } = await page(`notice/getInfo/${noticeId}`);
  expect(data).toMatchObject({
    noticeNo: expect.stringMatching(/^AA-N\d{4}-\d{3}$/),
    doi: '10.99999/aa.2026.e1',
    title: '关于表二的更正',
    issueId,
    articleId,
    articleTitle: '小城出版怎样记录手艺',
  });
  expect(await noticesOf(articleId)).toMatchObject([{ noticeId }]);
  expect((await page(`issue/getInfo/${issueId}`)).data.notices).toEqual([
    { noticeId, type: 'correction', title: '关于表二的更正', articleTitle: '小城出版怎样记录手艺' },
  ]);
  const path = `/cms/main/cmsPeriodical/notice/${noticeId}`;
  expect(await siteMap(town.context, [periodicalSite])).toContain(`${path}</loc>`);
  const jats = (await town.app.inject({ url: `/prod-api/cms/journal/notice/export/${noticeId}` })).payload;
  expect(jatsProblems(jats)).toEqual([]);
  expect(jats).toContain('article-type="correction"');
  expect(jats).toMatch(new RegExp(`<related-article id="article${articleId}" related-article-type="corrected-article" ext-link-type="uri"`));
  const article = (await town.app.inject({ url: `/prod-api/cms/journal/article/export/${articleId}/jats` })).payload;
  expect(article).toMatch(new RegExp(`related-article-type="correction-forward" ext-link-type="uri" xlink:href="[^"]*${path}"`));
  const oai = await town.app.inject({
    url: `/prod-api/cms/journal/oai?verb=GetRecord&identifier=oai:127.0.0.1:article/${articleId}&metadataPrefix=oai_dc`,
  });
  expect(oai.payload).toMatch(new RegExp(`<dc:relation>[^<]*${path}</dc:relation>`));
  // Without a chosen issue the newest published one lists it.
  const other = await draft('editor', noticeOf(articleId, { type: 'addendum' }));
  await decide('chief', other);
  expect((await page(`notice/getInfo/${other}`)).data.issueId).toBe(issueId);
});
