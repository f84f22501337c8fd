import { expect, test } from 'vitest';
import { testContext } from '../../../tests/support/test-context.ts';
import { preparationsEnded } from './preparation.service.ts';

test('#53.2 the first start waits for a book that another server prepares', async () => {
  const t = await testContext();
  try {
    const { db } = t.context;
    const userId = await t.addUser({ userName: 'editor' });
    const book = { uploadId: 'elsewhere', fileName: 'a.epub', size: 1, publicationId: null, userId, createBy: 'editor', createTime: 1 };
    const { id } = await db
      .insertInto('preparation')
      .values({ ...book, state: 'running', leaseUntil: Date.now() + 3_600_000, leaseBy: 'another server' })
      .returning('id')
      .executeTakeFirstOrThrow();
    let ended = false;
    const waiting = preparationsEnded(t.context).then(() => (ended = true));
    await t.context.jobs.settled();
    await db.selectFrom('preparation').select('id').execute();
    expect(ended).toBe(false);
    await db.updateTable('preparation').set({ state: 'ready' }).where('id', '=', id).execute();
    await waiting;
  } finally {
    await t.close();
  }
});
