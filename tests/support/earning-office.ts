import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../server/context.ts';
import { runDueSettlement } from '../../server/earnings/run/settle-run.service.ts';
import { storeTerms } from '../../server/protocol/term.queries.ts';
import type { Bearer, TestContext } from './test-context.ts';

export const FINANCE = [
  'earnings:yield:list',
  'earnings:yield:calculate',
  'earnings:yield:settle',
  'earnings:yield:edit',
  'earnings:sale:list',
  'earnings:sale:import',
  'earnings:sale:confirm',
  'earnings:statement:list',
  'earnings:statement:export',
  'earnings:payee:list',
  'earnings:payee:edit',
  'earnings:payee:audit',
  'earnings:withdraw:list',
  'earnings:withdraw:audit',
  'earnings:withdraw:pay',
  'earnings:tax:list',
  'earnings:tax:export',
  'earnings:tax:declare',
  'earnings:batch:list',
  'earnings:batch:import',
  'earnings:batch:confirm',
  'earnings:voucher:export',
];
export const TERMS = {
  paperTiers: [{ fromCopies: 1, bp: 1000 }],
  ebookShareBp: 5000,
  audioShareBp: 0,
  leastCopies: 0,
  advanceFen: 0,
  recoup: true,
  reserveBp: 0,
  period: 'month',
  authorDiscountBp: 7000,
};

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
export type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };

/** Runs every step of a month that was started. */
export async function finishRuns(context: AppContext): Promise<void> {
  while (await runDueSettlement(context));
}

/** Two people of finance, and calls by user name. */
export async function earningOffice(town: TestContext, people: readonly string[]) {
  const as: Record<string, Bearer> = {};
  const ids: Record<string, number> = {};
  for (const userName of people) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second', 'third']) ids[userName] = await town.addUser({ userName, permissions: FINANCE });
  const { db } = town.context;
  await db
    .updateTable('user')
    .set({ realName: '何语', realNameStatus: 'verified' })
    .where('userName', 'in', [...people])
    .execute();
  for (const userName of Object.keys(ids)) as[userName] = await town.as(userName);

  async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
    const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
    return answer.json<Answer>();
  }
  const send = async (who: string, path: string, lines: readonly string[]): Promise<Answer> => {
    const boundary = 'sheet';
    const name = `${randomUUID()}.csv`;
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${lines.join('\n')}\r\n--${boundary}--\r\n`;
    const headers = { ...as[who], 'content-type': `multipart/form-data; boundary=${boundary}` };
    return (await town.app.inject({ method: 'POST', url: `/prod-api${path}`, headers, payload })).json<Answer>();
  };
  return {
    as,
    ids,
    ask,
    send,
    /** The identity was confirmed again at this time. */
    confirm: (who: string, confirmedAt = Date.now()) =>
      db
        .updateTable('session')
        .set({ confirmedAt })
        .where('userId', '=', ids[who] ?? 0)
        .execute(),
    /** A step of a month with its background run. */
    async month(who: string, event: string, period: string, reason = '按约定办理') {
      const answer = await ask(who, 'PUT', `/earnings/settlement/${event}/${period}`, { reason });
      await finishRuns(town.context);
      return answer;
    },
    decide: (who: string, event: string, earningIds: readonly number[], more: object = {}) =>
      ask(who, 'PUT', `/earnings/yield/${event}`, { earningIds, reason: '按约定办理', ...more }),
    linesOf: async (period: string) =>
      db.selectFrom('earning').selectAll().where('period', '=', period).where('status', '<>', 'void').orderBy('id').execute(),
  };
}

/** A signed agreement about a work, with these shares. */
export async function addAgreement(
  { context: { db } }: TestContext,
  {
    publicationId,
    shares,
    terms = TERMS,
    signedOn = '2026-01-05',
    columns = {},
  }: {
    publicationId: number | null;
    shares: readonly (readonly [userId: number | null, share: number])[];
    terms?: object;
    signedOn?: string;
    columns?: object;
  },
): Promise<{ protocolId: number; archiveId: number; protocolNo: string }> {
  const now = Date.parse(`${signedOn}T00:00:00+08:00`);
  const { id: archiveId } = await db
    .insertInto('manuscript')
    .values({
      title: '桥上的灯',
      authors: JSON.stringify(shares.map(([userId, share], at) => ({ name: `作者${at + 1}`, role: '著', share, userId }))),
      ownerId: shares[0]?.[0] ?? 1,
      topicId: null,
      editorId: null,
      typesetterId: null,
      archiveTypeId: null,
      publicationId,
      publishedAt: null,
      turnUserId: null,
      dueAt: null,
      restoreAskedAt: null,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const protocolNo = `HT2026-${archiveId}`;
  const { id: protocolId } = await db
    .insertInto('protocol')
    .values({
      archiveId,
      protocolNo,
      status: 'effective',
      signers: '[]',
      signedByB: now,
      signerB: null,
      dissolutionFileId: null,
      remindedDays: null,
      createTime: now,
      updateTime: now,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => storeTerms(tx, protocolId, 0, signedOn, JSON.stringify(terms)));
  return { protocolId, archiveId, protocolNo };
}
