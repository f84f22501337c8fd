import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addPreparation } from '../catalog/preparation/preparation.queries.ts';
import { addImport } from '../commerce/recon/recon.queries.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { deliverNextLetter, queueLetter } from '../manuscript/letter/letter.service.ts';
import { mailText } from '../mail/mail-template.ts';
import { masterLeases, trackLeases } from '../media/track-lease.queries.ts';
import { insertTrack } from '../media/track.queries.ts';
import { insertMaster } from '../media/master/master-track.queries.ts';
import { addRun as addSettleRun } from '../earnings/run/settle-run.queries.ts';
import { insertExport } from '../system/file/export-file.queries.ts';
import { addRun } from '../textbook/question-import/question-import.queries.ts';
import { requestTrace, traced } from './request-trace.ts';

let t: TestContext;
let userId = 0;
beforeAll(async () => {
  t = await testContext();
  userId = await t.addUser({ userName: 'editor' });
});
afterAll(() => t.close());

const NOW = 1_700_000_000_000;
const BASE = { createTime: NOW, updateTime: NOW };
const MEDIA = { mediaType: 'audio', title: '一', fileName: '一.mp3', captions: '', ...BASE } as const;

test('#53.3 every queue keeps the id of the request that has filled it', async () => {
  const { db } = t.context;
  const tx = db as unknown as Parameters<typeof insertMaster>[0];
  await traced('from-a-request', async () => {
    await queueMail(db, { email: 'a@b.test', userId: null }, '信件', mailText({ subject: '信', greeting: '您好：', paragraphs: ['灯'] }));
    await addPreparation(db, {
      uploadId: 'a'.repeat(32),
      fileName: 'a.epub',
      size: 1,
      state: 'queued',
      userId,
      publicationId: null,
      createBy: 'x',
      createTime: NOW,
    });
    await insertTrack(db, { ...MEDIA, publicationId: 1, uploadId: 'b'.repeat(32), userId });
    await insertMaster(tx, { ...MEDIA, archiveId: 1, uploadId: 'c'.repeat(32), userId });
    await insertExport(tx, { userId, path: '/system/post', name: '岗位', asked: '{}' });
    const run = { bankId: 1, userId, fileName: 'a.txt', sha256: '', format: '', lines: '[]', fileKey: 'a', nextAt: NOW, createTime: NOW };
    await addRun(db, run);
    const bill = { day: '2026-11-01', channel: 'offline', source: 'file', fileName: 'a', fileKey: 'a', hash: '', createBy: 'x' } as const;
    await addSettleRun(tx, { period: '2026-10', step: 'book', reason: '', userId, nextAt: NOW, createTime: NOW });
    await addImport(db, { ...bill, createTime: NOW, nextAt: NOW });
    const letter = { entity: 'manuscript', entityId: 1, event: 'accept', subject: '录用', content: '您好：\n\n灯', link: '', undo: [] };
    await queueLetter(tx, { userId } as CurrentUser, { ...letter, recipients: [], emails: ['c@d.test'] });
  });
  for (const table of ['mail', 'preparation', 'media', 'masterTrack', 'exportFile', 'importRun', 'reconImport', 'settleRun', 'letter'] as const) {
    const { requestId } = await db
      .selectFrom(table as 'mail')
      .select('requestId')
      .executeTakeFirstOrThrow();
    expect([table, requestId]).toEqual([table, 'from-a-request']);
  }
  for (const leases of [trackLeases, masterLeases]) expect(await leases.next(db, NOW)).toMatchObject({ requestId: 'from-a-request' });
  expect(requestTrace()).toBe('');
});

test('#53.3 the mails of a letter, sent ten minutes after its decision, have the id of the request of the decision', async () => {
  const { db } = t.context;
  await db.updateTable('letter').set({ sendAt: NOW }).execute();
  expect(await deliverNextLetter(t.context)).toBe(true);
  const sent = await db.selectFrom('mail').select(['email', 'requestId']).where('email', '=', 'c@d.test').execute();
  expect(sent).toEqual([{ email: 'c@d.test', requestId: 'from-a-request' }]);
});
