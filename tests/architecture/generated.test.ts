import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { NEXT_MIGRATION } from '../../server/db/migrate.ts';
import { genModel } from '../../server/tool/gen-code.service.ts';
import { filesOf, jointsOf } from '../../server/tool/gen-files.ts';
import { genTableByName } from '../../server/tool/gen-table.queries.ts';
import { testContext, type TestContext } from '../support/test-context.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const node = join(ROOT, 'node_modules', '.bin', 'node');
const SLOW_MS = 300_000;

let t: TestContext;
let overlay = '';
const made: string[] = [];

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await create(
    "create table sample_crud (id int primary key, title varchar(80) not null comment '题名''s', status char(1) default '0', price int default 0, cover varchar(200), body text, started datetime, note varchar(300))",
  );
  await create("create table sample_tree (id int primary key, parent_id int default 0, label varchar(40) not null comment '名称') comment='样品树'");
  await create("create table sample_item (id int primary key, main_id int not null, name varchar(40) not null) comment='明细'");
  await create("create table sample_main (id int primary key, name varchar(40) not null) comment='主单'");
  await create(
    "create table sample_money (money_id bigint(20) not null auto_increment comment '编号', name varchar(40) not null, price decimal(10,2) default 0.00 comment '定价', ratio decimal(6,3) not null comment '折扣率', pub_date date not null comment '出版日期', remark varchar(30) comment '说明', primary key (money_id)) comment='价目';\n",
  );
  await set('sample_money', {}, (row) => (['ratio', 'price', 'pub_date'].includes(String(row['columnName'])) ? { isQuery: '1' } : {}));
  await set('sample_crud', {}, (row) =>
    row['columnName'] === 'started'
      ? { isQuery: '1', queryType: 'BETWEEN' }
      : row['columnName'] === 'price'
        ? { isQuery: '1', queryType: 'GTE' }
        : {},
  );
  // An area without any manifest: they are generated too.
  await set('sample_tree', {
    moduleName: 'authoring',
    tplCategory: 'tree',
    params: { treeCode: 'id', treeParentCode: 'parent_id', treeName: 'label' },
  });
  await set('sample_main', { tplCategory: 'sub', subTableName: 'sample_item', subTableFkName: 'main_id' });
  await set('sample_item', {}, (row) => (row['columnName'] === 'main_id' ? { isQuery: '1' } : {}));
  overlay = await mkdtemp(join(tmpdir(), 'shuzhou-generated-'));
  for (const part of ['contract', 'server', 'src', 'tests/support', 'tsconfig.json', '.oxlintrc.json', 'package.json'])
    await cp(join(ROOT, part), join(overlay, part), { recursive: true });
  await leaveUnchecked();
  await symlink(join(ROOT, 'node_modules'), join(overlay, 'node_modules'));
  let number = NEXT_MIGRATION;
  for (const name of ['sample_crud', 'sample_tree', 'sample_main', 'sample_money']) {
    const model = await genModel(t.context, await genTableByName(t.context.db, name));
    const place = { number, lacking: name === 'sample_tree' ? (['contract', 'server', 'src'] as const) : [] };
    for (const [path, text] of Object.entries(filesOf(model, place))) await put(path, text);
    for (const { file, after, line } of jointsOf(model, place)) {
      const text = (await readFile(join(overlay, file), 'utf8')).replace(NOT_CHECKED, '');
      expect([file, after, text.split(after).length]).toEqual([file, after, 2]);
      await writeFile(
        join(overlay, file),
        text.replace(after, () => after + (line.startsWith(',') ? line : `\n${line}`)),
      );
    }
    number += model.sub ? 2 : 1;
  }
}, SLOW_MS);
afterAll(async () => {
  await t.close();
  await rm(overlay, { recursive: true, force: true });
});

const NOT_CHECKED = '// @ts-nocheck\n';

/** The project's own check has checked the copied files: here only the generated ones, and those that got lines, are checked. */
async function leaveUnchecked(): Promise<void> {
  for (const part of ['contract', 'server', 'src', 'tests/support'])
    for (const path of await readdir(join(overlay, part), { recursive: true }))
      if (/(?<!\.d)\.tsx?$/.test(path)) {
        const file = join(overlay, part, path);
        await writeFile(file, NOT_CHECKED + (await readFile(file, 'utf8')));
      }
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(overlay, path)), { recursive: true });
  await writeFile(join(overlay, path), text);
  if (/\.tsx?$/.test(path)) made.push(path);
}

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await t.app.inject({ method, url: `/prod-api/tool/gen${path}`, headers: await t.as('root'), ...(body ? { payload: body } : {}) });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json();
}
const create = (sql: string) => ask('POST', `/createTable?sql=${encodeURIComponent(sql)}`, {});
async function set(name: string, more: object, column: (row: Record<string, unknown>) => object = () => ({})): Promise<void> {
  const table = await genTableByName(t.context.db, name);
  const { info, rows } = (await ask('GET', `/${table?.id}`))['data'] as { info: object; rows: Record<string, unknown>[] };
  await ask('PUT', '', { ...info, columns: rows.map((row) => ({ ...row, ...column(row) })), params: {}, ...more });
}

const failure = (error: unknown): string => String((error as { stdout?: string }).stdout ?? error);

test.each([
  ['contract', ['contract/']],
  ['server', ['server/']],
  ['src', ['src/']],
])(
  'generated code passes the type check in its place: %s',
  async (side, under) => {
    const files = [
      ...made.filter((path) => under.some((folder) => path.startsWith(folder))),
      ...(side === 'server' ? ['server/app.ts', 'contract/web-push.d.ts'] : []),
      ...(side === 'src'
        ? [
            'src/admin/areas.ts',
            'src/admin/tool/form-designer/code-generator/js-beautify.d.ts',
            'src/admin/workflow/modeller/bpmn-auto-layout.d.ts',
            'src/reader-engine/epubjs-cfi.d.ts',
          ]
        : []),
    ];
    const config = JSON.parse(await readFile(join(overlay, side, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
    await writeFile(
      join(overlay, `tsconfig.${side}.json`),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: config.compilerOptions,
        files: [...files, 'contract/opencc.d.ts', 'contract/bpmn-moddle.d.ts'],
      }),
    );
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--checkers', '1'];
    const checked = await run(node, [...tsc, '-p', `tsconfig.${side}.json`], { cwd: overlay }).catch(failure);
    expect(checked).toEqual({ stdout: '', stderr: '' });
  },
  SLOW_MS,
);

test(
  'generated code has no lint errors',
  async () => {
    const checked = await run(node, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', ...made], { cwd: overlay }).catch(failure);
    expect(typeof checked === 'string' ? checked : '').toBe('');
  },
  SLOW_MS,
);

test(
  '#43.21 generated code works: it adds, lists, filters and removes a row, keeps decimals exact and dates as days, and a tree rejects a cycle',
  async () => {
    await put(
      'tests/try.ts',
      `import { testContext } from './support/test-context.ts';
const t = await testContext();
await t.addUser({ userName: 'root', roles: ['admin'] });
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await t.app.inject({ method, url: '/prod-api/' + (path.startsWith('sampleTree') ? 'authoring/' : 'system/') + path, headers: await t.as('root'), ...(body ? { payload: body } : {}) });
  const { code, msg, total, rows, data } = answer.json();
  return { code, msg, ...(total === undefined ? {} : { total, first: rows[0] }), ...(Array.isArray(data) ? { length: data.length } : {}) };
};
const out = {
  added: await ask('POST', 'sampleCrud', { title: '一', price: 5, started: '2026-01-02 03:04:05' }),
  refused: await ask('POST', 'sampleCrud', { price: 5 }),
  dear: await ask('GET', 'sampleCrud/list?price=6'),
  listed: await ask('GET', 'sampleCrud/list?title=一&params%5BbeginTime%5D=2026-01-01&params%5BendTime%5D=2026-01-02'),
  root: await ask('POST', 'sampleTree', { label: '根' }),
  leaf: await ask('POST', 'sampleTree', { label: '叶', parentId: 1 }),
  loop: await ask('PUT', 'sampleTree', { sampleTreeId: 1, label: '根', parentId: 2 }),
  held: await ask('DELETE', 'sampleTree/1'),
  tree: await ask('GET', 'sampleTree/list'),
  main: await ask('POST', 'sampleMain', { name: '单' }),
  item: await ask('POST', 'sampleItem', { mainId: 1, name: '项' }),
  other: await ask('GET', 'sampleItem/list?mainId=2'),
  used: await ask('DELETE', 'sampleMain/1'),
  priced: await ask('POST', 'sampleMoney', { name: '甲', price: 1999, ratio: '0.85', pubDate: '2026-02-03', remark: '说' }),
  rounded: await ask('POST', 'sampleMoney', { name: '乙', price: 19.99, ratio: '0.85', pubDate: '2026-02-03' }),
  tooFine: await ask('POST', 'sampleMoney', { name: '乙', ratio: '0.8512', pubDate: '2026-02-03' }),
  noDate: await ask('POST', 'sampleMoney', { name: '乙', ratio: '1' }),
  longNote: await ask('POST', 'sampleMoney', { name: '乙', ratio: '1', pubDate: '2026-02-03', remark: '长'.repeat(31) }),
  equalRatio: await ask('GET', 'sampleMoney/list?ratio=0.850&price=1999,2000&pubDate=2026-02-01,2026-02-28'),
  laterDate: await ask('GET', 'sampleMoney/list?pubDate=2026-02-04,'),
  byKey: await ask('PUT', 'sampleMoney', { moneyId: 1, name: '丙', ratio: '1', pubDate: '2026-02-03' }),
};
await t.close();
process.stdout.write(JSON.stringify(out));
`,
    );
    const ran = await run(node, ['--disable-warning=ExperimentalWarning', 'tests/try.ts'], { cwd: overlay }).catch((error: unknown) => ({
      stdout: String(error),
    }));
    expect(ran.stdout).toMatch(/^\{/);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      added: { code: 200 },
      refused: { code: 400, msg: "题名's不能为空" },
      dear: { code: 200, total: 0 },
      listed: { code: 200, total: 1, first: { title: '一', price: 5, started: '2026-01-02 03:04:05', status: '0' } },
      root: { code: 200 },
      leaf: { code: 200 },
      loop: { code: 500, msg: '上级不能是自己或自己的下级' },
      held: { code: 500, msg: '存在下级，不允许删除' },
      tree: { code: 200, length: 2 },
      main: { code: 200 },
      item: { code: 200 },
      other: { code: 200, total: 0 },
      used: { code: 601 },
      priced: { code: 200 },
      rounded: { code: 400, msg: '定价须是整数' },
      tooFine: { code: 400, msg: '折扣率须是数字，整数最多3位，小数最多3位' },
      noDate: { code: 400, msg: '出版日期不能为空' },
      longNote: { code: 400, msg: '说明长度不能超过30个字符' },
      equalRatio: { code: 200, total: 1, first: { moneyId: 1, price: 1999, ratio: '0.850', pubDate: '2026-02-03', remark: '说' } },
      laterDate: { code: 200, total: 0 },
      byKey: { code: 200 },
    });
  },
  SLOW_MS,
);

test('every generated page is in the menu and has its component', async () => {
  await put(
    'tests/menu.ts',
    `import { MENU_PLACES } from '../contract/menus.ts';
process.stdout.write(JSON.stringify(MENU_PLACES.map(({ component }) => component)));
`,
  );
  const menu = JSON.parse((await run(node, ['--disable-warning=ExperimentalWarning', 'tests/menu.ts'], { cwd: overlay })).stdout) as string[];
  for (const [area, noun] of [
    ['system', 'sampleCrud'],
    ['authoring', 'sampleTree'],
    ['system', 'sampleMain'],
    ['system', 'sampleMoney'],
  ] as const) {
    expect(menu).toContain(`${area}/${noun}/index`);
    expect(await readFile(join(overlay, `src/admin/${area}/${area}.area.ts`), 'utf8')).toContain(`'${area}/${noun}/index'`);
  }
});
