// Kills the server with `kill -9` during uploads and progress writes. No acknowledged write may be lost, no half-prepared book may be
// listed, and no book may be prepared twice. Usage: node tests/bench/kill.mjs [rounds]
import { browserServer } from '../support/browser-server.ts';
import { bookEntries, zipOf } from '../support/epub-maker.ts';

const ROUNDS = Number(process.argv[2] ?? 30);
const READERS = 8;
const server = await browserServer({ DEMO: '1' });
const { data: first } = await (async () => ({ data: await server.publish(await zipOf(bookEntries({ title: '底本' }))) }))();
const editor = await server.logIn('worksadmin');
const readers = await Promise.all(Array.from({ length: READERS }, (_, index) => server.logIn(`reader${index + 1}`)));
const { data: book } = await server.call(null, 'GET', `/cms/publish/getInfo/${first}`);

/** Writes that the server acknowledged with 200. */
const acknowledged = readers.map(() => 0);
const preparations = new Map();
let clock = Date.now();
let writes = 0;
let resent = 0;

async function turnPages(index, until) {
  while (Date.now() < until()) {
    const mine = (clock += 1);
    const place = {
      publishId: first,
      editionId: book.editionId,
      cfi: 'epubcfi(/6/2!/4/2)',
      percent: (mine % 10_000) / 100,
      documentIndex: 0,
      device: `kill${index}`,
      clock: mine,
    };
    try {
      const { data } = await server.call(readers[index], 'PUT', '/info/progress', place);
      if (data.clock !== mine) throw new Error('the server answered with an older position');
      acknowledged[index] = mine;
      writes += 1;
    } catch (error) {
      if (String(error).includes('older')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

async function sendBooks(round, until) {
  for (let n = 0; Date.now() < until(); n += 1) {
    const title = `第${round}轮第${n}本`;
    const epub = await zipOf(
      bookEntries({
        title,
        chapters: Object.fromEntries(
          Array.from({ length: 20 }, (_, i) => [`c${i}.xhtml`, `<h1>第${i + 1}章</h1><p>${title}的第${i + 1}章，灯一盏一盏亮起来。</p>`]),
        ),
      }),
    );
    const head = { authorization: `Bearer ${editor}`, 'tus-resumable': '1.0.0' };
    try {
      const created = await fetch(`${server.origin}/prod-api/publication-uploads`, {
        method: 'POST',
        headers: {
          ...head,
          'upload-length': String(epub.byteLength),
          'upload-metadata': `filename ${Buffer.from(`${title}.epub`).toString('base64')}`,
        },
      });
      const location = new URL(created.headers.get('location') ?? '', server.origin);
      const sent = await fetch(location, {
        method: 'PATCH',
        headers: { ...head, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: epub,
      });
      if (sent.status !== 204) continue;
      const { data } = await server.call(editor, 'POST', '/cms/publish/preparation', { uploadId: location.pathname.split('/').at(-1) });
      preparations.set(data.preparationId, title);
    } catch {
      resent += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

let lost = 0;
const startTimes = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  let end = Date.now() + 60_000;
  const until = () => end;
  const work = [...readers.map((_, index) => turnPages(index, until)), sendBooks(round, until)];
  await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 700));
  await server.stop();
  end = 0;
  await Promise.all(work);
  const began = Date.now();
  await server.start();
  startTimes.push(Date.now() - began);
  for (const [index, token] of readers.entries()) {
    const { data } = await server.call(token, 'GET', `/info/progress?publishId=${first}`);
    if ((data?.clock ?? 0) < acknowledged[index]) lost += 1;
  }
}

let half = 0;
let twice = 0;
for (const [id, title] of preparations) {
  let row;
  for (const until = Date.now() + 60_000; ; ) {
    row = (await server.call(editor, 'GET', `/cms/publish/preparation/${id}`)).data;
    if (row.state === 'ready' || row.state === 'failed' || Date.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (row.state !== 'ready') {
    lost += 1;
    console.log(`${title}: ${row.state} ${row.message}`);
    continue;
  }
  const { data: work } = await server.call(editor, 'GET', `/cms/publish/${row.publishId}`);
  if (work.chapters.length !== 20 || work.title !== title) half += 1;
}
const { rows, total } = await server.call(editor, 'GET', '/cms/publish/list?pageSize=500&title=轮第');
if (new Set(rows.map((row) => row.title)).size !== total) twice += 1;
for (const row of rows) if (row.editionId === null || row.chapterCount !== 20) half += 1;
await server.close();

console.log(`${ROUNDS} kills, acknowledged: ${writes} positions, ${preparations.size} books (${total} works), ${resent} uploads cut off`);
console.log(`${lost} acknowledged writes lost, ${half} books half-prepared, ${twice} prepared twice; startup at most ${Math.max(...startTimes)} ms`);
process.exit(lost + half + twice === 0 && writes > 0 && preparations.size > 0 ? 0 : 1);
