// Books and recordings in parts that alternate between the servers.
import { randomBytes } from 'node:crypto';
import { wavTune } from '../../../server/seed/demo/wav-tune.ts';
import { makeEpub } from '../../support/epub-maker.ts';
import { orderPreparation, prepared, signIn, uploadParts } from '../client.mjs';

const BOOKS = 4;
const TRACKS = 4;

export const noisyBook = async (title, bytes) =>
  Buffer.from(await makeEpub({ title, chapters: { 'c1.xhtml': `<p>${title}。</p>` }, files: { 'noise.bin': randomBytes(bytes) } }));

export async function uploads(cluster, { check, figure }) {
  const editor = await signIn(cluster, 'worksadmin');
  const began = performance.now();
  const title = (index) => `交替上传${randomBytes(3).toString('hex')}-${index}`;
  let parts = 0;
  const book = async (name) => {
    const bytes = await noisyBook(name, 7_000_000);
    return orderPreparation(editor, await uploadParts(editor, '/publication-uploads', bytes, `${name}.epub`, 1_500_000, () => (parts += 1)));
  };
  const titles = Array.from({ length: BOOKS }, (_, index) => title(index));
  const orders = await Promise.all(titles.map(book));
  const works = await Promise.all(orders.map((id) => prepared(editor, id)));
  check('books uploaded in parts over alternating servers are prepared', new Set(works).size === BOOKS, `${BOOKS} books, ${parts} parts`);
  const { data: audio } = await editor.call('POST', '/cms/publish/audio', { kind: 'audio', title: title('录音'), authorsText: '集群' });
  const tracks = await Promise.all(
    Array.from({ length: TRACKS }, async (_, index) => {
      const uploadId = await uploadParts(editor, '/media-uploads', wavTune(String(index), 60), `${title(index)}.wav`, 1_500_000, () => (parts += 1));
      return (await editor.call('POST', '/cms/media', { publishId: audio.publishId, uploadId, title: `第${index}首` })).data.mediaId;
    }),
  );
  check('recordings uploaded in parts over alternating servers are kept', new Set(tracks).size === TRACKS, `${TRACKS} recordings`);
  figure('parts uploaded over alternating servers', `${parts} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
