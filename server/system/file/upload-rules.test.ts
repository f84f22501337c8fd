import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { seedDefaults } from '../../seed/defaults/seed-defaults.ts';

let t: TestContext;
let owner: Bearer;
let staff: Bearer;
let ownerId: number;

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  ownerId = await t.addUser({ userName: 'owner' });
  await t.addUser({ userName: 'other' });
  await t.addUser({ userName: 'staff', permissions: ['system:config:edit', 'system:config:list', 'system:feedback:list'] });
  [owner, staff] = [await t.as('owner'), await t.as('staff')];
});
afterAll(() => t.close());

async function send(name: string, bytes: Buffer, headers: Bearer = owner) {
  const edge = 'x-edge-of-a-part';
  const payload = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/common/upload',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload,
  });
  return answer.json<{ code: number; msg: string; fileName: string }>();
}

async function set(configKey: string, configValue: string) {
  const { rows } = (await t.app.inject({ url: `/prod-api/system/config/list?configKey=${configKey}`, headers: staff })).json<{ rows: object[] }>();
  const answer = await t.app.inject({ method: 'PUT', url: '/prod-api/system/config', headers: staff, payload: { ...rows[0], configValue } });
  return answer.json<{ code: number; msg: string }>();
}
const rules = async () => (await t.app.inject('/prod-api/common/upload/rules')).json<{ data: object }>().data;
const picture = (type: 'gif' | 'webp') => {
  const blank = sharp({ create: { width: 8, height: 8, channels: 3, background: '#007f80' } });
  return (type === 'gif' ? blank.gif() : blank.webp()).toBuffer();
};
const PDF = Buffer.from('%PDF-1.4\n%%EOF');

test('#43.18 S5.1 S5.2 the default rules are those of the specification', async () => {
  expect(await rules()).toEqual({
    images: ['png', 'jpg', 'jpeg'],
    documents: ['doc', 'docx', 'ppt', 'pptx', 'txt'],
    bytes: 5 * 1024 * 1024,
    files: 5,
  });
  expect(await send('a.pdf', PDF)).toMatchObject({ code: 500, msg: '文件格式不正确, 请上传png/jpg/jpeg/doc/docx/ppt/pptx/txt格式文件!' });
});

test('#43.18 what an administrator allows is accepted after a check of its content, and named in the message', async () => {
  expect(await set('sys.upload.fileTypes', 'txt, .pdf，xlsx,mp4')).toMatchObject({ code: 200 });
  expect(await set('sys.upload.imageTypes', 'png,gif,webp')).toMatchObject({ code: 200 });
  expect(await rules()).toMatchObject({ images: ['png', 'gif', 'webp'], documents: ['txt', 'pdf', 'xlsx', 'mp4'] });
  for (const [name, bytes] of [
    ['a.pdf', PDF],
    ['a.gif', await picture('gif')],
    ['a.webp', await picture('webp')],
    ['a.xlsx', Buffer.from('PK\u0003\u0004rest')],
    ['a.mp4', Buffer.from('\0\0\0\u0018ftypisom')],
  ] as const)
    expect([name, await send(name, bytes)]).toEqual([name, expect.objectContaining({ code: 200 })]);
  for (const name of ['b.pdf', 'b.gif', 'b.webp', 'b.xlsx', 'b.mp4'])
    expect((await send(name, Buffer.from('<html><script>1</script>'))).msg).toMatch(/文件内容与扩展名\w+不符/);
  expect((await send('a.doc', Buffer.from('d0cf11e0', 'hex'))).msg).toContain('请上传png/gif/webp/txt/pdf/xlsx/mp4格式');
});

test('#43.18 the size limit of the parameter holds and is named', async () => {
  expect(await set('sys.upload.maxMb', '1')).toMatchObject({ code: 200 });
  expect(await send('a.txt', Buffer.alloc(1024 * 1024 + 1, 'a'))).toMatchObject({ code: 500, msg: '上传文件大小不能超过 1 MB!' });
  expect(await set('sys.upload.maxMb', '6')).toMatchObject({ code: 200 });
  expect(await send('a.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toMatchObject({ code: 200 });
});

test.each([
  ['sys.upload.fileTypes', 'pdf,html', 'html'],
  ['sys.upload.fileTypes', 'png', 'png'],
  ['sys.upload.imageTypes', 'svg', 'svg'],
  ['sys.upload.maxMb', '500', '50'],
  ['sys.upload.maxFiles', 'many', '20'],
])('#43.18 the parameter %s refuses %s', async (key, value, why) => {
  expect(await set(key, value)).toMatchObject({ code: 500, msg: expect.stringContaining(why) });
});

test('#43.18 the address of an upload opens for its owner and for staff with the record, and for nobody else', async () => {
  const { fileName } = await send('mine.txt', Buffer.from('只给自己看'));
  const open = (headers: Record<string, string> = {}, prefix = '') => t.app.inject({ url: prefix + fileName, headers });
  const mine = await open(owner);
  expect([mine.statusCode, mine.payload, mine.headers['content-disposition']]).toEqual([200, '只给自己看', expect.stringContaining('attachment')]);
  expect((await open(owner, '/prod-api')).statusCode).toBe(200);
  expect(mine.headers['cache-control']).toMatch(/no-store|private/);
  for (const headers of [{}, await t.as('other'), staff]) expect((await open(headers)).statusCode).toBe(404);
  const { fileName: image } = await send(
    'mine.png',
    await sharp(await picture('gif'))
      .png()
      .toBuffer(),
  );
  const shown = async (headers: Bearer) => (await t.app.inject({ url: image, headers })).statusCode;
  expect(await shown(staff)).toBe(404);
  await t.context.db
    .insertInto('feedback')
    .values({ type: 'bug', content: '看不清这一页的图', images: JSON.stringify([image]), userId: ownerId, createTime: 1, updateTime: 1 } as never)
    .execute();
  expect([await shown(staff), await shown(await t.as('other'))]).toEqual([200, 404]);
});
