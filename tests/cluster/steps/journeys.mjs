// A reader and an editor by HTTP, through the proxy, so that their requests alternate between the servers.
import { randomUUID } from 'node:crypto';
import { orderPreparation, prepared, send, signIn, uploadParts } from '../client.mjs';
import { noisyBook } from './uploads.mjs';

/** A free work of the demonstration that has an edition; the same for every step. */
export async function freeBook(cluster) {
  if (cluster.book) return cluster.book;
  const { json } = await send(cluster.origin, 'GET', '/prod-api/cms/publish/queryPublishList?pageNum=1&pageSize=50&price=free&kind=book');
  const card = json.rows[0];
  const { json: detail } = await send(cluster.origin, 'GET', `/prod-api/cms/publish/getInfo/${card.publishId}`);
  cluster.book = { publishId: card.publishId, editionId: detail.data.editionId };
  return cluster.book;
}

export async function journeys(cluster, { check, figure }) {
  const before = await Promise.all(cluster.servers.map((one) => one.answered()));
  await reader(cluster, check);
  await editor(cluster, check);
  const after = await Promise.all(cluster.servers.map((one) => one.answered()));
  const shares = after.map((count, index) => count - before[index]);
  if (cluster.proxy) check('both servers answered the journeys', Math.min(...shares) > 0, shares.join(' and '));
  figure('requests of the journeys on each server', shares.join(' and '));
}

async function reader(cluster, check) {
  const book = await freeBook(cluster);
  const me = await signIn(cluster, 'reader1');
  check('a reader signs in through the proxy', (await me.call('GET', '/getInfo')).user.userName === 'reader1');
  const grant = await me.send('POST', '/prod-api/info/grant', { body: { publishId: book.publishId } });
  const cookie = (grant.headers.get('set-cookie') ?? '').split(';')[0];
  const folder = `/books/${book.publishId}/${book.editionId}`;
  const manifest = await me.send('GET', `${folder}/book.json`, { headers: { cookie } });
  const chapters = manifest.json?.documents ?? manifest.json?.spine ?? [];
  const paths = chapters.map((one) => one.path ?? one.href).filter(Boolean);
  let opened = 0;
  for (const path of paths.slice(0, 4))
    if ((await me.send('GET', `${folder}/${path}`, { headers: { cookie }, raw: true })).status === 200) opened += 1;
  check('opens a book and its chapters', manifest.status === 200 && opened === Math.min(4, paths.length) && opened > 0, `${opened} chapters`);

  const clock = Date.now();
  const place = { ...book, cfi: 'epubcfi(/6/2!/4/2)', percent: 12.5, documentIndex: 0, device: '集群', clock };
  await me.call('PUT', '/info/progress', place);
  const read = await Promise.all([0, 1, 2, 3].map(() => me.call('GET', `/info/progress?publishId=${book.publishId}`)));
  check(
    'the position is the same on every server',
    read.every(({ data }) => data.clock === clock),
  );
  const clientId = randomUUID();
  const note = {
    kind: 'mark',
    clientId,
    base: 0,
    clock,
    deleted: false,
    ...book,
    documentIndex: 0,
    chapterTitle: '一',
    cfi: 'epubcfi(/6/2!/4/2)',
    text: '灯',
    before: '',
    after: '',
    type: 'note',
    note: '集群的笔记',
    colour: 'blue',
    percent: 1,
    settle: false,
  };
  const sync = { deviceId: 'cluster-reader', device: '集群', cursor: 0 };
  await me.call('POST', '/info/annotation/sync', { ...sync, objects: [note] });
  const seen = await Promise.all([0, 1].map(() => me.call('POST', '/info/annotation/sync', { ...sync, objects: [] })));
  check(
    'a note is accepted and seen on every server',
    seen.every(({ data }) => data.changes.some((one) => one.clientId === clientId)),
  );
  const { data: comment } = await me.call('POST', '/cms/comment', {
    targetType: 'publication',
    targetId: book.publishId,
    content: `两台服务器都看得到 ${randomUUID()}`,
  });
  const mine = await Promise.all([0, 1].map(() => me.call('GET', `/cms/comment/mine?targetType=publication&targetId=${book.publishId}`)));
  const listed = await Promise.all(
    [0, 1].map(() => send(cluster.origin, 'GET', `/prod-api/cms/comment/queryComment?targetType=publication&targetId=${book.publishId}`)),
  );
  const shows = (rows) => rows.some((one) => one.commentId === comment.commentId);
  check(
    'a comment is there on every server',
    [0, 1].every((at) => shows(mine[at].data) || shows(listed[at].json.data.rows)),
  );
  await me.call('POST', '/logout');
  const left = await Promise.all([0, 1, 2, 3].map(() => me.send('GET', '/prod-api/getInfo')));
  check(
    'signing out ends the session on every server',
    left.every(({ json }) => json?.code === 401),
  );
}

async function editor(cluster, check) {
  const me = await signIn(cluster, 'worksadmin');
  const { rows } = await me.call('GET', '/cms/publish/list?pageNum=1&pageSize=20');
  check('an editor signs in and lists the works', rows.length > 0, `${rows.length} works`);
  const title = `集群样书${randomUUID().slice(0, 8)}`;
  const epub = await noisyBook(title, 3_000_000);
  const id = await orderPreparation(me, await uploadParts(me, '/publication-uploads', epub, `${title}.epub`, 200_000));
  const publishId = await prepared(me, id);
  const { data: row } = await me.call('GET', `/cms/publish/${publishId}`);
  check('uploads a book in parts and it is prepared', row.title === title);
  const { data: tree } = await me.call('GET', '/cms/archiveType/queryTree');
  const archiveTypeId = row.archiveTypeId ?? tree[0]?.children[0]?.archiveTypeId ?? tree[0]?.archiveTypeId;
  await me.call('PUT', '/cms/publish', {
    ...row,
    ...row.cover,
    archiveTypeId,
    isFree: '1',
    brief: '改过的简介',
    intro: '<p>集群</p>',
    publishDate: '2026-11-21',
    listPriceFen: 9900,
    authorsText: '佚名',
  });
  const again = await Promise.all([0, 1].map(() => me.call('GET', `/cms/publish/${publishId}`)));
  check(
    'edits it and reads the change on every server',
    again.every(({ data }) => data.brief === '改过的简介'),
  );
}
