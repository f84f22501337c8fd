import type { ErratumEffect } from '../annotation/erratum.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { publishedManuscript } from './proof.queries.ts';

/** An accepted report of a reader becomes an adopted mark of the manuscript, which the typesetter or the editor writes into the text. */
export const readerMarkEffect: ErratumEffect = async ({ tx, erratumId, publicationId, readerId, operatorId, before, text, wrong, right }) => {
  const manuscript = await publishedManuscript(tx, publicationId);
  if (!manuscript) return;
  const now = Date.now();
  await tx
    .insertInto('proofMark')
    .values({
      archiveId: manuscript.id,
      // No proof counts it: the work has left the proofs.
      proofId: 0,
      stage: 'read',
      round: 1,
      page: 1,
      context: before.slice(-40),
      quote: text.slice(0, 300),
      kind: 'wrong',
      wrong: text.slice(0, 300),
      right,
      note: wrong.slice(0, 500),
      characters: 1,
      source: 'reader',
      userId: readerId,
      fate: 'adopted',
      fateBy: operatorId,
      fateAt: now,
      erratumId,
      createTime: now,
      updateTime: now,
    })
    .execute();
  if (manuscript.editorId !== null)
    await sendMessage(tx, {
      userId: manuscript.editorId,
      type: 'task',
      title: `《${manuscript.title}》有读者指出的差错待改`,
      content: right ? `“${text.slice(0, 60)}”改为“${right.slice(0, 60)}”` : `“${text.slice(0, 60)}”：${wrong.slice(0, 60)}`,
      link: '/press/composition',
    });
};
