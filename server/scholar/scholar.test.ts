import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { pageAt } from '../content/page.service.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  for (const userName of ['clerk', 'second']) await t.addUser({ userName, roles: ['press_manager', 'works_admin'] });
  for (const userName of ['reader', 'claimant', 'other']) await t.addUser({ userName });
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  rows: any[];
  total: number;
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'clerk'): Promise<Answer> {
  const headers = as === 'nobody' ? {} : await t.as(as);
  const answer = await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}
const draft = (scholarName: string, more: object = {}) => ({
  scholarName,
  researchField: '写作学',
  intro: `<p>${scholarName}教了三十年写作。</p>`,
  status: 'published',
  ...more,
});
async function add(scholarName: string, more: object = {}): Promise<number> {
  const { code, msg, data } = await ask('POST', '/structure/scholar', draft(scholarName, more));
  expect([code, msg]).toEqual([200, expect.any(String)]);
  return data.scholarId as number;
}
const shown = (query: string, as = 'nobody') => ask('GET', `/house/scholar/queryScholar?${query}`, undefined, as);
const namesOf = async (query: string, as?: string) => (await shown(query, as)).rows.map((row) => row.scholarName as string);
const pageOf = (id: number) => pageAt(t.app, new URL(`http://127.0.0.1:8080/cms/main/scholar/${id}`));

test('#23 lists published scholars by surname reading, with the featured ones first, and counts the filters', async () => {
  await add('单见山', { discipline: '740', orderNum: 2 });
  await add('曾一苇', { recommend: '1', discipline: '750', orderNum: 5 });
  await add('尉迟长风', { discipline: '740' });
  await add('还没写完', { status: 'draft' });
  expect(await namesOf('sort=name')).toEqual(['单见山', '尉迟长风', '曾一苇']);
  expect((await namesOf('sort=featured'))[0]).toBe('曾一苇');
  expect(await namesOf('initial=S')).toEqual(['单见山']);
  expect(await namesOf('discipline=740&sort=name')).toEqual(['单见山', '尉迟长风']);
  expect((await shown('initial=ß')).code).toBe(400);
  const { data } = await ask('GET', '/house/scholar/queryFilter', undefined, 'nobody');
  expect(data.total).toBe(3);
  expect(data.initials).toEqual([
    { initial: 'S', count: 1 },
    { initial: 'Y', count: 1 },
    { initial: 'Z', count: 1 },
  ]);
  expect(data.disciplines.map((one: { label: string; count: number }) => [one.label, one.count])).toEqual([
    ['语言学', 2],
    ['文学', 1],
  ]);
});

test('an edited surname reading moves a scholar to its letter, and a new surname finds its own reading', async () => {
  const id = await add('盖宽');
  expect((await ask('GET', `/structure/scholar/${id}`)).data).toMatchObject({ surnameReading: 'Gě', initial: 'G' });
  const row = (await ask('GET', `/structure/scholar/${id}`)).data;
  const edited = (await ask('PUT', '/structure/scholar', { ...row, scholarName: '查宽' })).data;
  expect(edited).toMatchObject({ surnameReading: 'Zhā', initial: 'Z' });
  expect((await ask('PUT', '/structure/scholar', { ...edited, surnameReading: 'Chá' })).data).toMatchObject({ surnameReading: 'Chá', initial: 'C' });
  await ask('DELETE', `/structure/scholar/${id}`);
});

test('E98 finds a scholar by any name, and rejects a name given twice', async () => {
  const names = [
    { name: '望溪', kind: 'art', yearFrom: '1960', yearTo: '' },
    { name: 'Émile Lin', kind: 'foreign' },
  ];
  await add('林照野', { names, namePinyin: 'Lin Zhaoye' });
  for (const keyword of ['望溪', 'emile', 'linzhaoye', '林照']) expect(await namesOf(`keyword=${encodeURIComponent(keyword)}`)).toEqual(['林照野']);
  expect((await shown(`keyword=${encodeURIComponent('望溪')}`)).rows[0].matchedName).toBe('望溪');
  expect(await ask('POST', '/structure/scholar', draft('重名', { names: [names[0], names[0]] }))).toMatchObject({
    msg: '“望溪”填了两次，请删去重复的名字',
  });
  expect(await ask('POST', '/structure/scholar', draft('年份', { names: [{ name: '某', kind: 'pen', yearFrom: '去年' }] }))).toMatchObject({
    code: 400,
    msg: expect.stringContaining('第1行'),
  });
});

test('#71 #72 binds listed works and free entries, orders and hides them, and shows readers only what is listed', async () => {
  const id = await add('岑若水');
  const listed = await addListedWork(t.context, { title: '写作的下午' });
  const book = (await ask('POST', '/house/works', { scholarId: id, publishId: listed })).data;
  expect(book).toMatchObject({ worksTitle: '写作的下午', orderNum: 1 });
  expect(await ask('POST', '/house/works', { scholarId: id, publishId: listed })).toMatchObject({ msg: '这位学者名下已有这部出版物' });
  expect(await ask('POST', '/house/works', { scholarId: id })).toMatchObject({ msg: '请选择本社出版物，或填写题名' });
  const paper = (await ask('POST', '/house/works', { scholarId: id, title: '论第一段', workKind: 'paper', source: '写作学刊', publishYear: '2019' }))
    .data;
  const works = async () => (await ask('GET', `/house/works/queryWorks?scholarId=${id}`, undefined, 'nobody')).rows.map((row) => row.title as string);
  expect(await works()).toEqual(['写作的下午', '论第一段']);
  expect((await ask('PUT', '/house/works/sort', { scholarId: id, worksIds: [paper.worksId, book.worksId] })).code).toBe(200);
  expect(await works()).toEqual(['论第一段', '写作的下午']);
  expect(await ask('PUT', '/house/works/sort', { scholarId: id, worksIds: [paper.worksId] })).toMatchObject({
    code: 409,
    msg: '作品已有增减，请刷新后再排序',
  });
  const { data } = await ask('GET', `/house/scholar/getInfo/${id}`, undefined, 'nobody');
  expect(data).toMatchObject({ worksNum: 1, papersNum: 1, claimable: true });
  const again = (await ask('GET', `/house/works/${paper.worksId}`)).data;
  await ask('PUT', '/house/works', { ...again, hidden: '1' });
  await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', listed).execute();
  expect(await works()).toEqual([]);
});

test('#29 follows a scholar once, lists followed scholars, and stops following', async () => {
  const id = await add('凌若谷');
  for (let round = 0; round < 2; round++)
    expect((await ask('POST', '/info/collect', { targetType: 'scholar', targetId: id }, 'reader')).data).toEqual({ collectNum: 1 });
  expect((await ask('GET', '/info/collect/scholars', undefined, 'reader')).data).toEqual([id]);
  expect(await namesOf('followed=1', 'reader')).toEqual(['凌若谷']);
  expect(await namesOf('followed=1')).toEqual([]);
  // The favourites of works are another list.
  expect((await ask('GET', '/info/collect/mine', undefined, 'reader')).total).toBe(0);
  expect((await ask('POST', '/info/collect', { targetType: 'scholar', targetId: 99_999 }, 'reader')).code).toBe(404);
  await ask('DELETE', `/info/collect/${id}`, undefined, 'reader');
  expect((await ask('GET', '/info/collect/scholars', undefined, 'reader')).data).toEqual([id]);
  await ask('DELETE', `/info/collect/${id}?targetType=scholar`, undefined, 'reader');
  expect((await ask('GET', '/info/collect/scholars', undefined, 'reader')).data).toEqual([]);
});

test('merges two pages, redirects the old address and undoes all of it', async () => {
  const [kept, merged] = [await add('温白鹿'), await add('温北鹿', { names: [{ name: '鹿鸣', kind: 'pen' }] })];
  const both = await addListedWork(t.context, { title: '两人都有' });
  for (const scholarId of [kept, merged]) await ask('POST', '/house/works', { scholarId, publishId: both });
  await ask('POST', '/house/works', { scholarId: merged, title: '只有一边' });
  await ask('POST', '/info/collect', { targetType: 'scholar', targetId: merged }, 'reader');
  for (const targetId of [kept, merged]) await ask('POST', '/info/collect', { targetType: 'scholar', targetId }, 'other');
  const question = `/structure/scholar/mergePreview?keptId=${kept}&mergedId=${merged}`;
  expect((await ask('GET', question)).data).toEqual({
    works: 1,
    sameWorks: 1,
    news: 0,
    followers: 1,
    names: ['温北鹿', '鹿鸣'],
    userName: '',
    obstacle: '',
  });
  expect((await ask('PUT', '/structure/scholar/merge', { keptId: kept, mergedId: kept })).msg).toBe('请选择另一位学者');
  expect((await ask('PUT', '/structure/scholar/merge', { keptId: kept, mergedId: merged })).code).toBe(200);
  expect(await pageOf(merged)).toMatchObject({ status: 301, canonical: `http://127.0.0.1:8080/cms/main/scholar/${kept}` });
  expect(await namesOf(`keyword=${encodeURIComponent('鹿鸣')}`)).toEqual(['温白鹿']);
  expect((await ask('GET', `/house/scholar/getInfo/${kept}`, undefined, 'nobody')).data).toMatchObject({ worksNum: 2, followNum: 2 });
  expect((await ask('GET', `/structure/scholar/${merged}`)).code).toBe(404);
  // The form writes all names again.
  const row = (await ask('GET', `/structure/scholar/${kept}`)).data;
  expect((await ask('PUT', '/structure/scholar', row)).code).toBe(200);
  const [merge] = (await ask('GET', '/structure/scholar/merge/list')).rows;
  expect(merge).toMatchObject({ keptName: '温白鹿', mergedName: '温北鹿', undoable: true });
  expect((await ask('PUT', `/structure/scholar/merge/undo/${merge.mergeId}`)).code).toBe(200);
  expect((await pageOf(merged)).status).toBe(200);
  expect((await ask('GET', `/house/scholar/getInfo/${merged}`, undefined, 'nobody')).data).toMatchObject({ worksNum: 2, followNum: 2 });
  expect((await ask('GET', `/house/scholar/getInfo/${kept}`, undefined, 'nobody')).data).toMatchObject({ worksNum: 1, followNum: 1, names: [] });
  expect((await ask('PUT', `/structure/scholar/merge/undo/${merge.mergeId}`)).msg).toBe('这次合并已经撤销过了');
});

test('a chain of merges leads to the last page, and is undone from its end; after 90 days it stays', async () => {
  const [first, second, third] = [await add('鲁一'), await add('鲁二'), await add('鲁三')];
  await ask('PUT', '/structure/scholar/merge', { keptId: second, mergedId: first });
  await ask('PUT', '/structure/scholar/merge', { keptId: third, mergedId: second });
  expect((await pageOf(first)).canonical).toMatch(new RegExp(`/${third}$`));
  const [last, before] = (await ask('GET', '/structure/scholar/merge/list')).rows;
  expect((await ask('PUT', `/structure/scholar/merge/undo/${before.mergeId}`)).msg).toBe('“鲁二”后来又被合并了，请先撤销后一次合并');
  await t.context.db
    .updateTable('scholarMerge')
    .set({ undoUntil: Date.now() - 1 })
    .where('id', '=', last.mergeId)
    .execute();
  expect((await ask('PUT', `/structure/scholar/merge/undo/${last.mergeId}`)).msg).toContain('合并已超过 90 天');
});

test('splits works off to a new draft, and rejects works of another scholar', async () => {
  const id = await add('孟同名');
  const own = (await ask('POST', '/house/works', { scholarId: id, title: '化学史' })).data.worksId as number;
  const foreign = (await ask('POST', '/house/works', { scholarId: await add('别人'), title: '别人的书' })).data.worksId as number;
  const body = { scholarId: id, worksIds: [own], scholarName: '孟同名', researchField: '化学史' };
  expect((await ask('POST', '/structure/scholar/split', { ...body, worksIds: [foreign] })).msg).toContain('已不在这位学者名下');
  const { data } = await ask('POST', '/structure/scholar/split', body);
  expect((await ask('GET', `/structure/scholar/${data.scholarId}`)).data).toMatchObject({ status: 'draft', researchField: '化学史', initial: 'M' });
  expect((await ask('GET', `/house/works/list?scholarId=${data.scholarId}`)).rows.map((row) => row.worksTitle)).toEqual(['化学史']);
});

test('SM18 the claim of a living scholar needs two different approvers, and binds the page', async () => {
  const id = await add('华聆');
  const file = await t.context.db
    .insertInto('file')
    .values({
      fileName: '/x',
      fileOriginName: '聘书.pdf',
      url: '/x',
      size: 1,
      mime: 'application/pdf',
      sha256: 'x',
      ownerId: await userId('claimant'),
      isPublic: '0',
      createTime: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = {
    targetMode: 'scholar',
    realName: '华聆',
    reason: '这是我本人的主页，附聘书为证。',
    materials: [{ fileId: file.id, name: '聘书.pdf', url: '/x' }],
    scholarId: id,
  };
  expect((await ask('POST', '/structure/applyForLog', { ...body, targetMode: 'author' }, 'claimant')).msg).toBe('只有申请学者身份时才能认领学者主页');
  const { data } = await ask('POST', '/structure/applyForLog', body, 'claimant');
  expect(data).toMatchObject({ status: 'pending', scholarName: '华聆' });
  const approve = (as: string) => ask('PUT', `/structure/applyForLog/approve/${data.applyId}`, { opinion: '' }, as);
  expect((await approve('clerk')).code).toBe(200);
  expect((await ask('GET', '/structure/applyForLog/list')).rows[0]).toMatchObject({ status: 'confirming', firstAuditBy: 'clerk' });
  expect(await approve('clerk')).toMatchObject({ code: 21806 });
  expect((await ask('GET', `/house/scholar/getInfo/${id}`, undefined, 'nobody')).data.claimable).toBe(true);
  expect((await approve('second')).code).toBe(200);
  expect((await ask('GET', `/house/scholar/getInfo/${id}`, undefined, 'nobody')).data.claimable).toBe(false);
  expect((await ask('GET', `/structure/scholar/${id}`)).data.userId).toBe(await userId('claimant'));
  expect((await ask('POST', '/structure/applyForLog', { ...body, materials: [] }, 'other')).code).toBe(21807);
  await ask('PUT', `/structure/applyForLog/revoke/${data.applyId}`, { opinion: '材料有误' });
  expect((await ask('GET', `/structure/scholar/${id}`)).data.userId).toBeNull();
});

test('#43.7 a claim is decided neither by a second account of the applicant nor by somebody who claims the same page', async () => {
  const { db } = t.context;
  const id = await add('古先生', { dynasty: '唐' });
  await db.updateTable('userMode').set({ requiredMaterials: '[]' }).where('modeKey', '=', 'scholar').execute();
  const body = { targetMode: 'scholar', realName: '古后人', reason: '后人代为维护，附族谱说明。', scholarId: id };
  const { data } = await ask('POST', '/structure/applyForLog', body, 'reader');
  const approve = (as: string) => ask('PUT', `/structure/applyForLog/approve/${data.applyId}`, { opinion: '' }, as);
  for (const who of ['reader', 'clerk'])
    await db.updateTable('user').set({ identityKey: '110101199003070011' }).where('userName', '=', who).execute();
  expect((await approve('clerk')).msg).toBe('不能审核本人的申请');
  await db.updateTable('user').set({ identityKey: '' }).execute();
  const rival = await ask('POST', '/structure/applyForLog', body, 'clerk');
  expect(rival.code).toBe(200);
  expect((await approve('clerk')).msg).toContain('您也申请认领这个主页');
  expect((await approve('second')).code).toBe(200);
});

test('SM18 the claim of a historical scholar needs one approver', async () => {
  const id = await add('宋先生', { dynasty: '宋' });
  await t.context.db.updateTable('userMode').set({ requiredMaterials: '[]' }).where('modeKey', '=', 'scholar').execute();
  const body = { targetMode: 'scholar', realName: '宋后人', reason: '后人代为维护，附族谱说明。', scholarId: id };
  const { data } = await ask('POST', '/structure/applyForLog', body, 'other');
  await ask('PUT', `/structure/applyForLog/approve/${data.applyId}`, { opinion: '' });
  expect((await ask('GET', `/structure/scholar/${id}`)).data.userId).toBe(await userId('other'));
});

test('S2.1.3 describes a scholar to search engines, and lists the page in the sitemap', async () => {
  const id = await add('秦子衿', { title: '教授', names: [{ name: '青衿', kind: 'pen' }] });
  expect(await pageOf(id)).toMatchObject({
    status: 200,
    head: { title: '秦子衿 学者主页' },
    thing: { '@type': 'Person', name: '秦子衿', alternateName: ['青衿'], jobTitle: '教授' },
  });
  expect((await t.app.inject('/sitemap.xml')).body).toContain(`/cms/main/scholar/${id}</loc><lastmod>`);
  expect((await pageAt(t.app, new URL('http://127.0.0.1:8080/cms/main/scholar/abc'))).status).toBe(404);
});

const userId = async (userName: string): Promise<number> =>
  (await t.context.db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
