import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookEntries, makeEpub, patched, renamed, zipOf } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

let context: TestContext;
let editor: Bearer;

beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add'] });
  editor = await context.as('editor');
});
afterAll(() => context.close());

const MB = 1024 * 1024;
/** Compression method number in a zip. */
const BZIP2 = 12;
const ENCRYPTION = (algorithm: string): string =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="OPS/c1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`;
const withDoctype = (doctype: string, body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html ${doctype}><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;
const many = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_none, at) => [`OPS/x${at}.txt`, '']));

const BAD: readonly [string, RegExp, () => Promise<Buffer>][] = [
  ['a file of zero bytes', /空的（0字节）/, async () => Buffer.alloc(0)],
  ['a file that is no zip', /不是EPUB文件/, async () => Buffer.from('%PDF-1.7 这不是电子书')],
  ['a truncated zip', /不完整或已损坏/, async () => (await makeEpub()).subarray(0, 900)],
  [
    'a zip whose bytes changed',
    /不完整或已损坏/,
    async () => renamed(await zipOf({ mimetype: 'application/epub+zip' }), 'application/epub', 'application/EPUB'),
  ],
  [
    'a zip whose files are packed by another way than Deflate',
    /“OPS\/c1\.xhtml”用了EPUB不允许的压缩方式/,
    async () => patched(await makeEpub(), (view, name) => void (name === 'OPS/c1.xhtml' && view.writeUInt16LE(BZIP2, 10))),
  ],
  ['the first segment of a zip', /分卷压缩包中的一卷/, async () => Buffer.concat([Buffer.from('PK\x07\x08'), await makeEpub()])],
  [
    'the last segment of a zip',
    /分卷压缩包中的一卷/,
    async () => {
      const zip = await makeEpub();
      zip.writeUInt16LE(2, zip.lastIndexOf('PK\x05\x06') + 4);
      return zip.subarray(100);
    },
  ],
  [
    'a style sheet that takes more memory than a book may',
    /内存不够，请拆分过大的样式表/,
    () => makeEpub({ files: { 'a.css': ` -epub-a:${'b '.repeat(200)}`.repeat(20_000) }, head: '<link rel="stylesheet" href="a.css"/>' }),
  ],
  [
    'a zip without a container and without a package',
    /缺少 META-INF\/container\.xml/,
    () => makeEpub({ entries: { 'META-INF/container.xml': null, 'OPS/book.opf': null } }),
  ],
  [
    'a container without a package, where there are two',
    /没有指明书的描述文件.*书里有 2 个OPF文件/,
    () => makeEpub({ entries: { 'META-INF/container.xml': '<container/>', 'OPS/other.opf': '<package/>' } }),
  ],
  ['a missing package', /缺少书的描述文件（OPF）“OPS\/book\.opf”/, () => makeEpub({ entries: { 'OPS/book.opf': null } })],
  ['a package that is no XML', /“OPS\/book\.opf”不是正确的XML/, () => makeEpub({ entries: { 'OPS/book.opf': '书' } })],
  ['a package that ends before its spine', /没有阅读顺序（spine）/, () => makeEpub({ entries: { 'OPS/book.opf': '<package><metadata>' } })],
  [
    'a chapter below a name of the house',
    /不能有名为“book\.json”的文件夹/,
    () =>
      makeEpub({ entries: { 'book.json/c1.xhtml': '<p>夹</p>' }, manifest: '<item id="x" href="../book.json/c1.xhtml" media-type="text/html"/>' }),
  ],
  ['a file below the other name of the house', /不能有名为“search\.json”的文件夹/, () => makeEpub({ entries: { 'search.json/a.png': 'x' } })],
  ['and below that of its packed form', /不能有名为“search\.json\.br”的文件夹/, () => makeEpub({ entries: { 'search.json.br/a.png': 'x' } })],
  [
    'a folder where the contents are written',
    /不能有名为“OPS\/contents\.ncx”的文件夹/,
    () =>
      makeEpub({
        entries: { 'OPS/nav.xhtml': null, 'OPS/contents.ncx/a.css': 'p{}' },
        manifest: '<item id="x" href="contents.ncx/a.css" media-type="text/css"/>',
      }),
  ],
  ['a spine item that the manifest lacks', /阅读顺序中的“nobody”/, () => makeEpub({ spine: '<itemref idref="nobody"/>' })],
  [
    'a picture in the spine that is missing',
    /阅读顺序中的“f0”/,
    () => makeEpub({ files: { 'a.png': 'png' }, entries: { 'OPS/a.png': null }, spine: '<itemref idref="f0"/>' }),
  ],
  [
    'a spine item of a kind that nobody reads, whose fallback is no better',
    /“OPS\/a\.dmg”不是可读的文档，也没有可读的替代/,
    () =>
      makeEpub({
        files: { 'b.psd': 'psd' },
        entries: { 'OPS/a.dmg': 'dmg' },
        manifest: '<item id="x" href="a.dmg" media-type="application/octet-stream" fallback="f0"/>',
        spine: '<itemref idref="x"/>',
      }),
  ],
  ['a book without a spine', /没有阅读顺序（spine）/, () => makeEpub({ spine: ' ' })],
  [
    'a book under DRM',
    /已加密（DRM）/,
    () => makeEpub({ entries: { 'META-INF/encryption.xml': ENCRYPTION('http://www.w3.org/2001/04/xmlenc#aes256-cbc') } }),
  ],
  [
    'a zip with a password',
    /设有密码/,
    async () => patched(await makeEpub(), (view, name) => void (name === 'OPS/c1.xhtml' && view.writeUInt16LE(view.readUInt16LE(8) | 1, 8))),
  ],
  ['a zip bomb', /压缩炸弹/, () => makeEpub({ entries: { 'OPS/big.txt': Buffer.alloc(20 * MB) } })],
  ['an entry that is too large', /解压后超过32MB/, () => makeEpub({ entries: { 'OPS/big.txt': randomBytes(33 * MB) } })],
  [
    'a zip bomb whose header says it is small',
    /压缩炸弹|不完整或已损坏/,
    async () =>
      patched(
        await makeEpub({ entries: { 'OPS/big.txt': Buffer.alloc(20 * MB) } }),
        (view, name) => void (name === 'OPS/big.txt' && view.writeUInt32LE(10, 24)),
      ),
  ],
  [
    'a path that climbs out',
    /越出了书的范围/,
    async () => renamed(await makeEpub({ entries: { 'OPS/aa/evil.txt': 'x' } }), 'OPS/aa/evil.txt', '../../../ev.txt'),
  ],
  [
    'a path with backslashes that climbs out',
    /越出了书的范围/,
    async () => renamed(await makeEpub({ entries: { 'OPS/aa/evil.txt': 'x' } }), 'OPS/aa/evil.txt', '..\\..\\..\\ev.txt'),
  ],
  [
    'a path with a zero byte',
    /“OPS\/evi␀\.txt”里有空字符/,
    async () => renamed(await makeEpub({ entries: { 'OPS/evil.txt': 'x' } }), 'OPS/evil.txt', 'OPS/evi\0.txt'),
  ],
  [
    'a symbolic link',
    /符号链接/,
    async () =>
      patched(
        await makeEpub({ entries: { 'OPS/link': '/etc/passwd' } }),
        (view, name) => void (name === 'OPS/link' && view.writeUInt32LE(0o120777 * 65536, 38)),
      ),
  ],
  ['5 001 entries', /超过5000个/, () => zipOf({ ...bookEntries(), ...many(5_001 - Object.keys(bookEntries()).length) })],
  [
    'an external entity in a chapter',
    /外部实体/,
    () => makeEpub({ chapters: { 'c1.xhtml': withDoctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', '<p>&x;</p>') } }),
  ],
  [
    'an external entity in the package',
    /外部实体/,
    () =>
      makeEpub({
        entries: { 'OPS/book.opf': '<?xml version="1.0"?><!DOCTYPE package [<!ENTITY % x PUBLIC "a" "http://127.0.0.1/x"> %x;]><package/>' },
      }),
  ],
];

async function left(): Promise<string[]> {
  const root = context.context.settings.dataDir;
  const places = ['files/books', 'files/covers', 'files/sources', 'preparing', 'uploads'];
  const found = await Promise.all(
    places.map(async (place) => (existsSync(join(root, place)) ? (await readdir(join(root, place))).map((name) => `${place}/${name}`) : [])),
  );
  return found.flat();
}

async function rowsLeft(): Promise<number> {
  const { db } = context.context;
  const counts = await Promise.all(
    (['publication', 'edition', 'chapter', 'editionFile', 'bookText', 'bookTextWords', 'publicationWords'] as const).map((name) =>
      db
        .selectFrom(name)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, row) => sum + Number(row.count), 0);
}

describe('rejects an unreadable file with a message and leaves no data', () => {
  test.each(BAD)('%s', async (_name, message, make) => {
    const ended = await prepareFile(context, editor, await make());
    expect(ended).toMatchObject({ state: 'failed', publishId: null });
    expect(ended.message).toMatch(message);
    expect(await left()).toEqual([]);
    expect(await rowsLeft()).toBe(0);
    expect(context.jobErrors).toEqual([]);
  });
});

test('reads a book with a billion-laughs attack without expanding it', async () => {
  const laughs = Array.from({ length: 30 }, (_none, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};">`).join('');
  const bytes = await makeEpub({ chapters: { 'c1.xhtml': withDoctype(`[<!ENTITY l0 "哈">${laughs}]`, '<p>笑：&l30;</p>') } });
  expect(await prepareFile(context, editor, bytes)).toMatchObject({ state: 'ready' });
});
