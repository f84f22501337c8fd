import { afterAll, beforeAll, expect, test } from 'vitest';
import { crud } from '../../contract/crud.ts';
import { files, integer, money, rows, text } from '../../contract/field.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { anyTable } from '../db/any-table.ts';
import { filtered } from './crud-query.ts';
import { crudService } from './crud-service.ts';

/** A resource with file, row and range fields over the table of posts. */
const paper = crud('/test/paper', {
  name: '文稿',
  permission: 'test:paper',
  key: 'paperId',
  title: 'postName',
  fields: {
    postCode: text('编码', 60),
    postName: text('名称', 60),
    postSort: money('价格'),
    attachments: files('附件', { types: ['txt'], bytes: 20, most: 2 }),
  },
  filter: { postSort: 'between' },
});
const papers = crudService(paper, { table: 'post', log: '文稿', removal: 'hard', columns: { attachments: 'remark' } });

const chapters = rows('章节', { title: text('标题', 20), pages: integer('页数', 1, 999) }, { most: 5 });
const outline = crud('/test/outline', {
  name: '提纲',
  permission: 'test:outline',
  key: 'outlineId',
  title: 'postName',
  fields: { postCode: text('编码', 60), postName: text('名称', 60), chapters },
});
const outlines = crudService(outline, { table: 'post', log: '提纲', removal: 'hard', columns: { chapters: 'remark' } });

let t: TestContext;
let author: CurrentUser;
let other: CurrentUser;
const userOf = (userId: number, userName: string) => ({ userId, userName, permissions: new Set(['*:*:*']), roles: [] }) as unknown as CurrentUser;

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'author' });
  await t.addUser({ userName: 'other' });
  const ids = await t.context.db.selectFrom('user').select(['id', 'userName']).execute();
  const idOf = (name: string) => ids.find((one) => one.userName === name)?.id ?? 0;
  author = userOf(idOf('author'), 'author');
  other = userOf(idOf('other'), 'other');
});
afterAll(() => t.close());

async function uploaded(owner: CurrentUser, name: string, size: number): Promise<number> {
  const fileName = `/profile/upload/${name}`;
  const row = { fileName, fileOriginName: name, url: fileName, size, mime: 'text/plain', sha256: '', ownerId: owner.userId, isPublic: '0' as const };
  const { id } = await t.context.db
    .insertInto('file')
    .values({ ...row, createTime: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
let count = 0;
const save = (user: CurrentUser, attachments: { fileId: number; name: string; size: number }[], before: never | null = null, postSort = 0) =>
  t.context.db
    .transaction()
    .execute((tx) => papers.write(tx, user, { postCode: `p${(count += 1)}`, postName: `文稿${count}`, postSort, attachments }, before));
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error as Error).message,
  );

test('a row takes only files that its writer uploaded, with the name and size of the upload', async () => {
  const mine = await uploaded(author, 'mine.txt', 12);
  const theirs = await uploaded(other, 'theirs.txt', 12);
  const large = await uploaded(author, 'large.txt', 4_000);
  const id = await save(author, [{ fileId: mine, name: 'renamed.txt', size: 1 }]);
  expect((await papers.get(t.context, author, id)).attachments).toEqual([{ fileId: mine, name: 'mine.txt', size: 12 }]);
  expect(await messageOf(save(author, [{ fileId: theirs, name: 'theirs.txt', size: 12 }]))).toBe('文件“theirs.txt”不存在或不是您上传的，请重新上传');
  expect(await messageOf(save(author, [{ fileId: large, name: 'small.txt', size: 1 }]))).toMatch(/^“large.txt”超过/);
  // Another editor may save the row with the file that it has.
  const before = (await anyTable(t.context.db).selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst()) as never;
  await save(other, [{ fileId: mine, name: 'mine.txt', size: 12 }], before);
  expect(await papers.file(t.context, other, id, mine)).toMatchObject({ key: 'profile/upload/mine.txt', name: 'mine.txt' });
  expect(await messageOf(papers.file(t.context, other, id, theirs))).toBe('文件已被删除');
});

test('the lines of a form table are stored and read in order', async () => {
  const lines = [
    { title: '第一章', pages: 12 },
    { title: '第二章', pages: 3 },
  ];
  const id = await t.context.db
    .transaction()
    .execute((tx) => outlines.write(tx, author, { postCode: 'outline', postName: '提纲', chapters: lines }, null));
  expect((await outlines.get(t.context, author, id)).chapters).toEqual(lines);
});

test('a range filter finds the rows between both ends, and explains a range that is not one', async () => {
  for (const price of [100, 200, 300]) await save(author, [], null, price);
  const found = async (range: string) => {
    const start = anyTable(t.context.db).selectFrom('post').select('postSort').where('postSort', '>', 0);
    const all = (await (await filtered(t.context, paper, papers.table, start, { postSort: range })).orderBy('postSort').execute()) as {
      postSort: number;
    }[];
    return all.map((row) => row.postSort);
  };
  expect(await found('150,')).toEqual([200, 300]);
  expect(await found(',200')).toEqual([100, 200]);
  expect(await found('100,200')).toEqual([100, 200]);
  expect(await messageOf(found('300,100'))).toBe('价格的下限不能大于上限');
  expect(await messageOf(found('1;2'))).toBe('价格须是两个数字组成的范围');
});
