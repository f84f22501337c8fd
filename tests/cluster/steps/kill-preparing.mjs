// The server that prepares a book is killed (SIGKILL); the other one finishes the book.
import { makeEpub } from '../../support/epub-maker.ts';
import { orderPreparation, prepared, signIn, uploadParts } from '../client.mjs';
import { until } from '../processes.mjs';

const CHAPTERS = 800;

export async function killPreparing(cluster, { check, figure }) {
  const editor = await signIn(cluster, 'worksadmin');
  const text = '灯一盏一盏亮起来，船靠了岸。'.repeat(300);
  const chapters = Object.fromEntries(Array.from({ length: CHAPTERS }, (_, at) => [`c${at}.xhtml`, `<h1>第${at + 1}章</h1><p>${text}</p>`]));
  const title = `准备时被杀${Date.now()}`;
  const epub = Buffer.from(await makeEpub({ title, chapters }));
  const id = await orderPreparation(editor, await uploadParts(editor, '/publication-uploads', epub, 'kill.epub', 4_000_000));
  const busy = async () => cluster.servers.find((one) => one.runs('preparation.worker')) ?? ((await isReady(editor, id)) ? 'ready' : null);
  const victim = await until(busy, 60_000, 'a server prepares the book');
  if (victim === 'ready') return check('the book is being prepared when its server is killed', false, 'it was ready before');
  const killedAt = performance.now();
  await victim.kill('SIGKILL');
  const publishId = await prepared(editor, id);
  const took = (performance.now() - killedAt) / 1000;
  const { data: work } = await editor.call('GET', `/cms/publish/${publishId}`);
  const { rows } = await editor.call('GET', `/cms/publish/list?title=${encodeURIComponent(title)}&pageNum=1&pageSize=10`);
  check(
    'the other server finishes the book of a killed server',
    work.chapters.length === CHAPTERS && rows.length === 1,
    `${work.chapters.length} chapters, listed ${rows.length}×`,
  );
  figure('book finished after kill -9 of its server', `${took.toFixed(1)} s`);
  await victim.start();
}

const isReady = async (editor, id) => {
  const { json } = await editor.send('GET', `/prod-api/cms/publish/preparation/${id}`);
  return json?.data?.state === 'ready' ? true : null;
};
