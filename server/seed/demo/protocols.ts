import { DAY_MS } from '../../../contract/clock.ts';
import type { ProtocolState } from '../../../contract/protocol/protocol.machine.ts';
import type { Tx } from '../../db/database.ts';
import { wireDate } from '../../db/clock.ts';
import { yearlyNumber } from '../../db/yearly-number.ts';
import type { DemoManuscript } from './manuscript/manuscripts.ts';

/** Terms in turn: royalty, base fee, lump sum, translation. */
const TERMS = [
  { payMode: 'royalty', royaltyBp: 800, prepayBp: 0, basePerThousandFen: 0, lumpFen: 0 },
  { payMode: 'base_print', royaltyBp: 0, prepayBp: 0, basePerThousandFen: 10_000, lumpFen: 0 },
  { payMode: 'royalty', royaltyBp: 900, prepayBp: 3000, basePerThousandFen: 0, lumpFen: 0 },
  { payMode: 'lump', royaltyBp: 0, prepayBp: 0, basePerThousandFen: 0, lumpFen: 1_500_000 },
] as const;
/** States of the agreements that are not signed yet. */
const WAITING: readonly ProtocolState[] = ['checking', 'wait_author', 'wait_press'];

/** Agreements of the demo manuscripts from the contract stage on; one ends within thirty days. */
export async function addProtocols(tx: Tx, now: number, manuscripts: readonly DemoManuscript[]): Promise<void> {
  const people = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const names = new Map((await tx.selectFrom('user').select(['id', 'nickName']).execute()).map((user) => [user.id, user.nickName]));
  const press = await tx.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirst();
  const reached = manuscripts.filter(({ entered }) => entered.has('contracting'));
  let waiting = 0;
  for (const [index, manuscript] of reached.entries()) {
    const signedAt = manuscript.entered.get('editing') ?? null;
    const status: ProtocolState = signedAt !== null ? 'effective' : (WAITING[waiting++ % WAITING.length] ?? 'draft');
    const startDate = signedAt === null ? '' : wireDate(signedAt);
    const endDate = signedAt === null ? '' : wireDate(manuscript.title === '阅读课' ? now + 25 * DAY_MS : signedAt + 5 * 365 * DAY_MS);
    const createTime = manuscript.entered.get('contracting') ?? now;
    const { id } = await tx
      .insertInto('protocol')
      .values({
        protocolNo: await yearlyNumber(tx, 'HT', 5, now, '-'),
        archiveId: manuscript.id,
        partyA: names.get(manuscript.ownerId) ?? '',
        partyB: press?.pressName ?? '',
        rights: '["paper","digital","network"]',
        region: '中国大陆',
        language: '简体中文',
        termYears: 5,
        startDate,
        endDate,
        planWordCount: Math.round(manuscript.characters / 1000),
        ...(TERMS[index % TERMS.length] ?? TERMS[0]),
        digitalShareBp: 5000,
        sampleBooks: 10,
        authorDiscountBp: 7000,
        signers: JSON.stringify([manuscript.ownerId]),
        signedByB: signedAt,
        signerB: signedAt === null ? null : (people.get('chief') ?? null),
        dissolutionFileId: null,
        remindedDays: null,
        status,
        createBy: 'editor1',
        createTime,
        updateBy: 'editor1',
        updateTime: signedAt ?? createTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (signedAt !== null || status === 'wait_press')
      await tx
        .insertInto('protocolSignature')
        .values({ protocolId: id, userId: manuscript.ownerId, signedAt: signedAt ?? now - DAY_MS })
        .execute();
    if (signedAt === null)
      await tx
        .updateTable('manuscript')
        .set(status === 'wait_author' ? { turn: 'author', turnUserId: manuscript.ownerId } : { turn: 'manager', turnUserId: null })
        .where('id', '=', manuscript.id)
        .execute();
  }
}
