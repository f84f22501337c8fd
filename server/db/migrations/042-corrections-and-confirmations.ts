import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Corrections of published works, recipes of EPUBs, points of a revision, confirmations of co-authors, amendments, and channels. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  // The report of a reader behind a mark, and the version into which the correction was written.
  await make.extend('proofMark', { erratumId: 'number?', appliedVersion: 'number?' });
  await make.extend('composition', { epubRecipe: 'empty' });
  await make.create('revisionPoint', {
    ...BASE,
    archiveId: 'number',
    // Number of the revision of this manuscript, from 1.
    round: 'number',
    orderNum: 'number',
    // A point without a source was added by the author.
    source: '=letter',
    text: 'text',
    answer: 'empty',
    sentAt: 'number?',
  });
  await make.index('revisionPointOf', 'revisionPoint', ['archiveId', 'round', 'orderNum']);
  await make.create('authorConfirm', {
    ...BASE,
    archiveId: 'number',
    name: 'text',
    role: 'text',
    // Basis points.
    share: 'zero',
    mail: 'empty',
    userId: 'number?',
    tokenHash: 'text',
    status: '=sent',
    note: 'empty',
    sentAt: 'number',
    dueAt: 'number',
    answeredAt: 'number?',
  });
  await make.index('authorConfirmOf', 'authorConfirm', ['archiveId', 'status']);
  await make.unique('authorConfirmToken', 'authorConfirm', ['tokenHash']);
  await make.create('protocolAmendment', {
    ...BASE,
    protocolId: 'number',
    amendNo: 'number',
    content: 'text',
    status: '=wait_author',
    signedByB: 'number?',
    signerB: 'number?',
  });
  await make.index('protocolAmendmentOf', 'protocolAmendment', ['protocolId', 'amendNo']);
  await make.create('publishChannel', {
    ...BASE,
    publishId: 'number',
    channel: 'text',
    externalUrl: 'empty',
    priceFen: 'zero',
    status: '=pending',
    onTime: 'number?',
    offTime: 'number?',
  });
  await make.index('publishChannelOf', 'publishChannel', ['publishId', 'channel']);
  await make.link('amendmentSignature', { amendmentId: 'number', userId: 'number', at: 'number' }, ['amendmentId', 'userId']);
}
