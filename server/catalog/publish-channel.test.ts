import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { childrenOf, isElement, parseXml, type XmlElement } from '../document/xml-tree.ts';
import { writeOnix, type OnixProduct } from './onix-writer.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const COMPLETE = {
  isbn: '978-7-999999-07-2',
  publishDate: '2026-11-01',
  authorIntro: '写过三部散文集。',
  intro: `<p>${'一盏灯守着一座桥。'.repeat(8)}</p>`,
};

async function work(title: string, columns: object = {}): Promise<number> {
  const publishId = await addListedWork(town.context, { title });
  const { id: archiveTypeId } = await town.context.db.selectFrom('archiveType').select('id').executeTakeFirstOrThrow();
  await town.context.db
    .updateTable('publication')
    .set({ isFree: '0', archiveTypeId, ...columns })
    .where('id', '=', publishId)
    .execute();
  return publishId;
}

const add = (publishId: number, more: object = {}) =>
  staff.ask('manager', 'POST', '/cms/channel', { publishId, channel: 'jd', priceFen: 4800, externalUrl: '', status: 'pending', ...more });

test('E34 a work goes on sale on a channel only with the data that the channel asks for', async () => {
  const bare = await work('缺数据的书');
  expect(await add(bare)).toMatchObject({ code: 200 });
  expect(await add(bare)).toMatchObject({ code: 500, msg: '新增发布渠道失败，这部作品在这个渠道已有记录，请直接修改' });
  const { rows } = await staff.ask('manager', 'GET', `/cms/channel/list?title=${encodeURIComponent('缺数据')}`);
  expect(rows).toMatchObject([{ title: '缺数据的书', lacking: '书号、内容简介（至少50字）、作者简介', status: 'pending' }]);
  expect(await staff.ask('manager', 'PUT', '/cms/channel', { ...rows[0], status: 'on' })).toMatchObject({
    code: 500,
    msg: '《缺数据的书》在京东上架还缺：书号、内容简介（至少50字）、作者简介',
  });
  await town.context.db.updateTable('publication').set(COMPLETE).where('id', '=', bare).execute();
  expect(await staff.ask('manager', 'PUT', '/cms/channel', { ...rows[0], status: 'on' })).toMatchObject({ code: 200 });
  const after = (await staff.ask('manager', 'GET', `/cms/channel/${rows[0].channelId}`)).data;
  expect(after).toMatchObject({ lacking: '', status: 'on' });
  expect(after.onTime).not.toBe('');
  expect((await staff.ask('author', 'GET', '/cms/channel/list')).code).toBe(403);
});

test('#37.4 the ONIX export names the works that it leaves out', async () => {
  await add(await work('另一本缺数据的书'), { channel: 'dangdang' });
  await add(await work('齐全的书', { ...COMPLETE, isbn: '978-7-999999-00-3' }), { channel: 'dangdang' });
  const { data } = await staff.ask('manager', 'GET', '/cms/channel/onix?channel=dangdang');
  expect(data.done).toMatchObject([{ title: '齐全的书' }]);
  expect(data.skipped).toMatchObject([{ title: '另一本缺数据的书', reason: expect.stringMatching(/^缺书号、/) }]);
  const file = await town.app.inject({
    method: 'POST',
    url: '/prod-api/cms/channel/onix',
    headers: { ...staff.as.manager, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'channel=dangdang',
  });
  const products = childrenOf(parseXml(file.body), 'Product');
  expect(products).toHaveLength(1);
  expect(file.body).toContain('<IDValue>9787999999003</IDValue>');
  expect(file.body).toContain('<PriceAmount>48.00</PriceAmount><CurrencyCode>CNY</CurrencyCode>');
  expect(await staff.ask('manager', 'POST', '/cms/channel/onix', { channel: 'offline' })).toMatchObject({ code: 500 });
});

test('52.3 channel lists and ONIX follow the state of the publication', async () => {
  const state = (publishId: number, status: 'draft' | 'delisted' | 'recalled') =>
    town.context.db.updateTable('publication').set({ status }).where('id', '=', publishId).execute();
  const [draft, off, recalled] = [
    await work('未上架的书', { ...COMPLETE, isbn: '978-7-999999-01-0' }),
    await work('下架的书', { ...COMPLETE, isbn: '978-7-999999-02-7' }),
    await work('召回的书', { ...COMPLETE, isbn: '978-7-999999-03-4' }),
  ];
  for (const id of [draft, off, recalled]) expect(await add(id, { channel: 'library', status: 'pending' })).toMatchObject({ code: 200 });
  await town.context.db
    .insertInto('numberPool')
    .values(
      [draft, off, recalled].map((publicationId, index) => ({
        isbn: `978-7-999999-0${index + 1}`,
        cipNo: '2026第012345号',
        publicationId,
        archiveId: null,
        createTime: 1,
        updateTime: 1,
      })),
    )
    .execute();
  await state(draft, 'draft');
  await state(off, 'delisted');
  await state(recalled, 'recalled');
  const { rows } = await staff.ask('manager', 'GET', '/cms/channel/list?channel=library&pageSize=50');
  const problems = new Map(rows.map((row: { title: string; lacking: string }) => [row.title, row.lacking]));
  expect([problems.get('未上架的书'), problems.get('下架的书'), problems.get('召回的书')]).toEqual(['作品还没有上架', '作品已下架', '作品已召回']);
  const row = rows.find((one: { title: string }) => one.title === '下架的书');
  expect(await staff.ask('manager', 'PUT', '/cms/channel', { ...row, status: 'on' })).toMatchObject({
    msg: '《下架的书》不能在馆配上架：作品已下架',
  });
  const { data } = await staff.ask('manager', 'GET', '/cms/channel/onix?channel=library');
  expect(data.skipped).toMatchObject([{ title: '未上架的书', reason: '作品还没有上架' }]);
  const { body } = await town.app.inject({
    method: 'POST',
    url: '/prod-api/cms/channel/onix',
    headers: { ...staff.as.manager, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'channel=library',
  });
  expect(childrenOf(parseXml(body), 'Product')).toHaveLength(2);
  expect(body).toContain('<PublishingStatus>11</PublishingStatus>');
  expect(body).toContain('<ProductAvailability>46</ProductAvailability>');
  expect(body).toContain('<PublishingStatus>15</PublishingStatus>');
  expect(body).toContain('<ProductAvailability>49</ProductAvailability>');
});

/** Children of each composite in the order of the ONIX for Books 3.0 schema (EDItEUR), those that the writer uses; `!` is required. */
const ORDER: Readonly<Record<string, string>> = {
  ONIXMessage: 'Header! Product',
  Header: 'Sender! SentDateTime!',
  Sender: 'SenderName!',
  Product:
    'RecordReference! NotificationType! RecordSourceType ProductIdentifier! DescriptiveDetail! CollateralDetail PublishingDetail! ProductSupply!',
  ProductIdentifier: 'ProductIDType! IDValue!',
  DescriptiveDetail: 'ProductComposition! ProductForm! ProductFormDetail TitleDetail! Contributor NoContributor EditionNumber Language! Subject',
  TitleDetail: 'TitleType! TitleElement!',
  TitleElement: 'TitleElementLevel! TitleText! Subtitle',
  Contributor: 'SequenceNumber! ContributorRole! PersonName!',
  Language: 'LanguageRole! LanguageCode!',
  Subject: 'SubjectSchemeIdentifier! SubjectSchemeName SubjectCode SubjectHeadingText',
  CollateralDetail: 'TextContent SupportingResource',
  TextContent: 'TextType! ContentAudience! Text!',
  SupportingResource: 'ResourceContentType! ContentAudience! ResourceMode! ResourceVersion!',
  ResourceVersion: 'ResourceForm! ResourceLink!',
  PublishingDetail: 'Publisher! PublishingStatus! PublishingDate',
  Publisher: 'PublishingRole! PublisherName!',
  PublishingDate: 'PublishingDateRole! Date!',
  ProductSupply: 'SupplyDetail!',
  SupplyDetail: 'Supplier! ProductAvailability! UnpricedItemType Price',
  Supplier: 'SupplierRole! SupplierName!',
  Price: 'PriceType! PriceAmount! CurrencyCode!',
};

function faultsOf(element: XmlElement): string[] {
  const rule = ORDER[element.name];
  const children = element.children.filter(isElement);
  if (!rule) return children.length > 0 ? [`${element.name} has children`] : [];
  const names = rule.split(' ').map((name) => name.replace('!', ''));
  const places = children.map(({ name }) => names.indexOf(name));
  return [
    ...(places.includes(-1) ? [`${element.name} has an unknown child`] : []),
    ...(places.some((place, index) => place < (places[index - 1] ?? 0)) ? [`${element.name} is out of order`] : []),
    ...rule
      .split(' ')
      .filter((name) => name.endsWith('!') && !children.some((child) => `${child.name}!` === name))
      .map((name) => `${element.name} lacks ${name}`),
    ...children.flatMap(faultsOf),
  ];
}

const PRODUCT: OnixProduct = {
  reference: 'CB2026000001',
  sale: 'active',
  isbn: '978-7-999999-07-2',
  digital: true,
  title: '灯 & 桥 <上>\u0000',
  subtitle: '',
  authors: ['何语', '吕文'],
  translators: ['施墨'],
  edition: 2,
  language: 'zh',
  subjectCode: 'I267',
  subjectName: '散文随笔',
  description: '简介',
  biography: '',
  publisher: '启明外语音像出版社',
  publishDate: '2026-11-01',
  priceFen: 0,
  coverUrl: 'https://books.test/cover.png',
};

test('writes the elements of ONIX 3.0 in the order of the schema, with all required ones', () => {
  const head = { sender: '启明外语音像出版社', sentAt: Date.UTC(2026, 10, 27, 3, 4) };
  const bare = {
    ...PRODUCT,
    authors: [],
    translators: [],
    coverUrl: '',
    description: '',
    publishDate: '',
    subjectCode: '',
    subjectName: '',
    priceFen: 1,
  };
  const xml = writeOnix(head, [PRODUCT, { ...PRODUCT, digital: false, priceFen: 5800, subtitle: '副题' }, bare]);
  const root = parseXml(xml);
  expect(root).toMatchObject({ name: 'ONIXMessage', attributes: { release: '3.0', xmlns: 'http://ns.editeur.org/onix/3.0/reference' } });
  expect(faultsOf(root)).toEqual([]);
  expect(xml).toContain('<SentDateTime>20261127T0304Z</SentDateTime>');
  expect(xml).toContain('<TitleText>灯 &amp; 桥 &lt;上&gt;</TitleText>');
  expect(xml).toContain('<UnpricedItemType>01</UnpricedItemType>');
});
