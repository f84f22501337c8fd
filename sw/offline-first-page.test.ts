import 'fake-indexeddb/auto';
import { createStore, set } from 'idb-keyval';
import { beforeEach, expect, it } from 'vitest';
import { setWorkerUser } from './offline-responses.ts';
import { storedFirstPage, pageFrom } from './offline-first-page.ts';
import { bookKey, fileKey, downloadDatabase, DOWNLOAD_STORE, placeKey, PLACES_DATABASE, PLACES_STORE } from './messages.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const mine = createStore(downloadDatabase(1), DOWNLOAD_STORE);
const places = createStore(PLACES_DATABASE, PLACES_STORE);
const reader = (query = '') => new URL(`https://h/cms/main/epubRead?publishId=7${query}`);
const book = {
  language: 'zh',
  layout: 'reflowable',
  writing: 'horizontal',
  direction: 'ltr',
  spine: [{ href: 'a.xhtml' }, { href: 'b.xhtml' }],
  resources: [{ path: 'all.css', type: 'text/css', document: 0 }],
};
const keep = (state: object) => set(bookKey(7), { editionId: 3, complete: true, validTo: null, ...state }, mine);

beforeEach(async () => {
  for (const [path, text] of [
    ['book.json', JSON.stringify(book)],
    ['a.xhtml', '<p>一</p></script>'],
    ['b.xhtml', '<p>二</p>'],
    ['all.css', 'p{margin:0}'],
  ] as const)
    await set(fileKey(7, 3, path), { type: 'text/plain', body: bytes(text) }, mine);
  await keep({});
  await setWorkerUser(1);
});

it("starts a downloaded book at the user's position, with its styles", async () => {
  expect(await storedFirstPage(reader())).toMatchObject({
    documentIndex: 0,
    text: '<p>一</p></script>',
    sheets: { 'all.css': 'p{margin:0}' },
    place: null,
  });
  expect(await storedFirstPage(reader('&at=1'))).toMatchObject({ documentIndex: 1, text: '<p>二</p>' });
  await set(placeKey(1, 7), { editionId: 3, documentIndex: 1, cfi: 'epubcfi(/6/4!/4/2)', clock: 5 }, places);
  expect(await storedFirstPage(reader())).toMatchObject({ documentIndex: 1, place: { cfi: 'epubcfi(/6/4!/4/2)', clock: 5 } });
});

it('serves a recently read chapter from memory, to users with access to it only', async () => {
  const key = fileKey(7, 3, 'a.xhtml');
  expect(await storedFirstPage(reader('&at=0'))).toMatchObject({ text: '<p>一</p></script>' });
  await set(key, { type: 'text/plain', body: bytes('<p>又</p>') }, mine);
  expect(await storedFirstPage(reader('&at=0'))).toMatchObject({ text: '<p>一</p></script>' });
  await setWorkerUser(2);
  expect(await storedFirstPage(reader('&at=0'))).toBeNull();
});

it('does not answer for another user, an incomplete copy, expired access or another page', async () => {
  expect(await storedFirstPage(new URL('https://h/cms/main/bookDetail/7?publishId=7'))).toBeNull();
  expect(await storedFirstPage(reader('&at=b.xhtml'))).toBeNull();
  for (const userId of [2, null]) {
    await setWorkerUser(userId);
    expect(await storedFirstPage(reader())).toBeNull();
  }
  for (const state of [{ complete: false }, { validTo: 1_000 }]) {
    await keep(state);
    await setWorkerUser(1);
    expect(await storedFirstPage(reader(), 2_000)).toBeNull();
  }
});

it('serves the shell with the page inside, with its headers but without the old content length', async () => {
  const page = await storedFirstPage(reader('&at=0'));
  const headers = new Headers({ 'content-security-policy': "script-src 'self'", 'content-length': '9' });
  const answer = page && pageFrom({ headers, text: '<body><!--data--></body>' }, page);
  expect(answer?.headers.get('content-security-policy')).toBe("script-src 'self'");
  expect(answer?.headers.has('content-length')).toBe(false);
  expect((await answer?.text())?.match(/<\/script>/g)?.length).toBe(1);
});
