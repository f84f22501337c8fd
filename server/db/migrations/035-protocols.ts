import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Publishing agreements with the signatures of their authors. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('protocol', {
    ...BASE,
    protocolNo: 'empty',
    archiveId: 'number',
    partyA: 'empty',
    partyB: 'empty',
    signType: '=exclusive',
    rights: '=[]',
    region: 'empty',
    language: 'empty',
    termYears: 'zero',
    startDate: 'empty',
    endDate: 'empty',
    deliverDate: 'empty',
    planWordCount: 'zero',
    payMode: '=royalty',
    royaltyBp: 'zero',
    royaltyBase: '=sold',
    basePerThousandFen: 'zero',
    lumpFen: 'zero',
    prepayBp: 'zero',
    minCopies: 'zero',
    digitalShareBp: 'zero',
    sampleBooks: 'zero',
    authorDiscountBp: 'zero',
    // JSON list of user ids.
    signers: '=[]',
    extraTerms: 'empty',
    signedByB: 'number?',
    signerB: 'number?',
    dissolutionFileId: 'number?',
    remindedDays: 'number?',
    status: '=draft',
  });
  await make.index('protocolOf', 'protocol', ['archiveId', 'status']);
  await make.index('protocolEnd', 'protocol', ['status', 'endDate']);
  await make.uniqueLive('protocol_no', 'protocol', 'protocol_no', `protocol_no <> ''`);
  await make.uniqueLive('protocol_effective', 'protocol', 'archive_id', `status = 'effective'`);
  await make.link('protocolSignature', { protocolId: 'number', userId: 'number', signedAt: 'number' }, ['protocolId', 'userId']);
}
