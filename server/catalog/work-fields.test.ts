import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORK_FIELDS, type WorkField } from '../../contract/catalog/publication-fields.ts';
import { publicationDraft } from '../../contract/catalog/publication.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { notifyCorrection } from './publication-notify.service.ts';
import { publicationById } from './publication.queries.ts';
import { onixFile } from './publish-channel.service.ts';
import { indexPublication } from './search/search.service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FIELDS = Object.entries(WORK_FIELDS) as [keyof typeof WORK_FIELDS, WorkField][];
/** The columns of the fields with another name. */
const COLUMNS: Readonly<Record<string, string>> = { colour: 'coverColour', format: 'coverFormat' };
const columnOf = (name: string): string => COLUMNS[name] ?? name;

let town: TestContext;
let staff: PressStaff;
let publishId: number;
let types: number[];
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  publishId = await addListedWork(town.context, { title: '齐全的书' });
  types = (await town.context.db.selectFrom('archiveType').select('id').orderBy('id').limit(2).execute()).map(({ id }) => id);
  await write(before());
  expect(
    await staff.ask('manager', 'POST', '/cms/channel', { publishId, channel: 'jd', priceFen: 4800, externalUrl: '', status: 'on' }),
  ).toMatchObject({ code: 200 });
});
afterAll(() => town.close());

const long = (word: string): string => `<p>${`${word}守着一座桥。`.repeat(10)}</p>`;
const before = () => ({
  title: '齐全的书',
  subtitle: '副题甲',
  authorsText: '作者甲',
  translator: '译者甲',
  isbn: '978-7-999999-07-2',
  publishDate: '2026-11-01',
  listPriceFen: 4800,
  salePriceFen: 3000,
  isFree: '0' as const,
  trialChapters: 1,
  language: 'zh',
  brief: '一句甲',
  intro: long('灯'),
  authorIntro: '写过三部散文集。',
  archiveTypeId: types[0] ?? null,
  tags: '["甲"]',
  recommend: '0' as const,
  orderNum: 1,
  downloadable: '1' as const,
  drawing: 'lit',
  coverColour: '1',
  coverFormat: 'A',
  ext: '{}',
});
/** Another valid value of each field. A text has a word that no other field has. */
const other = (): Record<keyof typeof WORK_FIELDS, unknown> => ({
  title: 'zqtitle',
  subtitle: 'zqsubtitle',
  authorsText: 'zqauthor',
  translator: 'zqtranslator',
  isbn: '978-7-999999-00-3',
  publishDate: '2026-12-24',
  listPriceFen: 5100,
  salePriceFen: 2900,
  isFree: '1',
  trialChapters: 2,
  language: 'en',
  brief: 'zqbrief',
  intro: long('zqintro'),
  authorIntro: 'zqbiography',
  archiveTypeId: types[1] ?? null,
  tags: '["zqtag"]',
  recommend: '1',
  orderNum: 2,
  downloadable: '0',
  drawing: 'pub',
  colour: '2',
  format: 'B',
  ext: '{"own":"zqown"}',
});

const write = (columns: object) => town.context.db.updateTable('publication').set(columns).where('id', '=', publishId).execute();
const onix = async (): Promise<string> => (await onixFile(town.context, 'jd')).bytes.toString().replace(/<SentDateTime>[^<]*<\/SentDateTime>/, '');

test('#47.7 every field that editors write about a work is described once, and the form of staff has the described inputs', () => {
  expect(Object.keys(WORK_FIELDS).toSorted()).toEqual(Object.keys(publicationDraft.shape).toSorted());
  const source = readFileSync(join(ROOT, 'src/admin/catalog/publication-fields.tsx'), 'utf8');
  const inputs = [...source.matchAll(/\bname="(\w+)"/g)].map(([, name]) => name);
  expect(inputs.toSorted()).toEqual(
    FIELDS.filter(([, { form }]) => form)
      .map(([name]) => name)
      .toSorted(),
  );
});

test.each(FIELDS)(
  '#47.7 %s is in the ONIX message, in the search and in the notice of a change exactly where its description says so',
  async (name, use) => {
    const changed = { [columnOf(name)]: other()[name] };
    const { db } = town.context;
    const plain = await onix();
    await write(changed);
    const xml = await onix();
    expect(xml === plain ? false : xml.includes(`<${use.onix || 'none'}`)).toBe(use.onix !== false);

    await indexPublication(db, publishId, db.engine);
    const word = /zq\w+/.exec(String(other()[name]))?.[0];
    if (word) {
      const found = await town.app.inject({ url: `/prod-api/cms/search?keyword=${word}` });
      expect(found.json<{ data: { works: { total: number } } }>().data.works.total).toBe(use.search ? 1 : 0);
    } else expect(use.search).toBe(false);

    const after = await db.transaction().execute((tx) => publicationById(tx, publishId));
    await write(before());
    const row = await db.transaction().execute((tx) => publicationById(tx, publishId));
    if (!row || !after) throw new Error('the work is gone');
    const since =
      (
        await db
          .selectFrom('message')
          .select((eb) => eb.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0;
    const chief = staff.ids.chief;
    await db
      .transaction()
      .execute((tx) => notifyCorrection(tx, { userId: 0, nickName: '编辑' }, { ...row, submitBy: chief }, { ...after, submitBy: chief }));
    const sent = await db.selectFrom('message').select('content').where('id', '>', since).execute();
    expect(sent.map(({ content }) => content.includes(`修改了${use.label}`))).toEqual(use.notice ? [true] : []);
  },
);
