import yauzl from 'yauzl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
type Answer = { code: number; msg: string; data?: unknown; rows?: Record<string, unknown>[]; total?: number };
type Whole = { info: Record<string, unknown>; rows: Record<string, unknown>[] };

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'maker', permissions: ['tool:gen:import', 'tool:gen:list', 'tool:gen:edit'] });
});
afterAll(() => t.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'root'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/tool/gen${path}`, headers: await t.as(as), ...(body ? { payload: body } : {}) });
  return answer.json<Answer>();
}
const create = (sql: string, as = 'root') => ask('POST', `/createTable?sql=${encodeURIComponent(sql)}`, {}, as);
const tableNames = async () => (await t.context.db.introspection.getTables()).map((one) => one.name).sort();

async function whole(name: string): Promise<Whole & { tableId: number }> {
  const { rows = [] } = await ask('GET', `/list?tableName=${name}`);
  const tableId = Number(rows.find((row) => row['tableName'] === name)?.['tableId']);
  return { ...((await ask('GET', `/${tableId}`)).data as Whole), tableId };
}
async function change(name: string, more: object, column: (row: Record<string, unknown>) => object = () => ({})): Promise<Answer> {
  const { info, rows } = await whole(name);
  return ask('PUT', '', { ...info, columns: rows.map((row) => ({ ...row, ...column(row) })), params: {}, ...more });
}

test('imports a database table once, with what the application knows about it', async () => {
  const { rows = [] } = await ask('GET', '/db/list?pageNum=1&pageSize=200');
  const names = rows.map((row) => row['tableName']);
  expect(names).toContain('problem');
  expect(rows.find((row) => row['tableName'] === 'post')).toMatchObject({ tableComment: '岗位' });
  expect(names.filter((name) => /^(user|session|config|account|planted|oper_log)$/.test(String(name)))).toEqual([]);
  expect(await ask('POST', '/importTable?tables=post', {})).toMatchObject({ code: 200 });
  const { info, rows: columns } = await whole('post');
  expect(info).toMatchObject({ tableComment: '岗位', className: 'Post', moduleName: 'system', businessName: 'post', tplCategory: 'crud' });
  expect(columns.find((one) => one['columnName'] === 'status')).toMatchObject({
    columnComment: '状态',
    dictType: 'sys_normal_disable',
    htmlType: 'select',
  });
  expect(columns.find((one) => one['columnName'] === 'id')).toMatchObject({ isPk: '1', isIncrement: '1', isInsert: '0' });
  expect(await ask('POST', '/importTable?tables=post', {})).toMatchObject({ code: 500, msg: expect.stringContaining('已经导入') });
  expect(await ask('POST', '/importTable?tables=session', {})).toMatchObject({ code: 500 });
});

test('A4 accepts only one create table of known types, and only from the super administrator', async () => {
  const before = await tableNames();
  for (const sql of [
    'create table stolen as select * from user',
    'create table stolen (id int) as select password_hash from user',
    'create table a (id int, b int); drop table user',
    'create table a (id int, b int) -- x',
    'create table a (id int, /* */ b int)',
    'create table a (id int, b int # x\n)',
    'select * from user',
    'drop table user',
    'create view v as select 1',
    'create temporary table a (b int)',
    'create table a (b blob)',
    'create table a (b int default (select 1))',
    "create table a (b varchar(20) default 'x' || 'y')",
    'create table a (b int check (b > 0))',
    'create table a (b int references user(id))',
    'create table "a""b" (b int)',
    'create table sys_user (b int)',
    'create table sqlite_master (b int)',
    'create table post (b int)',
    'create table a (constructor constructor)',
    'create table a (b int, b int)',
    'create table a.b (c int)',
  ])
    expect([sql, (await create(sql)).code]).toEqual([sql, 500]);
  expect((await create('create table maker_made (id int primary key, name varchar(20))', 'maker')).code).toBe(403);
  expect(await tableNames()).toEqual(before);
  const sql =
    "CREATE TABLE IF NOT EXISTS `paper_kind` (`id` bigint(20) NOT NULL AUTO_INCREMENT COMMENT '编号', `name` varchar(50) NOT NULL COMMENT '名称; 称', weight int default 80, made_time datetime, primary key (`id`)) ENGINE=InnoDB COMMENT='纸张'";
  expect((await create(sql)).msg).toContain('分号');
  expect(await create(sql.replace('; 称', ''))).toMatchObject({ code: 200 });
  expect(await tableNames()).toEqual([...before, 'paper_kind'].sort());
  const { info, rows } = await whole('paper_kind');
  expect(info).toMatchObject({ tableComment: '纸张', businessName: 'paperKind' });
  expect(rows.find((one) => one['columnName'] === 'name')).toMatchObject({
    columnType: 'varchar(50)',
    columnComment: '名称',
    isRequired: '1',
    queryType: 'LIKE',
  });
  expect(rows.find((one) => one['columnName'] === 'made_time')).toMatchObject({ htmlType: 'datetime', javaType: 'Date' });
  expect((await create(sql.replace('; 称', ''))).msg).toBe('表「paper_kind」已经存在');
});

const EVIL = [
  '*/ process.exit() /*',
  '`${process.exit()}`',
  '</script><script>x()</script>',
  "'); process.exit(); ('",
  '\\',
  '\u2028process.exit()\n//',
];

test('A5 user text appears in the generated code only as a string literal or comment', async () => {
  const { rows } = await whole('paper_kind');
  const texts = Object.fromEntries(rows.map((row, at) => [row['columnId'], EVIL[at % EVIL.length]]));
  const evil = EVIL.join('').replaceAll('\n', '').slice(0, 50);
  expect(
    await change('paper_kind', { functionName: evil, functionAuthor: '*/ x /*', remark: '*/' }, (row) => ({
      columnComment: texts[String(row['columnId'])],
    })),
  ).toMatchObject({ code: 200 });
  const { tableId } = await whole('paper_kind');
  const files = (await ask('GET', `/preview/${tableId}`)).data as Record<string, string>;
  for (const [path, text] of Object.entries(files).filter(([name]) => /\.tsx?$/.test(name))) {
    // Without string literals and comments, the generated code contains nothing of the user text.
    const bare = text.replace(/'(?:[^'\\\n]|\\.)*'/g, "''").replace(/\/\*[\s\S]*?\*\//g, '');
    expect([path, /process|script|x\(\)/.test(bare)]).toEqual([path, false]);
  }
  expect(Object.keys(files).filter((path) => path.includes('..') || path.startsWith('/'))).toEqual([]);
  for (const more of [
    { moduleName: '../../etc' },
    { businessName: '../x' },
    { businessName: 'a b' },
    { className: 'A{}' },
    { moduleName: 'nowhere' },
  ])
    expect((await change('paper_kind', more)).code).toBe(400);
  expect((await change('paper_kind', { functionName: '纸张' }, (row) => (row['columnName'] === 'name' ? { javaField: 'a;b' } : {}))).code).toBe(400);
  expect((await change('paper_kind', { functionName: '纸张', businessName: 'class' })).code).toBe(200);
  expect((await ask('GET', `/preview/${tableId}`)).msg).toContain('保留字');
  expect(
    (await change('paper_kind', { functionName: '纸张', businessName: 'paperKind' }, (row) => ({ columnComment: row['columnName'] }))).code,
  ).toBe(200);
});

test('checks settings by template: a tree needs its three fields, a sub-table needs its key', async () => {
  expect((await change('paper_kind', { tplCategory: 'tree' })).msg).toBe('树编码字段不能为空');
  expect(
    (await change('paper_kind', { tplCategory: 'tree', params: { treeCode: 'id', treeParentCode: 'nothing', treeName: 'name' } })).msg,
  ).toContain('nothing');
  expect((await change('paper_kind', { tplCategory: 'sub' })).msg).toBe('关联子表的表名不能为空');
  expect((await change('paper_kind', { tplCategory: 'sub', subTableName: 'post', subTableFkName: 'nothing' })).msg).toContain('nothing');
  expect((await change('paper_kind', {}, () => ({ dictType: 'no_such' }))).msg).toContain('no_such');
  expect((await change('paper_kind', { version: 1 })).code).toBe(409);
});

test('updates columns from the database and keeps their settings', async () => {
  expect((await change('paper_kind', {}, (row) => (row['columnName'] === 'weight' ? { columnComment: '克重' } : {}))).code).toBe(200);
  await t.context.db.schema.alterTable('paperKind').addColumn('colour', 'text').execute();
  await t.context.db.schema.alterTable('paperKind').dropColumn('madeTime').execute();
  expect(await ask('GET', '/synchDb/paper_kind')).toMatchObject({ code: 200 });
  const { rows } = await whole('paper_kind');
  const names = rows.map((one) => one['columnName']);
  expect(names).toContain('colour');
  expect(names).not.toContain('made_time');
  expect(rows.find((one) => one['columnName'] === 'weight')).toMatchObject({ columnComment: '克重' });
  expect((await ask('GET', '/synchDb/nothing')).msg).toContain('nothing');
});

test('S7.27 the zip contains what the preview shows, and the server writes no file', async () => {
  const answer = await t.app.inject({ url: '/prod-api/tool/gen/batchGenCode?tables=paper_kind', headers: await t.as('root') });
  expect(decodeURIComponent(String(answer.headers['download-filename']))).toBe('shuzhou-code.zip');
  const names = await new Promise<string[]>((resolve, reject) => {
    yauzl.fromBuffer(answer.rawPayload, (error, zip) => {
      const found: string[] = [];
      if (error) return reject(error);
      zip.on('entry', (entry: { fileName: string }) => found.push(entry.fileName)).on('end', () => resolve(found));
    });
  });
  const { tableId } = await whole('paper_kind');
  expect(names.sort()).toEqual(Object.keys((await ask('GET', `/preview/${tableId}`)).data as object).sort());
  expect(names).toContain('contract/system/paper-kind.ts');
  expect(await ask('GET', '/genCode/paper_kind')).toMatchObject({ code: 500, msg: expect.stringContaining('不允许生成文件覆盖到本地') });
  expect(await ask('DELETE', `/${tableId}`)).toMatchObject({ code: 200 });
  expect(await t.context.db.selectFrom('genTableColumn').select('id').where('tableId', '=', tableId).execute()).toEqual([]);
});

test('#43.21 a statement keeps what it says: exact decimals, days, a key of its own name, the comment and length of remark', async () => {
  const sql =
    "create table price_item (item_id bigint not null auto_increment comment '价目号', name varchar(20) not null, price decimal(10,2) default 0.00 comment '定价', weight decimal(8,3) comment '克重', pages decimal(6), big decimal(20,2) comment '总价', sold_date date, remark varchar(80) comment '补充说明', primary key (item_id));\n";
  expect(await create(sql)).toMatchObject({ code: 200 });
  const { rows, tableId } = await whole('price_item');
  const column = (name: string) => rows.find((one) => one['columnName'] === name);
  expect(column('id')).toMatchObject({ javaField: 'itemId', columnComment: '价目号', isPk: '1', columnType: 'bigint' });
  expect(column('price')).toMatchObject({ columnType: 'decimal(10,2)', javaType: 'Long', htmlType: 'input' });
  expect(column('weight')).toMatchObject({ javaType: 'BigDecimal' });
  expect(column('pages')).toMatchObject({ javaType: 'Long' });
  expect(column('big')).toMatchObject({ javaType: 'BigDecimal' });
  expect(column('sold_date')).toMatchObject({ htmlType: 'date', javaType: 'String' });
  expect(column('remark')).toMatchObject({ columnType: 'varchar(80)', columnComment: '补充说明' });
  const files = (await ask('GET', `/preview/${tableId}`)).data as Record<string, string>;
  const contract = files['contract/system/price-item.ts'] ?? '';
  for (const part of [
    "key: 'itemId'",
    "price: money('定价', 9999999999)",
    "weight: decimal('克重', 8, 3)",
    "pages: integer('pages'",
    "big: decimal('总价', 20, 2)",
    "soldDate: date('sold_date')",
    "remark: optionalText('补充说明', 80)",
  ])
    expect(contract).toContain(part);
  expect(files['server/db/price-item-table.ts']).toMatch(/price: Generated<number>;\n {2}weight: Generated<string>;/);
  const physical = (await t.context.db.introspection.getTables()).find((one) => one.name === 'price_item')?.columns ?? [];
  expect(physical.filter((one) => /real|double|float/i.test(one.dataType))).toEqual([]);
  expect((await change('price_item', {}, (row) => (row['columnName'] === 'weight' ? { isQuery: '1', queryType: 'GT' } : {}))).msg).toContain(
    'weight',
  );
});

test('#43.21 a statement the generator cannot keep is refused with the reason', async () => {
  for (const [sql, why] of [
    ['create table a (x int, y int, primary key (x, y))', '联合主键'],
    ['create table a (x varchar(20) primary key, y int)', '须是整数'],
    ['create table a (x int primary key, id int, y int)', '「id」'],
    ['create table a (y int, primary key (z))', '「z」'],
    ['create table a (b float)', 'decimal'],
    ['create table a (b decimal(4,6))', '小数位数'],
    ['create table a (b int); ;', '分号'],
  ] as const)
    expect([sql, (await create(sql)).msg]).toEqual([sql, expect.stringContaining(why)]);
});

test('#43.21 a table with a floating-point column is not imported', async () => {
  await t.context.db.schema
    .createTable('loose')
    .addColumn('id', 'integer', (one) => one.primaryKey())
    .addColumn('amount', 'real')
    .execute();
  expect((await ask('POST', '/importTable?tables=loose', {})).msg).toContain('浮点数');
});
