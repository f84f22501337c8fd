import { TRIAL_STEP } from '../../server/media/probed.ts';
import type { TestContext } from './test-context.ts';
import { addListedWork } from './listed-work.ts';

const DAY_BYTES = Buffer.from('sound');

/** A listed textbook of three chapters, the first of which is the trial, with `tracks` ready recordings. */
export async function addTextbook(t: TestContext, { title = '渡口英语', tracks = 2 } = {}) {
  const { db, files } = t.context;
  const publishId = await addListedWork(t.context, { title, priceFen: 3000 });
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  await db.updateTable('publication').set({ kind: 'textbook', trialChapters: 1 }).where('id', '=', publishId).execute();
  await db
    .insertInto('textbook')
    .values({ publishId, courseName: title, stage: 'bachelor', subject: '英语', gradeTerm: '第一学期', ...base })
    .execute();
  const edition = async (texts: readonly string[]): Promise<number> => {
    const { id } = await db
      .insertInto('edition')
      .values({
        publicationId: publishId,
        folder: `books/${title}-${texts.length}-${now}`,
        sourceName: 'test.epub',
        sourceSha256: '',
        sourceBytes: 1,
        bytes: 1,
        files: 1,
        characters: 1,
        documents: texts.length,
        layoutFaults: null,
        clearedAt: null,
        createBy: '',
        createTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [orderNum, text] of texts.entries()) {
      await db
        .insertInto('chapter')
        .values({ editionId: id, orderNum, title: `Unit ${orderNum + 1}`, level: 0, characters: text.length, href: `${orderNum}.xhtml` })
        .execute();
      await db.insertInto('bookText').values({ editionId: id, orderNum, text }).execute();
    }
    await db.updateTable('publication').set({ editionId: id }).where('id', '=', publishId).execute();
    return id;
  };
  await edition(['The ferry leaves at six.\nListen.', 'A letter came.\nRead it.', 'The bridge is open.']);
  const media: number[] = [];
  for (let number = 1; number <= tracks; number++) {
    const fileKey = `media/${title}-${number}`;
    await files.put(`${fileKey}/file`, DAY_BYTES, 'audio/wav');
    const { id } = await db
      .insertInto('media')
      .values({
        publicationId: publishId,
        mediaType: 'audio',
        title: `Track ${number}`,
        state: 'ready',
        uploadId: `${title}-${number}`,
        fileName: `${number}.wav`,
        fileKey,
        mime: 'audio/wav',
        size: DAY_BYTES.length,
        sha256: 'a'.repeat(64),
        durationMs: TRIAL_STEP * 2000,
        partHashes: JSON.stringify(['h']),
        trialBytes: JSON.stringify([3]),
        trialSec: TRIAL_STEP,
        userId: 0,
        ...base,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    media.push(id);
  }
  return { publishId, media, edition };
}
